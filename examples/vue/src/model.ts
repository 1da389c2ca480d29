import { latestResults, type ScriptedTurn, scriptedModel } from 'countersign/testing';

/** Lets the user choose a note, deletes it, and ends. */
const turn: ScriptedTurn = ({ prompt }) => {
  const [result] = latestResults(prompt);
  if (result === undefined) {
    return { text: 'Which note is old?', calls: [{ toolName: 'chooseNote', input: { names: ['milk', 'old'] } }] };
  }
  if (result.toolName !== 'chooseNote') return 'That is done.';
  const name = result.output.type === 'text' ? result.output.value : 'old';
  return { text: `I will delete the note ${name}.`, calls: [{ toolName: 'deleteNote', input: { name } }] };
};

/** A scripted model, so that the example needs no key. Replace it with a model of any AI SDK provider. */
export const model = scriptedModel(Array.from({ length: 1_000 }, () => turn));
