import type { FieldNode } from '../../form/field-node.js';
import type { CountersignStrings } from '../../words/strings.js';

/** Returns the label of a field. */
export function labelOf({ name, title }: FieldNode, strings: CountersignStrings['form'], whole: string): string {
  if (typeof name === 'number') return title === undefined ? strings.item(name + 1) : `${title} ${name + 1}`;
  return title ?? name ?? whole;
}

/** Returns the label of a field with those of its parents, for use away from the field. */
export function fullLabelOf(node: FieldNode, strings: CountersignStrings['form'], whole: string): string {
  return node.path.length > 1 ? strings.path(node.path) : labelOf(node, strings, whole);
}
