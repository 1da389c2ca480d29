import { latestResults, type ScriptedTurn, scriptedModel } from 'countersign/testing';

const turn: ScriptedTurn = ({ prompt }) =>
  latestResults(prompt).length > 0
    ? 'That is done.'
    : { text: 'This one is old.', calls: [{ toolName: 'deleteNote', input: { name: 'old' } }] };

/** A scripted model, so that the example needs no key. Replace it with a model of any AI SDK provider. */
export const model = scriptedModel(Array.from({ length: 1_000 }, () => turn));
