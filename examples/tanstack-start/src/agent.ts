import { createAgent, tool } from 'countersign';
import { z } from 'zod';
import { model } from './model';

const notes = new Set(['milk', 'old']);

/** A client tool: it has no `execute`, because the page asks the user. */
const chooseNote = tool({
  description: 'Ask the user to choose one of several notes',
  inputSchema: z.object({ names: z.array(z.string()) }),
  outputSchema: z.string(),
  describe: () => ({ title: 'Choose a note' }),
});

const deleteNote = tool({
  description: 'Delete one of the notes milk and old',
  inputSchema: z.object({ name: z.string() }),
  requiresApproval: true,
  describe: ({ name }) => ({ title: `Delete the note ${name}` }),
  execute: ({ name }) => (notes.delete(name) ? 'Deleted.' : 'There is no such note.'),
});

export const agent = createAgent({
  model,
  instructions: 'You look after notes. Let the user choose before you delete one.',
  tools: { chooseNote, deleteNote },
});
