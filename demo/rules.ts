import { allow, ask, block, createPolicy, type Policy, type PolicyCall } from 'countersign';
import { isProtected } from './workspace/index.js';

/** The sets of rules, which differ in what the agent may do without approval. */
export type RulesName = 'look' | 'usual' | 'careful';

/** A set of rules that a person can choose, with its description for people. */
export interface Rules {
  readonly name: RulesName;
  readonly title: string;
  readonly about: string;
  readonly policy: Policy;
}

const writes = ({ input }: PolicyCall): string =>
  typeof input === 'object' && input !== null && 'path' in input ? String(input.path) : '';

/** The sets of rules, the usual one first. */
export const rules: readonly Rules[] = [
  {
    name: 'usual',
    title: 'Ask about what matters',
    about: 'Reads and writes at once. Asks before it deletes, renames, or touches a protected file.',
    policy: createPolicy({
      name: 'usual',
      rules: [
        allow('fs.write', { reason: 'Writing can be undone.' }),
        ask(
          { tool: 'write_file', when: (call) => isProtected(writes(call)) },
          { name: 'protected files', reason: 'This file is protected.' },
        ),
        ask({ tool: 'rename_file' }, { name: 'renames', reason: 'Other files may point to this name.' }),
        ask('fs.delete', { reason: 'A deleted file can’t be restored.' }),
      ],
    }),
  },
  {
    name: 'careful',
    title: 'Ask about every change',
    about: 'Reads at once. You decide about each file that would be written, renamed or deleted.',
    policy: createPolicy({
      name: 'careful',
      rules: [ask({ capability: ['fs.write', 'fs.delete'] }, { reason: 'You want to see every change first.' })],
    }),
  },
  {
    name: 'look',
    title: 'Read only',
    about: 'Reads only. Every change is blocked, and the agent knows it.',
    policy: createPolicy({
      name: 'look',
      rules: [block({ capability: ['fs.write', 'fs.delete'] }, 'Your rules allow reading only.')],
    }),
  },
];

/** Returns the policy of a set of rules. */
export function policyOf(name: RulesName): Policy | null {
  return rules.find((each) => each.name === name)?.policy ?? null;
}

/** Returns the title of a set of rules. */
export function titleOf(name: RulesName): string {
  return rules.find((each) => each.name === name)?.title ?? '';
}
