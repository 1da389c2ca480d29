import { type ScriptedModel, scriptedModel } from 'countersign/testing';

const question = { toolName: 'confirm', input: { question: 'Is it really old?' } };
const note = (path: string) => ({ toolName: 'writeNote', input: { path, text: 'Hello' } });

/** Replaces the model of the first app: it reads, asks the page for a result, then deletes. */
export const chatModel: ScriptedModel = scriptedModel([
  { calls: [{ toolName: 'listNotes', input: {} }] },
  { calls: [question] },
  { calls: [{ toolName: 'deleteNote', input: { name: 'old' } }] },
  'It is gone.',
]);

/** Replaces the model of the app with a custom card: one note without approval, one with approval. */
export const notesModel: ScriptedModel = scriptedModel([
  { calls: [note('/drafts/a.md'), note('/published/b.md')] },
  'Both are written.',
]);
