import { dockStrings, feedStrings, replayStrings } from '../feed/feed-strings.js';
import { answerStrings, askStrings, problemStrings, queueStrings } from './approval/approval-strings.js';
import { cardStrings, stateStrings } from './approval/card-strings.js';
import { armingStrings } from './arming/arming-strings.js';
import { attentionStrings } from './attention/attention-strings.js';
import { batchCardStrings, batchStrings } from './batch/batch-strings.js';
import { callStrings, chatStrings } from './chat/chat-strings.js';
import { composerStrings } from './composer/composer-strings.js';
import { conversationsStrings } from './conversations/conversations-strings.js';
import { decisionsStrings } from './decisions/decisions-strings.js';
import { elicitationStrings } from './elicitation/elicitation-strings.js';
import { formStrings } from './form/form-strings.js';
import { grantsStrings } from './grants/grants-strings.js';
import { inboxStrings } from './inbox/inbox-strings.js';
import { joinStrings } from './join-strings.js';
import { lazyStrings } from './lazy/lazy-strings.js';
import { meterStrings } from './meter/meter-strings.js';
import { outletStrings } from './outlet/outlet-strings.js';
import { previewStrings } from './preview/preview-strings.js';
import { begunStrings } from './tools/begun-strings.js';
import { fileStrings, locationStrings, taskStrings, toolStrings } from './tools/tools-strings.js';
import { deceptiveStrings, valueStrings } from './value/value-strings.js';

/** The English words. Replace some of them, or all, with `StringsProvider`. */
export const defaultStrings = {
  chat: joinStrings(chatStrings, callStrings, composerStrings),
  approval: joinStrings(answerStrings, problemStrings, askStrings, queueStrings),
  card: joinStrings(cardStrings, stateStrings),
  batch: joinStrings(batchStrings, batchCardStrings),
  arming: armingStrings.english,
  value: valueStrings.english,
  deceptive: deceptiveStrings.english,
  preview: previewStrings.english,
  outlet: outletStrings.english,
  begun: begunStrings.english,
  feed: joinStrings(feedStrings, dockStrings, replayStrings),
  form: formStrings.english,
  attention: attentionStrings.english,
  grants: grantsStrings.english,
  tools: joinStrings(toolStrings, fileStrings, locationStrings, taskStrings),
  lazy: lazyStrings.english,
  meter: meterStrings.english,
  decisions: decisionsStrings.english,
  inbox: inboxStrings.english,
  conversations: conversationsStrings.english,
  elicitation: elicitationStrings.english,
};

/** Every string that the components show. */
export type CountersignStrings = typeof defaultStrings;

/** Strings to replace, group by group. */
export type StringOverrides = { readonly [GROUP in keyof CountersignStrings]?: Partial<CountersignStrings[GROUP]> };
