'use client';
import { type Part, part, type Without } from '../part/part.js';
import * as RememberChoice from './remember-choice.parts.js';
import type { RememberRootProps, RememberState } from './remember-root.js';

/**
 * Just this once, or for which calls and for how long, with the exact words of what is granted.
 *
 * @example <RememberMenu call={item.call} agentPath={batch.agentPath} value={remember} onValueChange={setRemember} />
 */
export const RememberMenu: Part<'div', RememberState, RememberRootProps & Without<'children'>> = part(
  'RememberMenu',
  'div',
  (props) => (
    <RememberChoice.Root {...props}>
      <RememberChoice.Scope />
      <RememberChoice.Lifetime />
      <RememberChoice.Words />
    </RememberChoice.Root>
  ),
);
