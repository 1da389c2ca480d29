import type { StoreApi } from 'zustand/vanilla';
import { UserError } from '../../protocol/base/errors.js';
import type { JSONValue } from '../../protocol/base/json.js';
import { toJsonText } from '../../protocol/base/json-messages.js';
import type { ConversationState, UserInput } from '../state/conversation-state.js';
import { type Verbs, verbNames } from '../state/verbs.js';
import type { Errand } from './said.js';

/** The other page cannot call off what it asked for: it ignores the reply. */
const unstoppable = new AbortController().signal;

type Store = Pick<StoreApi<ConversationState>, 'getState'>;

/** Does what another page asks for. What was given came as JSON from a page of this app, which took the same parameters. */
export async function doErrand(
  verbs: Verbs,
  store: Store,
  { what, given }: { readonly what: Errand; readonly given: readonly unknown[] },
): Promise<unknown> {
  const [first, second] = given;
  switch (what) {
    case 'answer':
      return true;
    case 'resume':
      // JSON has no undefined.
      return verbs.resume((first as Parameters<Verbs['resume']>[0]) ?? undefined, (second as UserInput) ?? undefined);
    case 'unqueue':
      return unqueueSame(verbs, store, first);
    case 'schemaOf':
      return await verbs.formOf(String(first))?.schema();
    case 'describe':
      return await verbs.formOf(String(first))?.describe?.(second as JSONValue, unstoppable);
    case 'previewInput':
      return await verbs.formOf(String(first))?.preview?.(second as JSONValue, unstoppable);
    case 'check':
      return (await verbs.formOf(String(first))?.check(second as JSONValue)) ?? [];
    default: {
      if (!verbNames.includes(what)) {
        throw new UserError(
          'unknown-verb',
          `Another page asked for '${what}', which is nothing that this one can do. Reload both.`,
        );
      }
      const verb = verbs[what] as (...given: readonly unknown[]) => unknown; // it was given to the same verb there
      return await verb(...given);
    }
  }
}

/** What is queued is known as the same object here, and as the same text elsewhere. */
function unqueueSame({ unqueue }: Verbs, store: Store, input: unknown): boolean {
  const text = toJsonText(input);
  const same = store.getState().queued.find((each: UserInput) => toJsonText(each) === text);
  return same !== undefined && unqueue(same);
}
