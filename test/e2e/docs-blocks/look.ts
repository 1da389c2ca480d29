// Checks the layout of a page. The function runs in the page, so it must not refer to anything outside of
// itself.

/**
 * Returns overflowing elements and cut-off buttons. An empty page, and a page without the kit's styles if it
 * should have them, are also errors.
 */
export function findMisfits(isStyled: boolean): string[] {
  const nameOf = (element: Element): string =>
    `<${element.localName}> ${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? ''}`;
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const boxOf = (element: Element): DOMRect => element.getBoundingClientRect();

  /** Text below 2 px is for screen readers only. */
  const hasRoom = ({ width, height }: DOMRect): boolean => width > 2 && height > 2;

  function* around(element: Element): Generator<Element> {
    for (let outer = element.parentElement; outer !== null; outer = outer.parentElement) yield outer;
  }

  /** Returns `true` if an ancestor cuts off this element, and scrolling cannot reveal the rest. */
  function isCut(element: Element): boolean {
    const { left, right, top, bottom } = boxOf(element);
    if (left < -1 || right > innerWidth + 1) return ![...around(element)].some(scrollsAside);
    let scrollsDown = false;
    return [...around(element)].some((outer) => {
      const { overflowX, overflowY } = getComputedStyle(outer);
      const box = boxOf(outer);
      // Rows that are scrolled away lie beyond the frame around their scroller.
      scrollsDown ||= /auto|scroll/.test(overflowY) && outer.scrollHeight > outer.clientHeight + 1;
      const isCutAside = /hidden|clip/.test(overflowX) && (left < box.left - 1 || right > box.right + 1);
      return (
        isCutAside || (!scrollsDown && /hidden|clip/.test(overflowY) && (top < box.top - 1 || bottom > box.bottom + 1))
      );
    });
  }
  const scrollsAside = (element: Element): boolean =>
    /auto|scroll/.test(getComputedStyle(element).overflowX) && element.scrollWidth > element.clientWidth + 1;

  /** True if a button is too small for its label. */
  const isTight = (element: Element): boolean =>
    element.localName === 'button' &&
    (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1);

  /** An icon for a line of text would fill the page without a size of its own. */
  const isHuge = (element: Element): boolean => element.localName === 'svg' && boxOf(element).width > 64;

  /** A reader who copies the block would get the same. */
  const isBare =
    isStyled &&
    document.querySelector('[data-cs]') !== null &&
    getComputedStyle(document.documentElement).getPropertyValue('--cs-surface') === '';

  const { scrollWidth, clientWidth } = document.documentElement;
  const shown = [...document.body.querySelectorAll('*')].filter(
    (element) => isShown(element) && hasRoom(boxOf(element)),
  );
  const controls = shown.filter((element) => element.matches('button, a, input, select, textarea, [role=button]'));
  return [
    ...(document.body.innerText.trim() === '' && controls.length === 0 ? ['nothing is shown'] : []),
    ...(isBare ? ['the kit is shown without its style sheet'] : []),
    ...(scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide, and its window ${clientWidth}`] : []),
    ...controls.filter(isCut).map((element) => `cut off: ${nameOf(element)}`),
    ...shown.filter(isHuge).map(() => 'a huge drawing'),
    ...controls.filter(isTight).map((element) => `too small for its words: ${nameOf(element)}`),
  ];
}
