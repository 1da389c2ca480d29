import type { DeferredAnswer } from '../../protocol/answers.js';
import { buildResults, type ResultsInit } from '../../protocol/build-results.js';
import type { DeferredToolRequests, DeferredToolResults } from '../../protocol/deferred.js';
import { toolExpired } from '../../protocol/make-answer.js';
import type { BatchAnswers } from './read-answers.js';

/** Returns expiry answers for interrupted calls. Their end is then `unknown`, and they are not repeated. */
export function expireInterrupted({ calls }: DeferredToolRequests): BatchAnswers {
  return Object.fromEntries(
    calls.flatMap(({ toolCallId, interrupted }) => (interrupted === undefined ? [] : [[toolCallId, toolExpired()]])),
  );
}

/** Returns the requests without interrupted calls, because chat clients cannot say whether those took effect. */
export function withoutInterrupted(requests: DeferredToolRequests): DeferredToolRequests {
  return { ...requests, calls: requests.calls.filter(({ interrupted }) => interrupted === undefined) };
}

/** Converts answers to the results that a run expects. */
export function toBatchResults(requests: DeferredToolRequests, answers: BatchAnswers): DeferredToolResults {
  const of = (calls: DeferredToolRequests['calls']): Record<string, DeferredAnswer> =>
    Object.fromEntries(
      calls.flatMap(({ toolCallId }) =>
        Object.hasOwn(answers, toolCallId) ? [[toolCallId, answers[toolCallId]]] : [],
      ),
    ) as Record<string, DeferredAnswer>; // filtered above
  const [approvals, calls] = [of(requests.approvals), of(requests.calls)];
  return buildResults(requests, { approvals, calls } as ResultsInit); // `buildResults` validates it
}
