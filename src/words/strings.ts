import { answerStrings, askStrings, peopleStrings, problemStrings, queueStrings } from './english/approval.js';
import { batchCardStrings, batchStrings } from './english/batch.js';
import { armingStrings, cardStrings, interruptedStrings, outletStrings, stateStrings } from './english/card.js';
import { callStrings, chatStrings, composerStrings } from './english/chat.js';
import { conversationsStrings } from './english/conversations.js';
import { dockStrings, feedStrings, replayStrings } from './english/feed.js';
import { formStrings } from './english/form.js';
import { grantsStrings } from './english/grants.js';
import { attentionStrings, decisionsStrings, inboxStrings } from './english/inbox.js';
import { previewStrings } from './english/preview.js';
import {
  elicitationStrings,
  fileStrings,
  lazyStrings,
  locationStrings,
  meterStrings,
  taskStrings,
  toolStrings,
} from './english/tools.js';
import { deceptiveStrings, valueStrings } from './english/value.js';
import { joinStrings } from './join-strings.js';

/** The English strings. Replace some of them, or all, with `StringsProvider`. */
export const defaultStrings = {
  chat: joinStrings(chatStrings, callStrings, composerStrings),
  approval: joinStrings(answerStrings, problemStrings, askStrings, peopleStrings, queueStrings),
  card: joinStrings(cardStrings, stateStrings),
  batch: joinStrings(batchStrings, batchCardStrings),
  arming: armingStrings.english,
  value: valueStrings.english,
  deceptive: deceptiveStrings.english,
  preview: previewStrings.english,
  outlet: outletStrings.english,
  interrupted: interruptedStrings.english,
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
