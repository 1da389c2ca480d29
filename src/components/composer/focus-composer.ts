/** Moves the focus to the composer before its element is removed; to the thread without a composer. */
export function focusComposer(from: Element): void {
  const chat = from.closest('[data-cs="agent-chat"]') ?? from.closest('[data-cs="thread"]');
  const field = chat?.querySelector<HTMLElement>('[data-cs="composer-input"]');
  (field ?? chat?.querySelector<HTMLElement>('[data-cs="thread-scroller"]'))?.focus();
}
