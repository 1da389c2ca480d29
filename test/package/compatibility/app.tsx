import { createAgent, createPolicy, tool, type UseAgentRunResult, useAgentRun } from 'countersign';
import { AgentChat, Confirm } from 'countersign/components';
import 'countersign/styles.css';
import type { LanguageModel } from 'ai';
import { germanStrings } from 'countersign/languages/de';
import { scriptedModel } from 'countersign/testing';
import { z } from 'zod';

export const notes: Set<string> = new Set(['milk', 'old']);

const deleteNote = tool({
  description: 'Delete a note',
  inputSchema: z.object({ name: z.string(), reason: z.enum(['old', 'done']).optional() }),
  requiresApproval: true,
  execute: ({ name }) => (notes.delete(name) ? 'Deleted.' : 'There is no such note.'),
});
const confirm = tool({ description: 'Ask the user', inputSchema: z.object({ question: z.string() }) });

const script = scriptedModel([{ calls: [{ toolName: 'deleteNote', input: { name: 'old' } }] }, 'The note is gone.']);
// The AI SDK and this package mean the same models.
const model: LanguageModel = script;
const agent = createAgent({ model: script, tools: { deleteNote, confirm }, policy: createPolicy({ rules: [] }) });
const clientTools = { confirm: { render: Confirm } };

export function App() {
  const run: UseAgentRunResult = useAgentRun({ agent, clientTools });
  return <AgentChat run={run} />;
}

export function wrongInput(): unknown {
  // @ts-expect-error The input of the tool has a name, not a title.
  return deleteNote.execute({ title: 'old' });
}

export const exported: readonly unknown[] = [germanStrings, model];
