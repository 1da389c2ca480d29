/** What live regions of the page said since it was asked for, in its order. */
export interface Spoken {
  readonly said: readonly string[];
  readonly stop: () => void;
}

const live = '[role="status"], [role="alert"], [aria-live="polite"], [aria-live="assertive"]';

/**
 * Listens as a screen reader does: to what is added to live regions, those of parts that say `aria-live="off"` aside.
 */
export function listenToPage(): Spoken {
  const said: string[] = [];
  const hear = (node: Node): void => {
    const element = node instanceof Element ? node : node.parentElement;
    const region = element?.closest(live);
    const text = region?.textContent?.trim() ?? '';
    // A region that comes with its words in it is not read; one of role alert is.
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
      if (type === 'characterData') hear(target);
      else for (const node of addedNodes) hear(node);
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  return { said, stop: () => observer.disconnect() };
}
