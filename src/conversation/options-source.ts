import { UserError } from '../protocol/base/errors.js';
import type { ConversationOptions } from './conversation.js';
import type { ConversationState } from './state/conversation-state.js';

/** The options of a conversation, and the point in time at which they are read again. */
export interface OptionsSource<DEPS = unknown, OUTPUT = unknown> {
  /** Returns the current options. Called for each event, so it must be cheap. */
  readonly current: () => ConversationOptions<DEPS, OUTPUT>;
  /** Reads the options again, at the start of a run. */
  readonly renew: () => void;
}

/**
 * Calls the app's function now and at the start of each run. Its result is used until the next call, because the app
 * may create its agent in this function. Without a function, the options stay the same.
 */
export function readOncePerRun<DEPS, OUTPUT>(
  given: ConversationOptions<DEPS, OUTPUT> | (() => ConversationOptions<DEPS, OUTPUT>),
): OptionsSource<DEPS, OUTPUT> {
  const read = (): ConversationOptions<DEPS, OUTPUT> => (typeof given === 'function' ? given() : given);
  let options = read();
  return {
    current: () => options,
    renew: () => {
      options = read();
    },
  };
}

/** The options that a conversation reads only when it is created, with advice for the error message. */
const fixedOptions = {
  storage: 'Make the storage once, outside of the component',
  grants: 'Make them once, outside of the component',
  broker: 'Make it once, outside of the component',
  runKey: 'Make a new conversation for another key',
} as const;

type Fixed = Pick<ConversationOptions, keyof typeof fixedOptions | 'initialMessages'>;

/**
 * Compares later options with those that the conversation was created with. Reports each option that has changed too
 * late on the console, once.
 *
 * @returns a function to call with the newest options and the state of the conversation.
 */
export function createOptionCheck(first: Fixed): (now: Fixed, state: Pick<ConversationState, 'messages'>) => void {
  const reported = new Set<string>();
  const report = (name: string, cure: string): void => {
    if (reported.has(name)) return;
    reported.add(name);
    const error = new UserError(
      'option-changed',
      `The option '${name}' has changed, but this conversation was made with another value and continues with that one. ${cure}, or give the component another \`key\`.`,
    );
    // biome-ignore lint/suspicious/noConsole: the conversation continues, so there is nothing to throw or reject
    console.error(error);
  };
  return (now, { messages }) => {
    const isStored = first.storage !== undefined && first.runKey !== undefined;
    for (const name of ['grants', 'broker', 'runKey'] as const)
      if (now[name] !== first[name]) report(name, fixedOptions[name]);
    if (isStored && now.storage !== first.storage) report('storage', fixedOptions.storage);
    // Apps often create the list from the conversation's own messages, so it is compared only while nothing is shown.
    const cameLate = (first.initialMessages ?? []).length === 0 && (now.initialMessages ?? []).length > 0;
    if (cameLate && messages.length === 0) report('initialMessages', 'Render the component once they are loaded');
  };
}
