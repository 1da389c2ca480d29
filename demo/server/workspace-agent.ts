import { type Agent, allow, ask, createAgent, createPolicy } from 'countersign/core';
import { createStandInModel } from '../model/index.js';
import { type Deps, instructions, tools } from '../tools.js';
import { isProtected } from '../workspace/index.js';

/** The name of the agent in requests. */
export const agentName = 'workspace';

const { list_files, read_file, search_files, write_file, delete_file, rename_file, ask_user, confirm } = tools;

const pathOf = (input: unknown): string =>
  typeof input === 'object' && input !== null && 'path' in input ? String(input.path) : '';

/**
 * Returns the demo's agent for several people: without the tools that need a person's computer, and with rules for
 * roles.
 */
export function workspaceAgent(): Agent<Deps> {
  return createAgent({
    name: 'Workspace',
    model: createStandInModel({ pace: 'instant' }),
    instructions,
    tools: { list_files, read_file, search_files, write_file, delete_file, rename_file, ask_user, confirm },
    policy: createPolicy({
      name: 'shared',
      rules: [
        ask(
          { tool: ['write_file', 'delete_file'], when: ({ input }) => isProtected(pathOf(input)) },
          {
            name: 'protected files',
            reason: 'This file is protected: two of the ops have to agree.',
            approvals: 2,
            from: ['role:ops'],
            notRequester: true,
          },
        ),
        allow('fs.write', { reason: 'Writing can be undone.' }),
        ask('fs.delete', { reason: 'A deleted file can’t be restored.' }),
      ],
    }),
  });
}
