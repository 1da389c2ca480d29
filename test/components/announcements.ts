/** The announcements of the page's live regions, in order. */
export interface Announcements {
  readonly said: readonly string[];
  readonly stop: () => void;
}

const live = '[role="status"], [role="alert"], [aria-live="polite"], [aria-live="assertive"]';

/** Listens like a screen reader: to additions to live regions, except those with `aria-live="off"`. */
export function listenToPage(): Announcements {
  const said: string[] = [];
  const announce = (node: Node): void => {
    const element = node instanceof Element ? node : node.parentElement;
    const region = element?.closest(live);
    const text = region?.textContent?.trim() ?? '';
    // A region that is inserted together with its text is not announced, except with role alert.
    if (
      region === null ||
      region === undefined ||
      text === '' ||
      (region === node && !region.matches('[role="alert"]'))
    )
      return;
    said.push(text);
  };
  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes)
      if (type === 'characterData') announce(target);
      else for (const node of addedNodes) announce(node);
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  return { said, stop: () => observer.disconnect() };
}
