import type { FieldNode } from '../../form/field-node.js';
import type { CountersignStrings } from '../../words/strings.js';

/** What a field is called on the page. */
export function labelOf({ name, title }: FieldNode, strings: CountersignStrings['form'], whole: string): string {
  if (typeof name === 'number') return title === undefined ? strings.item(name + 1) : `${title} ${name + 1}`;
  return title ?? name ?? whole;
}

/** What a field is called where it stands alone: with what it is in. */
export function fullLabelOf(node: FieldNode, strings: CountersignStrings['form'], whole: string): string {
  return node.path.length > 1 ? strings.path(node.path) : labelOf(node, strings, whole);
}
