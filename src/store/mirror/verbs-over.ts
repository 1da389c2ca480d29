import type { StoreApi } from 'zustand/vanilla';
import type { Decision } from '../../approval/broker/decision.js';
import type { InputForm, PendingItem } from '../../approval/broker/pending.js';
import type { CountersignError } from '../../protocol/base/errors.js';
import type { JSONValue } from '../../protocol/base/json.js';
import { toJsonText } from '../../protocol/base/json-messages.js';
import { given, withMember } from '../../protocol/base/record.js';
import type { EditedCall, Preview } from '../../protocol/preview.js';
import { isControlSignal } from '../../protocol/signals.js';
import type { ConversationState } from '../state/conversation-state.js';
import type { Verbs } from '../state/verbs.js';
import type { OwnDrafts } from './own-drafts.js';
import type { OwnError } from './own-error.js';
import { inThisPage } from './page-id.js';
import type { Errand } from './said.js';

/** The page that goes on with the conversation. */
interface OtherPage {
  /** Has it do something. @throws what it throws there. */
  readonly ask: (what: Errand, ...given: readonly unknown[]) => Promise<unknown>;
  /** What is typed here and not yet taken there. */
  readonly drafts: OwnDrafts;
  /** What was refused of what people did here. */
  readonly errors: OwnError;
  /** This page goes on itself by now, or is closed. */
  readonly isOver: boolean;
}

/**
 * The verbs of a conversation that goes on in another page. Those that answer at once answer by what is shown here; what the other page refuses
 * after that is its `error` here.
 */
export function verbsOver(other: OtherPage, store: StoreApi<ConversationState>): Verbs {
  // `ask` throws nothing else.
  const refused = (error: CountersignError): void => other.errors.show(error);
  const done: OtherPage['ask'] = async (...errand) => {
    const refusedBefore = other.errors.shown;
    const gave = await other.ask(...errand);
    if (!other.isOver) other.errors.forget(refusedBefore);
    return gave;
  };
  const tell = (...errand: Parameters<OtherPage['ask']>): void => void done(...errand).catch(refused);
  const tellIf = (isSo: boolean, ...errand: Parameters<OtherPage['ask']>): boolean => {
    if (isSo) tell(...errand);
    return isSo;
  };
  const isShown = (isIt: (item: PendingItem) => boolean): boolean =>
    store.getState().pending.some(({ items }) => items.some(isIt));
  const formOf = formsOver(other, (id) => isShown((item) => item.id === id && item.call.hasPreview === true));
  const isQueued = (text: string): boolean => store.getState().queued.some((each) => toJsonText(each) === text);
  const isSending = (id: string): boolean =>
    store.getState().pending.some(({ batchId, sendsAt }) => batchId === id && sendsAt !== undefined);
  // What the other page gives back is what the same verb gave there.
  const asked = async <T>(...errand: Parameters<OtherPage['ask']>): Promise<T> => (await done(...errand)) as T;
  return {
    start: (input) => tell('start', input),
    // Each telling makes it another object.
    unqueue: (input) => tellIf(isQueued(toJsonText(input)), 'unqueue', input),
    regenerate: () => tell('regenerate'),
    edit: (input, messageId) => tell('edit', input, messageId),
    removeRefused: () => tell('removeRefused'),
    stop: (reason) => tell('stop', reason),
    resume: (results, prompt) => tell('resume', results, prompt),
    giveUp: (input) => tell('giveUp', input),
    decide: (id, decision, options = {}) => asked('decide', id, asData(decision), inThisPage(options)),
    decideAll: (decision, batchId, options = {}) => asked('decideAll', decision, batchId, inThisPage(options)),
    takeBack: (id) =>
      tellIf(
        isShown((item) => item.id === id && item.state.status === 'decided'),
        'takeBack',
        id,
      ),
    sendNow: (id) => tellIf(isSending(id), 'sendNow', id),
    extend: (id, time) =>
      tellIf(
        isShown((item) => [item.id, item.batchId].includes(id)),
        'extend',
        id,
        time,
      ),
    showEarlier: () => tell('showEarlier'),
    saveDraft: (id, draft) => {
      store.setState(({ drafts }) => ({ drafts: withMember(drafts, id, draft) }));
      const saved = other.drafts.save(id, other.ask('saveDraft', id, draft)).catch(refused);
      // Somebody may have changed it there in the meantime.
      void saved.then(() =>
        store.setState((state) => (other.isOver ? state : { drafts: other.drafts.over(state.drafts) })),
      );
    },
    formOf: (id) => (isShown((item) => item.id === id && item.kind === 'approval') ? formOf(id) : undefined),
  };
}

/** What a form needs, which the other page knows. The same object each time, for who listens to it. */
function formsOver(other: OtherPage, hasPreview: (itemId: string) => boolean): (itemId: string) => InputForm {
  const forms = new Map<string, InputForm>();
  return (id) => {
    const form = forms.get(id) ?? {
      // What the other page gives is what the same function gave there.
      schema: async () => (await other.ask('schemaOf', id)) as Awaited<ReturnType<InputForm['schema']>>,
      check: async (input) => (await other.ask('check', id, input)) as Awaited<ReturnType<InputForm['check']>>,
      describe: async (input) => (await other.ask('describe', id, input)) as EditedCall | undefined,
      ...(hasPreview(id) && {
        preview: async (input: JSONValue) => (await other.ask('previewInput', id, input)) as Preview,
      }),
    };
    forms.set(id, form);
    return form;
  };
}

/** A decision as it travels: what may be thrown as well is an error, of which JSON keeps too little. */
function asData(decision: Decision): unknown {
  if (!(decision instanceof Error) || !isControlSignal(decision)) return decision;
  const { kind, message } = decision;
  return { kind, message, ...given({ issues: 'issues' in decision ? decision.issues : undefined }) };
}
