import { createAgent, tool } from 'countersign';
import { z } from 'zod';
import { model } from './model';

const notes = new Set(['milk', 'old']);

const deleteNote = tool({
  description: 'Delete one of the notes milk and old',
  inputSchema: z.object({ name: z.string() }),
  requiresApproval: true,
  describe: ({ name }) => ({ title: `Delete the note ${name}` }),
  execute: ({ name }) => (notes.delete(name) ? 'Deleted.' : 'There is no such note.'),
});

export const agent = createAgent({ model, instructions: 'You look after notes.', tools: { deleteNote } });
