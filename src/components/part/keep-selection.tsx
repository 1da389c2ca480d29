'use client';
import { Component, type ReactNode, type RefObject } from 'react';

/** Props of {@link KeepSelection}. */
interface KeepSelectionProps {
  /** The element whose text may change while it is selected. */
  readonly within: RefObject<Element | null>;
  readonly children: ReactNode;
}

/**
 * Preserves the selection in a text that grows. React replaces the data of a text node, and browsers then move both
 * ends of the selection to its beginning. A class, because only `getSnapshotBeforeUpdate` runs right before that.
 */
export class KeepSelection extends Component<KeepSelectionProps> {
  override getSnapshotBeforeUpdate(): SelectedRange | null {
    const element = this.props.within.current;
    return element === null ? null : readRange(element);
  }

  override componentDidUpdate(_: KeepSelectionProps, __: unknown, range: SelectedRange | null): void {
    if (range !== null) restoreRange(range);
  }

  override render(): ReactNode {
    return this.props.children;
  }
}

/** A selection that is not empty, in the direction in which it was made. */
interface SelectedRange {
  readonly selection: Selection;
  readonly anchor: RangeEnd;
  readonly focus: RangeEnd;
}

interface RangeEnd {
  readonly node: Node;
  readonly offset: number;
  /** The text before the end, in a text node. */
  readonly before: string;
}

function readRange(element: Element): SelectedRange | null {
  // Only some browsers have the selection of a shadow root.
  const root = element.getRootNode() as Partial<Pick<Document, 'getSelection'>>;
  const selection = root.getSelection?.() ?? element.ownerDocument.getSelection();
  if (selection === null || selection.isCollapsed) return null;
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
  if (anchorNode === null || focusNode === null) return null;
  if (!element.contains(anchorNode) && !element.contains(focusNode)) return null;
  return { selection, anchor: rangeEnd(anchorNode, anchorOffset), focus: rangeEnd(focusNode, focusOffset) };
}

function rangeEnd(node: Node, offset: number): RangeEnd {
  return { node, offset, before: (node.nodeValue ?? '').slice(0, offset) };
}

function restoreRange({ selection, anchor, focus }: SelectedRange): void {
  if (isAt(anchor, selection.anchorNode, selection.anchorOffset)) {
    if (isAt(focus, selection.focusNode, selection.focusOffset)) return;
  }
  if (stands(anchor) && stands(focus)) selection.setBaseAndExtent(anchor.node, anchor.offset, focus.node, focus.offset);
}

function isAt({ node, offset }: RangeEnd, otherNode: Node | null, otherOffset: number): boolean {
  return node === otherNode && offset === otherOffset;
}

/** Returns `true` while the text before the end is still there. */
function stands({ node, offset, before }: RangeEnd): boolean {
  if (!node.isConnected) return false;
  return node.nodeValue === null ? offset <= node.childNodes.length : node.nodeValue.startsWith(before);
}
