import type { DeferredToolHandler, HandlerContext } from '../approval/broker/handler.js';
import { buildResults, type ResultsInit } from '../protocol/build-results.js';
import type { DeferredToolRequests, DeferredToolResults } from '../protocol/deferred.js';

/** A pending batch of a {@link controllableHandler}. */
export interface HeldBatch {
  readonly requests: DeferredToolRequests;
  readonly ctx: HandlerContext;
  /** Answers with decisions, in their shortest form. */
  readonly answer: (init: ResultsInit) => void;
  /** Returns any value to the run, for tests of invalid results. */
  readonly settle: (value: DeferredToolResults | null) => void;
  readonly decline: () => void;
  readonly fail: (error: unknown) => void;
}

/** A handler whose answers a test controls. */
export interface ControllableHandler {
  readonly handler: DeferredToolHandler;
  /** All batches that the handler received, in order. */
  readonly batches: readonly HeldBatch[];
  /** Resolves with the next batch that `next` has not returned yet. */
  readonly next: () => Promise<HeldBatch>;
}

/**
 * Makes a handler that waits for the test to answer.
 *
 * @example
 * const people = controllableHandler();
 * const run = agent.run('Delete a.txt', { deferredToolHandler: people.handler });
 * (await people.next()).answer({ approveAll: true });
 */
export function controllableHandler(): ControllableHandler {
  const batches: HeldBatch[] = [];
  const waiting: ((batch: HeldBatch) => void)[] = [];
  let taken = 0;
  return {
    batches,
    handler: (requests, ctx) => {
      const { promise, resolve, reject } = withResolvers<DeferredToolResults | null>();
      const batch: HeldBatch = {
        requests,
        ctx,
        answer: (init) => resolve(buildResults(requests, init)),
        settle: resolve,
        decline: () => resolve(null),
        fail: reject,
      };
      batches.push(batch);
      const waiter = waiting.shift();
      if (waiter !== undefined) {
        taken += 1;
        waiter(batch);
      }
      return promise;
    },
    next: () => {
      const ready = batches[taken];
      if (ready === undefined) return new Promise((resolve) => waiting.push(resolve));
      taken += 1;
      return Promise.resolve(ready);
    },
  };
}

interface Resolvers<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

function withResolvers<T>(): Resolvers<T> {
  let resolve: (value: T) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
