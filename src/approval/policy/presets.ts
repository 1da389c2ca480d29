import type { PolicyRule } from './policy-rule.js';
import { allow, ask, block, deny } from './rules.js';

/**
 * Ready-made policies.
 *
 * - `supervised`: reading files is allowed, everything else that a tool declares is asked about.
 * - `readOnly`: what only reads is allowed, what declares anything else is blocked, what declares nothing is asked about.
 * - `autonomous`: what tools declare is allowed, except what destroys, runs programs, or touches secrets: that is asked about.
 * - `approveAll`: everything is allowed, also what tools want to ask about. For tests and sandboxes.
 * - `rejectAll`: everything is denied, and the model is told. For runs that nobody watches.
 */
export type PolicyPreset = 'supervised' | 'readOnly' | 'autonomous' | 'approveAll' | 'rejectAll';

const reads = '*.read';

// Functions, so that what an app does not use is left out of its bundle.
const presets: Readonly<Record<PolicyPreset, () => readonly PolicyRule[]>> = {
  supervised: () => [allow('fs.read', { reason: 'Reading files needs no question.' })],
  readOnly: () => [
    allow(reads, { reason: 'It only reads.' }),
    allow({ annotations: { readOnlyHint: true } }, { reason: 'It says that it only reads.' }),
    block({ capability: '*', except: reads }, 'Only reading is allowed here.'),
    ask(
      { when: (call) => call.capabilities.length === 0, except: { annotations: { readOnlyHint: true } } },
      { name: 'no capabilities', reason: 'It does not say what it touches.' },
    ),
  ],
  autonomous: () => [
    allow('*', { reason: 'Whatever can be undone is allowed here.' }),
    ask(
      { capability: ['fs.delete', 'proc.exec', 'secrets.access'] },
      { reason: 'It cannot be undone, or leaves the page.' },
    ),
    ask({ annotations: { destructiveHint: true } }, { reason: 'It says that it destroys.' }),
  ],
  approveAll: () => [allow({}, { name: 'everything', reason: 'Everything is allowed here.' })],
  rejectAll: () => [deny({}, 'Nobody is here to approve, so nothing may run.', { name: 'everything' })],
};

/** The rules of a preset. */
export function presetRules(preset: PolicyPreset): readonly PolicyRule[] {
  return presets[preset]();
}
