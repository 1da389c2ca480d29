import type { Conversation, Played, PlayedCall } from './conversation.js';

/** Two ways in which one conversation went. */
export interface Pair {
  readonly conversation: Conversation;
  readonly ours: Played;
  readonly theirs: Played;
}

/** A class of differences that is meant to be. Its reason stands in docs/migrate/pydantic-ai.md. */
export interface Difference {
  readonly name: string;
  readonly holds: (pair: Pair) => boolean;
}

const isOutput = ({ tool }: PlayedCall): boolean => tool.startsWith('give_');
const isWrong = ({ tool, input }: PlayedCall): boolean =>
  tool === 'nothing' || Object.values(input).includes('no number');

/** A call whose tool defers, and whose result others give. */
function isAnsweredElsewhere({ tool, input }: PlayedCall): boolean {
  return tool === 'plain' && (input.do === 'defer' || input.do === 'question') && input.yes === '';
}

/** A call that is skipped here, and of which their history says nothing. */
function isUnreported({ ours, theirs }: Pair, id: string): boolean {
  return ours.ends[id] === 'skipped' && theirs.ends[id] === undefined;
}

/** Everything but how calls ended. */
function courseOf({ outcome, ran, asked, requests, results }: Played): string {
  return JSON.stringify([outcome, ran.map(String).sort(), asked, requests, Object.entries(results).sort()]);
}

/** What may differ, and does not count as the same. */
export const differences: readonly Difference[] = [
  {
    name: 'the limit of tool calls counts what runs',
    holds: ({ conversation, ours, theirs }) =>
      conversation.limits.toolCalls !== undefined &&
      [ours, theirs].some(({ outcome }) => outcome.type === 'failed' && outcome.why === 'limit'),
  },
  {
    name: 'every call has an end',
    holds: (pair) =>
      courseOf(pair.ours) === courseOf(pair.theirs) &&
      Object.keys(pair.ours.ends).every((id) => pair.ours.ends[id] === pair.theirs.ends[id] || isUnreported(pair, id)),
  },
  {
    name: 'a result from elsewhere is a success of its tool',
    holds: ({ conversation, ours, theirs }) =>
      theirs.outcome.type === 'failed' &&
      ours.outcome.type !== 'failed' &&
      conversation.responses.some(({ calls }) => calls.some(isAnsweredElsewhere)),
  },
  {
    name: 'a wrong call beside an output is told to the model',
    holds: ({ conversation }) =>
      conversation.responses.some(({ calls }) => calls.some(isOutput) && calls.some(isWrong)),
  },
];

/** Whether both went the same way. Of runs that fail it counts that they do: what else had run by then is chance. */
export function isSame({ ours, theirs }: Pair): boolean {
  if (ours.outcome.type === 'failed' || theirs.outcome.type === 'failed')
    return ours.outcome.type === theirs.outcome.type;
  const endsOf = ({ ends }: Played): string => JSON.stringify(Object.entries(ends).sort());
  return courseOf(ours) === courseOf(theirs) && endsOf(ours) === endsOf(theirs);
}
