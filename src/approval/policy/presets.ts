import type { PolicyRule } from './policy-rule.js';
import { allow, ask, block, deny } from './rules.js';

/**
 * Built-in policies.
 *
 * - `supervised`: reading files is allowed; all other declared capabilities require approval.
 * - `readOnly`: calls that only read are allowed, other declared capabilities are blocked; calls without any require
 *   approval.
 * - `autonomous`: declared capabilities are allowed, except those that delete, run programs or access secrets: they
 *   require approval.
 * - `approveAll`: everything is allowed, even if a tool requires approval. For tests and sandboxes.
 * - `rejectAll`: everything is denied, with a message to the model. For unattended runs.
 */
export type PolicyPreset = 'supervised' | 'readOnly' | 'autonomous' | 'approveAll' | 'rejectAll';

const reads = '*.read';

// Functions, so that bundlers can drop the rules of unused presets.
const presets: Readonly<Record<PolicyPreset, () => readonly PolicyRule[]>> = {
  supervised: () => [allow('fs.read', { reason: 'Reading files needs no approval.' })],
  readOnly: () => [
    allow(reads, { reason: 'It only reads.' }),
    allow({ annotations: { readOnlyHint: true } }, { reason: 'It declares that it only reads.' }),
    block({ capability: '*', except: reads }, 'Only reading is allowed.'),
    ask(
      { when: (call) => call.capabilities.length === 0, except: { annotations: { readOnlyHint: true } } },
      { name: 'no capabilities', reason: 'It does not declare what it accesses.' },
    ),
  ],
  autonomous: () => [
    allow('*', { reason: 'Reversible actions are allowed.' }),
    ask(
      { capability: ['fs.delete', 'proc.exec', 'secrets.access'] },
      { reason: 'It cannot be undone, or leaves the page.' },
    ),
    ask({ annotations: { destructiveHint: true } }, { reason: 'It declares that it is destructive.' }),
  ],
  approveAll: () => [allow({}, { name: 'everything', reason: 'Everything is allowed.' })],
  rejectAll: () => [deny({}, 'Nobody is available to approve, so nothing may run.', { name: 'everything' })],
};

/** Returns the rules of a preset. */
export function presetRules(preset: PolicyPreset): readonly PolicyRule[] {
  return presets[preset]();
}
