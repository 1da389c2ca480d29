import type { DeferredAnswer } from '../../protocol/answers.js';
import { buildResults, type ResultsInit } from '../../protocol/build-results.js';
import type { DeferredToolRequests, DeferredToolResults } from '../../protocol/deferred.js';
import { toolExpired } from '../../protocol/make-answer.js';
import type { BatchAnswers } from './read-answers.js';

/** Nobody can say here what became of a call that was cut off: it is not known, and it is not run again. */
export function expireInterrupted({ calls }: DeferredToolRequests): BatchAnswers {
  return Object.fromEntries(
    calls.flatMap(({ toolCallId, begun }) => (begun === undefined ? [] : [[toolCallId, toolExpired()]])),
  );
}

/** What clients are asked: not about calls that were cut off, for they have no answer to give. */
export function withoutInterrupted(requests: DeferredToolRequests): DeferredToolRequests {
  return { ...requests, calls: requests.calls.filter(({ begun }) => begun === undefined) };
}

/** The answers to a batch, as its run takes them. */
export function toBatchResults(requests: DeferredToolRequests, answers: BatchAnswers): DeferredToolResults {
  const of = (calls: DeferredToolRequests['calls']): Record<string, DeferredAnswer> =>
    Object.fromEntries(
      calls.flatMap(({ toolCallId }) =>
        Object.hasOwn(answers, toolCallId) ? [[toolCallId, answers[toolCallId]]] : [],
      ),
    ) as Record<string, DeferredAnswer>; // they are there
  const [approvals, calls] = [of(requests.approvals), of(requests.calls)];
  return buildResults(requests, { approvals, calls } as ResultsInit); // it is looked at there
}
