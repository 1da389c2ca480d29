import { type ScriptedModel, scriptedModel } from 'countersign/testing';

const question = { toolName: 'confirm', input: { question: 'Is it really old?' } };
const note = (path: string) => ({ toolName: 'writeNote', input: { path, text: 'Hello' } });

/** Stands in for the model of the first app: it reads, asks the page, then deletes. */
export const chatModel: ScriptedModel = scriptedModel([
  { calls: [{ toolName: 'listNotes', input: {} }] },
  { calls: [question] },
  { calls: [{ toolName: 'deleteNote', input: { name: 'old' } }] },
  'It is gone.',
]);

/** Stands in for the model of the app with a card of its own: one note that is free, one that is asked about. */
export const notesModel: ScriptedModel = scriptedModel([
  { calls: [note('/drafts/a.md'), note('/published/b.md')] },
  'Both are written.',
]);
