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

/** From the most to the least that is asked. */
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
        ask('fs.delete', { reason: 'What is deleted cannot be brought back.' }),
      ],
    }),
  },
  {
    name: 'careful',
    title: 'Ask about every change',
    about: 'Reads at once. Each file that would be written, renamed or deleted is yours to decide.',
    policy: createPolicy({
      name: 'careful',
      rules: [ask({ capability: ['fs.write', 'fs.delete'] }, { reason: 'You want to see every change first.' })],
    }),
  },
  {
    name: 'look',
    title: 'Look, do not touch',
    about: 'Reads only. Whatever would change a file is blocked, and the agent is told so.',
    policy: createPolicy({
      name: 'look',
      rules: [block({ capability: ['fs.write', 'fs.delete'] }, 'Only looking is allowed at the moment.')],
    }),
  },
];

/** Returns the policy of a set of rules. */
export function policyOf(name: RulesName): Policy | null {
  return rules.find((each) => each.name === name)?.policy ?? null;
}
