import type { ConversationState } from 'countersign';
import { createVirtualClock, type VirtualClock, type VirtualEnvironment } from 'countersign/testing';

/** A condition on the state of a conversation. */
export type StateCondition = (state: ConversationState) => boolean;

/** The virtual time of a story. */
export interface StoryTime {
  readonly clock: VirtualClock;
  readonly environment: VirtualEnvironment;
  /** Advances time until the condition holds, and not one timer further. */
  readonly until: (reached: StateCondition) => Promise<void>;
  readonly dispose: () => void;
}

/** Time passes only in Storybook, where somebody can watch a live story. In a test it stands still. */
const isWatched = import.meta.env.VITEST_STORYBOOK === undefined;

const tick = 40;

/**
 * The number of macrotasks to wait when no timer is left. Work outside of virtual time may be pending, such as
 * a digest or a lazy module.
 */
const maxIdleTasks = 200;

/**
 * Creates the time of one story. `live`: it passes by itself while somebody is watching; otherwise it stands
 * still.
 */
export function createStoryTime(pace: 'live' | 'still', read: () => ConversationState): StoryTime {
  const clock = createVirtualClock();
  // Render events immediately, so that a user can continue from a story in which time stands still.
  const environment: VirtualEnvironment = { ...clock.environment, scheduleFrame: applyImmediately };
  const passes = pace === 'live' && isWatched;
  // Components with a countdown read the page's clock.
  const realNow = Date.now;
  Date.now = environment.now;
  const ticking = passes ? setInterval(followPage(clock), tick) : undefined;

  const until = async (reached: StateCondition): Promise<void> => {
    await clock.settle();
    let idle = 0;
    while (!reached(read())) {
      if (!passes && (await clock.runNext())) continue;
      if (!passes && idle++ === maxIdleTasks) throw neverReached(read());
      await nextTask(passes ? tick : 0);
    }
  };
  const dispose = (): void => {
    Date.now = realNow;
    clearInterval(ticking);
  };
  return { clock, environment, until, dispose };
}

/** Advances time by the elapsed time of the page, not by ticks, because a busy page skips ticks. */
function followPage(clock: VirtualClock): () => Promise<void> {
  let seen = performance.now();
  let isMoving = false;
  return async () => {
    if (isMoving) return;
    isMoving = true;
    const now = performance.now();
    const passed = now - seen;
    seen = now;
    await clock.advance(passed).finally(() => {
      isMoving = false;
    });
  };
}

const applyImmediately: VirtualEnvironment['scheduleFrame'] = (apply) => {
  let isCalledOff = false;
  queueMicrotask(() => {
    if (!isCalledOff) apply();
  });
  return () => {
    isCalledOff = true;
  };
};

function nextTask(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function neverReached({ status, pending, error }: ConversationState): Error {
  const problem = error === null ? '' : ` It failed: ${error.message}`;
  return new Error(
    `The story's script came to its end before the state that was asked for. The conversation is '${status}' with ${pending.length} open batches.${problem}`,
  );
}
