import type { ScriptedCall } from 'countersign/testing';

/** Clears a protected file. Medium risk; the tool requires approval. */
export const clearEnv: ScriptedCall = {
  toolName: 'write_file',
  input: { path: '.env', content: '' },
};

/** Destructive. */
export const deleteOld: ScriptedCall = { toolName: 'delete_file', input: { path: 'notes/old.md' } };

/** High risk, with a list and a longer text in its input. */
export const invite: ScriptedCall = {
  toolName: 'send_mail',
  input: {
    to: ['ana@example.com', 'bo@example.com'],
    subject: 'Friday',
    body: 'We meet at nine.\nBring the plan.',
  },
};

/** Runs without approval. */
export const readPlan: ScriptedCall = { toolName: 'read_file', input: { path: 'notes/plan.md' } };

/** External: the page provides its result. */
export const pickLogo: ScriptedCall = { toolName: 'pick_file', input: { reason: 'The logo is missing.' } };

/** Low risk, but requires approval. */
export function makeFolder(path: string): ScriptedCall {
  return { toolName: 'make_folder', input: { path } };
}

/** Twelve calls that depend on each other. */
export const releasePlan: readonly ScriptedCall[] = [
  makeFolder('release'),
  makeFolder('release/notes'),
  clearEnv,
  { toolName: 'write_file', input: { path: 'package.json', content: '{ "version": "2.0.0" }' } },
  ...['old.md', 'draft.md', 'todo.md', 'scratch.md'].map((name) => ({
    toolName: 'delete_file',
    input: { path: `notes/${name}` },
  })),
  makeFolder('release/pictures'),
  { toolName: 'write_file', input: { path: 'release/package.json', content: '{ "private": true }' } },
  pickLogo,
  { toolName: 'send_mail', input: { to: ['all@example.com'], subject: 'Release', body: 'It is out.' } },
];
