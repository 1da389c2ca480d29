import { hasLayout } from '../page-gaps.js';
import { frameOf, isBehindBackdrop, isNone, type Point, paintsAt, paintsInside, stylesAround } from './paints-at.js';

/** The reason why a button is not visible enough: something covers it, or it is too small or too transparent. */
export type Obstacle = 'covered' | 'faint';

/**
 * The depth of the check. `quick` finds what a pointer would hit. `close` also finds layers that let the pointer
 * through and paint something, which makes the browser recompute the styles of the page. `vouched` finds only what a
 * browser does not detect itself.
 */
export type Look = 'quick' | 'vouched' | 'close';

/** The lowest opacity at which an element counts as visible: its own times those of all its ancestors. */
const leastOpacity = 0.5;

/** The smallest size on screen, in CSS pixels, at which a button is readable. */
const leastSize = 16;

/** The largest blur, in pixels, at which words are readable. */
const mostBlur = 3;

/** The points of a button's visible part that are checked, as shares of width and height. The first is the middle. */
const samples = [
  [0.5, 0.5],
  [0.2, 0.3],
  [0.8, 0.3],
  [0.2, 0.7],
  [0.8, 0.7],
] as const;

/** A layer with this attribute covers nothing although it paints, such as grain over the whole page. */
const ignored = '[data-arming="ignore"]';

/** Finds whatever prevents an element from being seen; `null` if nothing does, or if nothing is laid out. */
export function findObstacle(element: Element, look: Look): Obstacle | null {
  if (!hasLayout(element.ownerDocument)) return null;
  const box = element.getBoundingClientRect();
  if (box.width === 0 || box.height === 0) return null; // Out of view, which `watchPresence` reports.
  if (Math.min(box.width, box.height) < leastSize || isFaint(element)) return 'faint';
  return isCovered(element, box, look) ? 'covered' : null;
}

/**
 * Returns `true` when a browser may report an element as invisible although it can be seen: transforms, filters, some
 * transparency, a covered corner.
 */
export function mayBeMistaken(element: Element): boolean {
  for (const { opacity, filter, transform, scale, rotate, mixBlendMode } of stylesAround(element)) {
    const isPlain = [filter, scale, rotate].every(isNone) && (isNone(transform) || isMove(transform));
    if (Number.parseFloat(opacity) < 1 || !isPlain || mixBlendMode !== 'normal') return true;
  }
  const { clientWidth, clientHeight } = element.ownerDocument.documentElement;
  const box = element.getBoundingClientRect();
  if (box.top < 0 || box.left < 0 || box.bottom > clientHeight || box.right > clientWidth) return true;
  const steps = { x: Math.ceil(box.width / 8), y: Math.ceil(box.height / 8) };
  return withAllHit(element, () => {
    for (let x = 0; x <= steps.x; x++)
      for (let y = 0; y <= steps.y; y++)
        if (hitsOver(element, pointIn(box, x / steps.x, y / steps.y)).length > 0) return true;
    return false;
  });
}

/** Returns `true` when a transform only translates. */
function isMove(transform: string): boolean {
  return /^matrix\(1, 0, 0, 1, /.test(transform);
}

function isFaint(element: Element): boolean {
  let opacity = 1;
  for (const style of stylesAround(element)) {
    if (style.visibility === 'hidden' || style.visibility === 'collapse') return true;
    if (style.mixBlendMode !== undefined && style.mixBlendMode !== '' && style.mixBlendMode !== 'normal') return true;
    const own = Number.parseFloat(style.opacity);
    opacity *= (Number.isNaN(own) ? 1 : own) * throughFilter(style.filter);
    if (opacity < leastOpacity) return true;
  }
  return false;
}

/** Returns how visible an element is through a filter, from 0 to 1. */
function throughFilter(filter: string | undefined): number {
  let share = 1;
  for (const [, name, amount = ''] of (filter ?? '').matchAll(/(opacity|contrast|brightness|blur)\(([\d.e-]+)/g)) {
    const value = Number.parseFloat(amount);
    if (name === 'blur') share *= value > mostBlur ? 0 : 1;
    else share *= name === 'brightness' && value > 2 ? 0 : Math.min(value, 1);
  }
  return share;
}

function pointIn({ top, right, bottom, left }: DOMRect, x: number, y: number): Point {
  const inset = 1;
  return {
    x: Math.min(right - inset, Math.max(left + inset, left + (right - left) * x)),
    y: Math.min(bottom - inset, Math.max(top + inset, top + (bottom - top) * y)),
  };
}

/** Returns `true` when something covers the middle of the visible part, or most of the points around it. */
function isCovered(element: Element, box: DOMRect, look: Look): boolean {
  const { clientWidth, clientHeight } = element.ownerDocument.documentElement;
  const left = Math.max(0, box.left);
  const top = Math.max(0, box.top);
  const width = Math.min(clientWidth, box.right) - left;
  const height = Math.min(clientHeight, box.bottom) - top;
  const visible = new DOMRect(left, top, width, height);
  const points = samples.map(([x, y]) => pointIn(visible, x, y));
  // A cursor that an app draws itself covers the middle of a button at a press.
  const besideMiddle = [-1, 1].map((side) => pointIn(visible, 0.5 + (side * leastSize) / 2 / width, 0.5));
  const isOver = (layers: LayersAt, middle: readonly Point[]): boolean => {
    const isOverPoint = (point: Point): boolean =>
      withFrames(element, point).some(([at, where]) =>
        layers(at, where).some((layer) => layer.closest(ignored) === null),
      );
    const over = points.map(isOverPoint);
    return (over[0] === true && middle.every(isOverPoint)) || over.filter(Boolean).length * 2 > points.length;
  };
  if (isOver(hitsOver, [])) return true;
  if (look !== 'quick' && isBehindBackdrops(element)) return true;
  return look === 'close' && withAllHit(element, () => isOver(paintsOver, besideMiddle));
}

function isBehindBackdrops(element: Element): boolean {
  const frame = frameOf(element.ownerDocument);
  return isBehindBackdrop(element) || (frame !== null && isBehindBackdrops(frame));
}

type LayersAt = (element: Element, point: Point) => readonly Element[];

/** Yields an element and the same-origin frames around it, each with the same point in its own page. */
function withFrames(element: Element, point: Point): readonly (readonly [at: Element, point: Point])[] {
  const frame = frameOf(element.ownerDocument);
  if (frame === null) return [[element, point]];
  const { left, top, width, height } = frame.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = frame as HTMLElement; // An element that shows a page is a frame.
  const x = left + (frame.clientLeft + point.x) * (width / offsetWidth);
  const y = top + (frame.clientTop + point.y) * (height / offsetHeight);
  return [[element, point], ...withFrames(frame, { x, y })];
}

/**
 * Returns the elements that a pointer hits at a point before an element, topmost first. Empty if the browser cannot
 * hit-test.
 */
function hitsOver(element: Element, { x, y }: Point): readonly Element[] {
  const root = element.getRootNode() as Partial<DocumentOrShadowRoot>; // An element outside of the document has another root.
  if (root.elementsFromPoint === undefined) return [];
  const hits = root.elementsFromPoint(x, y);
  const own = hits.findIndex((hit) => element.contains(hit));
  if (own >= 0) return hits.slice(0, own);
  // A part of a frame may be outside of the window around it.
  return hits.length > 0 || /^i?frame$/i.test(element.tagName) ? hits : [element.ownerDocument.documentElement];
}

/**
 * Returns the elements that paint at a point before an element, when everything is hit-testable. An ancestor is hit
 * first where its text or pseudo-element covers the element.
 */
function paintsOver(element: Element, point: Point): readonly Element[] {
  return hitsOver(element, point).filter((layer) =>
    layer.contains(element) ? paintsInside(layer, point) : paintsAt(layer, point),
  );
}

/**
 * Makes every element hit-testable while the callback runs, also those with `pointer-events: none`, and those in the
 * pages around the frame.
 */
function withAllHit<T>(element: Element, look: () => T): T {
  const page = element.ownerDocument;
  const frame = frameOf(page);
  const lookAround = (): T => (frame === null ? look() : withAllHit(frame, look));
  const sheet = hitSheet(page);
  if (sheet === undefined) return lookAround();
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet];
  try {
    return lookAround();
  } finally {
    page.adoptedStyleSheets = page.adoptedStyleSheets.filter((other) => other !== sheet);
  }
}

const sheets = new WeakMap<Document, CSSStyleSheet>();

/** Uses a constructed style sheet: a strict Content-Security-Policy forbids style elements. */
function hitSheet(page: Document): CSSStyleSheet | undefined {
  const made = sheets.get(page);
  if (made !== undefined) return made;
  const Sheet = page.defaultView?.CSSStyleSheet;
  if (Sheet === undefined || !('replaceSync' in Sheet.prototype) || page.adoptedStyleSheets === undefined)
    return undefined;
  const sheet = new Sheet();
  // In a cascade layer, and in one that pages list before their own: among important declarations the earliest layer
  // wins.
  sheet.replaceSync('@layer countersign { *, *::before, *::after { pointer-events: auto !important; } }');
  sheets.set(page, sheet);
  return sheet;
}
