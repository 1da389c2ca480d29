import type { ConversationState } from 'countersign';
import { createVirtualClock, type VirtualClock, type VirtualEnvironment } from 'countersign/testing';

/** A condition on the state of a conversation. */
export type Reached = (state: ConversationState) => boolean;

/** The virtual time that a story runs in. */
export interface StoryTime {
  readonly clock: VirtualClock;
  readonly environment: VirtualEnvironment;
  /** Moves time on until the condition holds, and not a timer further. */
  readonly until: (reached: Reached) => Promise<void>;
  readonly dispose: () => void;
}

/** In a test nobody watches, so no time passes; in Storybook a live story goes at the pace that its script says. */
const isWatched = import.meta.env.VITEST_STORYBOOK === undefined;

const tick = 40;

/** Without a timer to move on to, something real may still be on its way: a digest, a lazy module. Counted in tasks. */
const patience = 200;

/** Makes the time of one story. `live`: it passes by itself while someone looks; else it stands still. */
export function createStoryTime(pace: 'live' | 'still', read: () => ConversationState): StoryTime {
  const clock = createVirtualClock();
  // What has happened is shown at once, so that a person may go on from a story in which time stands still.
  const environment: VirtualEnvironment = { ...clock.environment, scheduleFrame: soon };
  const passes = pace === 'live' && isWatched;
  // Components that count down read the page's clock.
  const realNow = Date.now;
  Date.now = environment.now;
  const ticking = passes ? setInterval(followPage(clock), tick) : undefined;

  const until = async (reached: Reached): Promise<void> => {
    await clock.settle();
    let idle = 0;
    while (!reached(read())) {
      if (!passes && (await clock.runNext())) continue;
      if (!passes && idle++ === patience) throw neverReached(read());
      await nextTask(passes ? tick : 0);
    }
  };
  const dispose = (): void => {
    Date.now = realNow;
    clearInterval(ticking);
  };
  return { clock, environment, until, dispose };
}

/** Moves time on by as much as has passed on the page, not by the tick: a busy page has fewer of them. */
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

const soon: VirtualEnvironment['scheduleFrame'] = (apply) => {
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
