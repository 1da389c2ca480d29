import { createAgent, tool, useAgentRun } from 'countersign';
import { AgentChat, Confirm } from 'countersign/components';
import 'countersign/styles.css';
import { z } from 'zod';
import { chatModel as model } from './models.js';

const notes = new Map([
  ['milk', 'Buy milk'],
  ['old', 'Call Bo'],
]);

const listNotes = tool({
  description: 'List all notes',
  inputSchema: z.object({}),
  execute: () => Object.fromEntries(notes),
});
const deleteNote = tool({
  description: 'Delete a note',
  inputSchema: z.object({ name: z.string() }),
  requiresApproval: true,
  execute: ({ name }) => (notes.delete(name) ? 'Deleted.' : 'There is no such note.'),
});
const confirm = tool({ description: 'Ask the user yes or no', inputSchema: z.object({ question: z.string() }) });

const agent = createAgent({ model, instructions: 'You look after notes.', tools: { listNotes, deleteNote, confirm } });
const clientTools = { confirm: { render: Confirm } };

export default function App() {
  const run = useAgentRun({ agent, clientTools });
  return (
    <div style={{ height: '100dvh' }}>
      <AgentChat run={run} />
    </div>
  );
}
