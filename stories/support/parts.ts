import type { ComponentType } from 'react';

/**
 * Returns the parts of a namespace by their public names, such as `Approval.Title`, so that the docs page of a
 * component lists each with its props.
 *
 * @example const meta = { component: ApprovalCard, subcomponents: partsOf('Approval', Approval) };
 */
export function partsOf(namespace: string, parts: Readonly<Record<string, unknown>>): Record<string, ComponentType> {
  const components = Object.entries(parts).filter(([name]) => /^[A-Z]/.test(name));
  return Object.fromEntries(
    components.map(([name, part]) => [`${namespace}.${name}`, part as ComponentType]), // the members of a namespace are components
  );
}
