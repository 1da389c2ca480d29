import { createAgent, tool } from 'countersign/core';
import { handleChat, memoryRunStore } from 'countersign/server';
import { z } from 'zod';
import { model } from './model.js';

const notes = new Set(['milk', 'old']);

const deleteNote = tool({
  description: 'Delete one of the notes milk and old',
  inputSchema: z.object({ name: z.string() }),
  requiresApproval: true,
  execute: ({ name }) => (notes.delete(name) ? 'Deleted.' : 'There is no such note.'),
});

const agent = createAgent({ model, instructions: 'You look after notes.', tools: { deleteNote } });
const store = memoryRunStore();

/**
 * Responds to a page. This example has no login, so everybody who knows a chat's id may use it. A real app passes an
 * `authorize` function that returns the user's id.
 */
export const chat = (request) => handleChat(request, { agent, store, authorize: 'anyone' });
