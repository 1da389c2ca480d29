import { createAgent, tool, useAgentRun } from 'countersign';
import { AgentChat } from 'countersign/components';
import 'countersign/styles.css';
import { scriptedModel } from 'countersign/testing';
import { z } from 'zod';

const notes = new Set(['milk', 'old']);
const deleteNote = tool({
  description: 'Delete a note: milk or old',
  inputSchema: z.object({ name: z.string() }),
  requiresApproval: true,
  execute: ({ name }) => (notes.delete(name) ? 'Deleted.' : 'There is no such note.'),
});

// Plays these turns for any message. Replace it with a real model, below.
const model = scriptedModel([
  { text: 'I will delete the old note.', calls: [{ toolName: 'deleteNote', input: { name: 'old' } }] },
  'The old note is gone.',
  'My script ends here. A real model would go on.',
]);
const agent = createAgent({ model, instructions: 'You look after notes.', tools: { deleteNote } });

export default function App() {
  const run = useAgentRun({ agent });
  return (
    <div style={{ height: '100dvh' }}>
      <AgentChat run={run} />
    </div>
  );
}
