import { type ComponentType, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { type BlockProps, globals, WithBlockProps } from './block-props.js';

Object.assign(globalThis, globals);

/** The type of the props in a block whose component passes them on whole. */
export type WholeProps = 'card' | 'client-tool';

const whole = {
  card: ['run', 'item', 'batch'],
  'client-tool': ['call', 'input', 'submit', 'fail'],
} as const satisfies Record<WholeProps, readonly (keyof BlockProps)[]>;

/**
 * Returns the props that a component takes: those in its destructuring, or those of the type. Other props
 * would become attributes of its elements.
 */
function propsOf(
  Component: ComponentType<Partial<BlockProps>>,
  type: WholeProps,
  given: BlockProps,
): Partial<BlockProps> {
  const [, braces] = /^[^(]*\(\s*\{([^}]*)\}/.exec(Component.toString()) ?? [];
  const names: readonly string[] = braces?.split(',').map((name) => name.trim()) ?? whole[type];
  return Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name)));
}

const isComponent = ([name, value]: readonly [string, unknown]): boolean =>
  /^[A-Z]|^default$/.test(name) && typeof value === 'function';

/**
 * Mounts each component that a block exports with its props. A block without exported components renders by
 * itself.
 */
export async function show(load: () => Promise<object>, type: WholeProps): Promise<void> {
  const exported = Object.entries(await load()).filter(isComponent);
  const place = document.querySelector('#root');
  if (exported.length === 0 || place === null) return;
  createRoot(place).render(
    <StrictMode>
      {exported.map(([name, Component]: [string, ComponentType<Partial<BlockProps>>]) => (
        <WithBlockProps key={name}>{(given) => <Component {...propsOf(Component, type, given)} />}</WithBlockProps>
      ))}
    </StrictMode>,
  );
}
