import { hasLayout } from '../page-gaps.js';
import { frameOf, isBehindBackdrop, isNone, type Point, paintsAt, paintsInside, stylesAround } from './paints-at.js';

/** The reason why a button is not visible enough: something covers it, or it is too small or too transparent. */
export type Obstacle = 'covered' | 'faint';

/**
 * The depth of a check. `quick` finds layers that a pointer would hit. `thorough` also finds layers that let the
 * pointer through and paint something, which makes the browser recompute the styles of the page. `vouched` is for an
 * element that the browser has checked for such layers itself: it finds only layers that no browser detects.
 */
export type CheckDepth = 'quick' | 'vouched' | 'thorough';

/** The lowest opacity at which an element counts as visible: its own times those of all its ancestors. */
const minOpacity = 0.5;

/** The smallest size on screen, in CSS pixels, at which a button is readable. */
const minSize = 16;

/** The largest blur, in pixels, at which words are readable. */
const maxBlur = 3;

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

/** Finds the obstacle that prevents an element from being seen; `null` if nothing does, or without a layout. */
export function findObstacle(element: Element, depth: CheckDepth): Obstacle | null {
  if (!hasLayout(element.ownerDocument)) return null;
  const box = element.getBoundingClientRect();
  if (box.width === 0 || box.height === 0) return null; // Not in view: `watchPresence` reports that.
  if (Math.min(box.width, box.height) < minSize || isFaint(element)) return 'faint';
  return isCovered(element, box, depth) ? 'covered' : null;
}

/**
 * Returns `true` when a browser may report a visible element as invisible, because of a transform, a filter, some
 * transparency, or a covered corner.
 */
export function mayBeMisreported(element: Element): boolean {
  for (const { opacity, filter, transform, scale, rotate, mixBlendMode } of stylesAround(element)) {
    const isPlain = [filter, scale, rotate].every(isNone) && (isNone(transform) || isTranslation(transform));
    if (Number.parseFloat(opacity) < 1 || !isPlain || mixBlendMode !== 'normal') return true;
  }
  const { clientWidth, clientHeight } = element.ownerDocument.documentElement;
  const box = element.getBoundingClientRect();
  if (box.top < 0 || box.left < 0 || box.bottom > clientHeight || box.right > clientWidth) return true;
  const steps = { x: Math.ceil(box.width / 8), y: Math.ceil(box.height / 8) };
  return withHitTesting(element, () => {
    for (let x = 0; x <= steps.x; x++)
      for (let y = 0; y <= steps.y; y++)
        if (hitsOver(element, pointIn(box, x / steps.x, y / steps.y)).length > 0) return true;
    return false;
  });
}

/** Returns `true` when a transform only translates. */
function isTranslation(transform: string): boolean {
  return /^matrix\(1, 0, 0, 1, /.test(transform);
}

function isFaint(element: Element): boolean {
  let opacity = 1;
  for (const style of stylesAround(element)) {
    if (style.visibility === 'hidden' || style.visibility === 'collapse') return true;
    if (style.mixBlendMode !== undefined && style.mixBlendMode !== '' && style.mixBlendMode !== 'normal') return true;
    const own = Number.parseFloat(style.opacity);
    opacity *= (Number.isNaN(own) ? 1 : own) * filterVisibility(style.filter);
    if (opacity < minOpacity) return true;
  }
  return false;
}

/** Returns how visible an element is through a filter, from 0 to 1. */
function filterVisibility(filter: string | undefined): number {
  let share = 1;
  for (const [, name, amount = ''] of (filter ?? '').matchAll(/(opacity|contrast|brightness|blur)\(([\d.e-]+)/g)) {
    const value = Number.parseFloat(amount);
    if (name === 'blur') share *= value > maxBlur ? 0 : 1;
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
function isCovered(element: Element, box: DOMRect, depth: CheckDepth): boolean {
  const { clientWidth, clientHeight } = element.ownerDocument.documentElement;
  const left = Math.max(0, box.left);
  const top = Math.max(0, box.top);
  const width = Math.min(clientWidth, box.right) - left;
  const height = Math.min(clientHeight, box.bottom) - top;
  const visible = new DOMRect(left, top, width, height);
  const points = samples.map(([x, y]) => pointIn(visible, x, y));
  // An app that draws its own cursor covers the middle of a button at a press, but not the points beside it.
  const besideMiddle = [-1, 1].map((side) => pointIn(visible, 0.5 + (side * minSize) / 2 / width, 0.5));
  const isCoveredBy = (layersAt: LayersAt, middle: readonly Point[]): boolean => {
    const isCoveredAt = (point: Point): boolean =>
      withFrames(element, point).some(([target, targetPoint]) =>
        layersAt(target, targetPoint).some((layer) => layer.closest(ignored) === null),
      );
    const covered = points.map(isCoveredAt);
    return (covered[0] === true && middle.every(isCoveredAt)) || covered.filter(Boolean).length * 2 > points.length;
  };
  if (isCoveredBy(hitsOver, [])) return true;
  if (depth !== 'quick' && isBehindBackdrops(element)) return true;
  return depth === 'thorough' && withHitTesting(element, () => isCoveredBy(paintsOver, besideMiddle));
}

function isBehindBackdrops(element: Element): boolean {
  const frame = frameOf(element.ownerDocument);
  return isBehindBackdrop(element) || (frame !== null && isBehindBackdrops(frame));
}

type LayersAt = (element: Element, point: Point) => readonly Element[];

/** Returns an element and the same-origin frames around it, each with the same point in its own page. */
function withFrames(element: Element, point: Point): readonly (readonly [target: Element, point: Point])[] {
  const frame = frameOf(element.ownerDocument);
  if (frame === null) return [[element, point]];
  const { left, top, width, height } = frame.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = frame as HTMLElement; // An element that shows a page is a frame.
  const x = left + (frame.clientLeft + point.x) * (width / offsetWidth);
  const y = top + (frame.clientTop + point.y) * (height / offsetHeight);
  return [[element, point], ...withFrames(frame, { x, y })];
}

/**
 * Returns the elements that a pointer hits at a point in front of an element, topmost first. Empty if the browser
 * cannot hit-test.
 */
function hitsOver(element: Element, { x, y }: Point): readonly Element[] {
  const root = element.getRootNode() as Partial<DocumentOrShadowRoot>; // The root of a detached element cannot hit-test.
  if (root.elementsFromPoint === undefined) return [];
  const hits = root.elementsFromPoint(x, y);
  const own = hits.findIndex((hit) => element.contains(hit));
  if (own >= 0) return hits.slice(0, own);
  // A point outside of the window hits nothing. A frame may have such a part, so only other elements count as covered.
  return hits.length > 0 || /^i?frame$/i.test(element.tagName) ? hits : [element.ownerDocument.documentElement];
}

/**
 * Returns the elements that paint at a point in front of an element, while everything is hit-testable. An ancestor is
 * in front only if its text or pseudo-element covers the element.
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
function withHitTesting<T>(element: Element, check: () => T): T {
  const page = element.ownerDocument;
  const frame = frameOf(page);
  const checkWithFrames = (): T => (frame === null ? check() : withHitTesting(frame, check));
  const sheet = hitTestingSheet(page);
  if (sheet === undefined) return checkWithFrames();
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet];
  try {
    return checkWithFrames();
  } finally {
    page.adoptedStyleSheets = page.adoptedStyleSheets.filter((other) => other !== sheet);
  }
}

const sheets = new WeakMap<Document, CSSStyleSheet>();

/** Returns a constructed style sheet, because a strict Content-Security-Policy forbids style elements. */
function hitTestingSheet(page: Document): CSSStyleSheet | undefined {
  const existing = sheets.get(page);
  if (existing !== undefined) return existing;
  const Sheet = page.defaultView?.CSSStyleSheet;
  if (Sheet === undefined || !('replaceSync' in Sheet.prototype) || page.adoptedStyleSheets === undefined)
    return undefined;
  const sheet = new Sheet();
  // Among important declarations, the earliest cascade layer wins. Pages list `countersign` before their own layers.
  sheet.replaceSync('@layer countersign { *, *::before, *::after { pointer-events: auto !important; } }');
  sheets.set(page, sheet);
  return sheet;
}
