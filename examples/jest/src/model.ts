import { type ScriptedTurn, scriptedModel } from 'countersign/testing';

const turn: ScriptedTurn = ({ prompt }) =>
  prompt.at(-1)?.role === 'tool'
    ? 'That is done.'
    : { text: 'This one is old.', calls: [{ toolName: 'deleteNote', input: { name: 'old' } }] };

/** Stands in for a model, so that the example needs no key: use one of any provider of the AI SDK. */
export const model = scriptedModel(Array.from({ length: 1_000 }, () => turn));
