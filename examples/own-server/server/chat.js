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

/** Answers a page. There is nobody to sign in here, so whoever knows a chat's id may use it: name who asks instead. */
export const chat = (request) => handleChat(request, { agent, store, authorize: 'anyone' });
