'use client';
import { type Part, part, type Without } from '../part/part.js';
import * as RememberChoice from './remember-choice.parts.js';
import type { RememberRootProps, RememberState } from './remember-root.js';

/**
 * A choice between just this once, and a scope and lifetime, with the exact words of the grant.
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
