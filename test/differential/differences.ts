import type { Conversation, PlayedCall, PlayedConversation } from './conversation.js';

/** The results of one conversation in both runtimes. */
export interface Pair {
  readonly conversation: Conversation;
  readonly ours: PlayedConversation;
  readonly theirs: PlayedConversation;
}

/** A class of intended differences. Its reason is in docs/migrate/pydantic-ai.md. */
export interface Difference {
  readonly name: string;
  readonly holds: (pair: Pair) => boolean;
}

const isOutput = ({ tool }: PlayedCall): boolean => tool.startsWith('give_');
const isWrong = ({ tool, input }: PlayedCall): boolean =>
  tool === 'nothing' || Object.values(input).includes('no number');

/** Returns `true` for a call whose tool defers and whose result is external. */
function isAnsweredElsewhere({ tool, input }: PlayedCall): boolean {
  return tool === 'plain' && (input.do === 'defer' || input.do === 'question') && input.yes === '';
}

/** Returns `true` for a call that is skipped here and missing in their history. */
function isMissingInTheirs({ ours, theirs }: Pair, id: string): boolean {
  return ours.ends[id] === 'skipped' && theirs.ends[id] === undefined;
}

/** The result without the ends of calls. */
function withoutEnds({ outcome, ran, asked, requests, results }: PlayedConversation): string {
  return JSON.stringify([outcome, ran.map(String).sort(), asked, requests, Object.entries(results).sort()]);
}

/** The allowed differences. */
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
      withoutEnds(pair.ours) === withoutEnds(pair.theirs) &&
      Object.keys(pair.ours.ends).every(
        (id) => pair.ours.ends[id] === pair.theirs.ends[id] || isMissingInTheirs(pair, id),
      ),
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

/**
 * Returns `true` if both results are the same. For failed runs only the failure counts, because the other
 * calls run concurrently.
 */
export function isSame({ ours, theirs }: Pair): boolean {
  if (ours.outcome.type === 'failed' || theirs.outcome.type === 'failed')
    return ours.outcome.type === theirs.outcome.type;
  const endsOf = ({ ends }: PlayedConversation): string => JSON.stringify(Object.entries(ends).sort());
  return withoutEnds(ours) === withoutEnds(theirs) && endsOf(ours) === endsOf(theirs);
}
