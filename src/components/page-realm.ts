/**
 * A component may be rendered into a shadow root, an iframe or another window. Classes such as `HTMLElement` then
 * belong to another realm, and the document neither finds nor names elements of a shadow root. All such differences are
 * handled here.
 */

/** Returns `true` for a DOM node of any window. */
export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Partial<Node>).nodeType === 'number';
}

/** Returns `true` for an element of any window. */
export function isElement(value: unknown): value is Element {
  return isNode(value) && value.nodeType === 1;
}

/** Returns `true` for an HTML element of any window. */
export function isHtmlElement(value: unknown): value is HTMLElement {
  return isElement(value) && value.namespaceURI === 'http://www.w3.org/1999/xhtml';
}

/**
 * Returns the window of a node, with its observers and frames; `undefined` without one. A page that is in the
 * background renders no frames, although a window that it has opened is on screen.
 */
export function windowOf(node: Node): (Window & typeof globalThis) | undefined {
  const page = isDocument(node) ? node : node.ownerDocument;
  return page?.defaultView ?? undefined;
}

function isDocument(node: Node): node is Document {
  return node.nodeType === 9;
}

/** The document or shadow root that selectors and ids around an element are looked up in. */
export type PageRoot = Document | ShadowRoot;

/** Returns the document or shadow root of an element; its document while it is detached. */
export function pageRootOf(element: Element): PageRoot {
  const root = element.getRootNode();
  return root.nodeType === 9 || 'host' in root ? (root as PageRoot) : element.ownerDocument; // The two kinds of root.
}

/** Returns the root and all roots around it, up to the document. */
export function rootsAround(root: PageRoot): readonly PageRoot[] {
  return 'host' in root ? [root, ...rootsAround(pageRootOf(root.host))] : [root];
}

/**
 * Returns the focused element of the element's document, also within shadow roots; `null` when only the page has the
 * focus.
 */
export function focusedElement(element: Element): Element | null {
  const own = pageRootOf(element).activeElement;
  let focused = own ?? element.ownerDocument.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused === element.ownerDocument.body ? null : focused;
}
