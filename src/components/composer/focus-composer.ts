/** Moves the focus to where the person writes, before what holds it goes away; to the thread where there is no such field. */
export function focusComposer(from: Element): void {
  const chat = from.closest('[data-cs="agent-chat"]') ?? from.closest('[data-cs="thread"]');
  const field = chat?.querySelector<HTMLElement>('[data-cs="composer-input"]');
  (field ?? chat?.querySelector<HTMLElement>('[data-cs="thread-scroller"]'))?.focus();
}
