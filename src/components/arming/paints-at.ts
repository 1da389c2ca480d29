/** A point in a page's window. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Elements whose pictures and controls no computed style describes. */
const replaced = new Set(
  'audio button canvas embed frame hr iframe img input meter object progress select textarea video'.split(' '),
);

const svg = 'http://www.w3.org/2000/svg';
const sides = ['Top', 'Right', 'Bottom', 'Left'] as const;
const sideNames = { Top: 'top', Right: 'right', Bottom: 'bottom', Left: 'left' } as const;

/** Yields the computed styles of an element and its ancestors, across shadow trees and same-origin frames. */
export function* stylesAround(element: Element): Generator<CSSStyleDeclaration> {
  for (let at: Element | null = element; at !== null; at = parentOf(at)) {
    const style: CSSStyleDeclaration | undefined = at.ownerDocument.defaultView?.getComputedStyle(at);
    if (style !== undefined) yield style;
  }
}

function parentOf(element: Element): Element | null {
  if (element.assignedSlot !== null) return element.assignedSlot;
  if (element.parentElement !== null) return element.parentElement;
  const root = element.getRootNode() as Partial<ShadowRoot>; // A document has no host.
  return root.host ?? frameOf(element.ownerDocument);
}

/** Returns the frame that shows a page, if its own page is of the same origin. */
export function frameOf({ defaultView: view }: Document): Element | null {
  try {
    return view?.frameElement ?? null;
  } catch {
    return null;
  }
}

/** Returns `true` for `none`, or for a property that the page does not know. */
export function isNone(value: string | undefined): boolean {
  return value === undefined || value === '' || value === 'none';
}

/**
 * Returns `true` when a layer may paint something at a point that is inside of it: a background, an image, a text, a
 * border, an inner shadow, a picture or control, a filter of what is behind it, or a pseudo-element that paints. The
 * empty container of an app's toasts paints nothing.
 */
export function paintsAt(layer: Element, point: Point): boolean {
  if (isClear(layer)) return false;
  if (replaced.has(layer.localName) || isShape(layer) || hidesItsTree(layer)) return true;
  const style = layer.ownerDocument.defaultView?.getComputedStyle(layer);
  if (style === undefined || paintsSurface(style) || paintsEdge(style, edgesOf(layer), point)) return true;
  return paintsInside(layer, point) || paintsInTree(layer, point);
}

/**
 * Returns `true` when the text or a pseudo-element of an element paints at a point, whatever the element itself does.
 */
export function paintsInside(element: Element, point: Point): boolean {
  return hasTextAt(element, point) || ['::before', '::after'].some((pseudo) => pseudoPaints(element, pseudo, point));
}

/** Returns `true` for an element with an opacity of 0, whose descendants are not painted either. */
function isClear(layer: Element): boolean {
  for (const { opacity, filter } of stylesAround(layer))
    if (Number.parseFloat(opacity) === 0 || /opacity\(0%?\)/.test(filter)) return true;
  return false;
}

/**
 * Returns `true` for a shape in a drawing: shapes are hit only where they are painted; the drawing itself is hit
 * everywhere.
 */
function isShape({ namespaceURI, localName }: Element): boolean {
  return namespaceURI === svg && localName !== 'svg' && localName !== 'foreignObject';
}

/** Returns `true` for a component whose shadow tree is closed, as far as a page can tell. */
function hidesItsTree({ localName, shadowRoot, ownerDocument: { defaultView: view } }: Element): boolean {
  return localName.includes('-') && shadowRoot === null && view?.customElements.get(localName) !== undefined;
}

function paintsInTree({ shadowRoot: tree }: Element, point: Point): boolean {
  if (tree === null) return false;
  const hits = tree.elementsFromPoint(point.x, point.y);
  return hits.some((hit) => hit.getRootNode() === tree && paintsAt(hit, point));
}

function hasTextAt(element: Element, { x, y }: Point): boolean {
  const texts = [...element.childNodes].filter((node) => node.nodeType === 3 && /\S/.test(node.nodeValue ?? ''));
  return texts.some((text) => {
    const range = element.ownerDocument.createRange();
    range.selectNodeContents(text);
    return [...range.getClientRects()].some(
      (box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom,
    );
  });
}

function pseudoPaints(element: Element, pseudo: string, point: Point): boolean {
  const style = element.ownerDocument.defaultView?.getComputedStyle(element, pseudo);
  if (style === undefined || isNone(style.content) || style.content === 'normal') return false;
  if (style.display === 'none' || style.visibility !== 'visible' || Number.parseFloat(style.opacity) === 0)
    return false;
  if (isClippedBeside(element, style, point)) return false;
  if (style.content !== '""' || paintsSurface(style)) return true;
  return paintsEdge(style, fills(style) ? edgesOf(element) : undefined, point);
}

/**
 * Returns `true` when a point is outside of the box of a pseudo-element that clips its content, such as the number of a
 * card. The box is known only of one that is positioned in the element itself.
 */
function isClippedBeside(element: Element, style: CSSStyleDeclaration, { x, y }: Point): boolean {
  const own = element.ownerDocument.defaultView?.getComputedStyle(element);
  if (own === undefined || own.position === 'static' || style.position !== 'absolute' || !isNone(style.transform))
    return false;
  if (![style.overflowX, style.overflowY].every((overflow) => overflow === 'clip' || overflow === 'hidden'))
    return false;
  const { box, scale } = edgesOf(element);
  const distances = [y - box.top, box.right - x, box.bottom - y, x - box.left];
  // The used values of `inset` are pixels from the inner edge of the border.
  return sides.some((side, index) => {
    const inset = Number.parseFloat(style[sideNames[side]]) + Number.parseFloat(own[`border${side}Width`]);
    return (distances[index] ?? 0) < inset * scale;
  });
}

/** Returns `true` when a pseudo-element is exactly as large as the element it belongs to. */
function fills({ position, top, right, bottom, left }: CSSStyleDeclaration): boolean {
  return position === 'absolute' && [top, right, bottom, left].every((inset) => inset === '0px');
}

/**
 * Returns `true` when an open popover paints over the page behind it. Such a backdrop lets presses through, and is
 * never hit.
 */
export function isBehindBackdrop(element: Element): boolean {
  const { defaultView: view } = element.ownerDocument;
  if (view?.CSS?.supports('selector(:popover-open)') !== true) return false;
  if (element.closest(':popover-open, :modal') !== null) return false; // In the top layer itself.
  return [...element.ownerDocument.querySelectorAll(':popover-open')].some((popover) => {
    const style = view.getComputedStyle(popover, '::backdrop');
    return style.display !== 'none' && Number.parseFloat(style.opacity) !== 0 && paintsSurface(style);
  });
}

function paintsSurface(style: CSSStyleDeclaration): boolean {
  if (!isTransparent(style.backgroundColor) || !isNone(style.backgroundImage)) return true;
  return !isNone(style.backdropFilter) || !isNone(style.borderImageSource);
}

function isTransparent(color: string): boolean {
  return color === '' || /^(?:transparent|rgba\(.*, 0\)|.*\/ (?:0|none)\))$/.test(color);
}

interface Edges {
  readonly box: DOMRect;
  /** The number of window pixels for one of the element's own pixels. */
  readonly scale: number;
}

function edgesOf(element: Element): Edges {
  const box = element.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = element as Partial<HTMLElement>; // A drawing has neither.
  const scales = [box.width / (offsetWidth ?? box.width), box.height / (offsetHeight ?? box.height), 1];
  return { box, scale: Math.max(...scales.filter(Number.isFinite)) };
}

/**
 * Returns `true` when a border, an inner shadow or an inner outline reaches a point. Where the box is unknown, they
 * reach everything.
 */
function paintsEdge(style: CSSStyleDeclaration, edges: Edges | undefined, { x, y }: Point): boolean {
  const inner = Math.max(innerShadow(style.boxShadow), innerOutline(style));
  const [top = 0, right = 0, bottom = 0, left = 0] = sides.map((side) => Math.max(borderOf(style, side), inner));
  if (Math.max(top, right, bottom, left) === 0) return false;
  if (edges === undefined) return true;
  const { box, scale } = edges;
  const reaches = (width: number, distance: number): boolean => width > 0 && distance <= width * scale;
  return (
    reaches(top, y - box.top) ||
    reaches(right, box.right - x) ||
    reaches(bottom, box.bottom - y) ||
    reaches(left, x - box.left)
  );
}

function borderOf(style: CSSStyleDeclaration, side: (typeof sides)[number]): number {
  if (isTransparent(style[`border${side}Color`])) return 0;
  return Number.parseFloat(style[`border${side}Width`]) || 0; // With `border-style: none` it is 0.
}

/** Returns how far the inner shadows reach. Outer ones are painted only beside the element. */
function innerShadow(shadows: string): number {
  const reaches = shadows.split(/,(?![^(]*\))/).map((shadow) => {
    const color = shadow.match(/[a-z]+\([^)]*\)|transparent/)?.[0] ?? 'black';
    if (!/\binset\b/.test(shadow) || isTransparent(color)) return 0;
    const lengths = [...shadow.matchAll(/(-?[\d.e-]+)px/g)].map(([, length]) => Math.abs(Number(length)));
    return lengths.reduce((sum, length) => sum + length, 0);
  });
  return Math.max(...reaches);
}

function innerOutline({ outlineStyle, outlineColor, outlineOffset }: CSSStyleDeclaration): number {
  if (isNone(outlineStyle) || isTransparent(outlineColor)) return 0;
  return Math.max(0, -Number.parseFloat(outlineOffset) || 0);
}
