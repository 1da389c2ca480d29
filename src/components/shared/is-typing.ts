/** Tells whether keys that go to this element write text: shortcuts and focus moves keep away from it. */
export function isTextField(element: EventTarget | null): boolean {
  if (!(element instanceof HTMLElement)) return false;
  return element.isContentEditable || element.matches('input, textarea, select');
}
