import { dockStrings, type FeedStrings, feedStrings, replayStrings } from '../feed/feed-strings.js';
import {
  type ApprovalStrings,
  answerStrings,
  askStrings,
  problemStrings,
  queueStrings,
} from './approval/approval-strings.js';
import { type CardStrings, cardStrings, stateStrings } from './approval/card-strings.js';
import { type ArmingStrings, armingStrings } from './arming/arming-strings.js';
import { type AttentionStrings, attentionStrings } from './attention/attention-strings.js';
import { type BatchStrings, batchCardStrings, batchStrings } from './batch/batch-strings.js';
import { type ChatStrings, callStrings, chatStrings } from './chat/chat-strings.js';
import { composerStrings } from './composer/composer-strings.js';
import { type ConversationsStrings, conversationsStrings } from './conversations/conversations-strings.js';
import { type DecisionsStrings, decisionsStrings } from './decisions/decisions-strings.js';
import { type ElicitationStrings, elicitationStrings } from './elicitation/elicitation-strings.js';
import { type FormStrings, formStrings } from './form/form-strings.js';
import { type GrantsStrings, grantsStrings } from './grants/grants-strings.js';
import { type InboxStrings, inboxStrings } from './inbox/inbox-strings.js';
import { joinStrings } from './join-strings.js';
import { type LazyStrings, lazyStrings } from './lazy/lazy-strings.js';
import { type MeterStrings, meterStrings } from './meter/meter-strings.js';
import { type OutletStrings, outletStrings } from './outlet/outlet-strings.js';
import { type PreviewStrings, previewStrings } from './preview/preview-strings.js';
import { type BegunStrings, begunStrings } from './tools/begun-strings.js';
import { fileStrings, locationStrings, type ToolsStrings, taskStrings, toolStrings } from './tools/tools-strings.js';
import { type DeceptiveStrings, deceptiveStrings, type ValueStrings, valueStrings } from './value/value-strings.js';

/** Every word that the components show. */
export interface CountersignStrings {
  readonly chat: ChatStrings;
  readonly approval: ApprovalStrings;
  readonly batch: BatchStrings;
  readonly card: CardStrings;
  readonly arming: ArmingStrings;
  readonly value: ValueStrings;
  readonly deceptive: DeceptiveStrings;
  readonly preview: PreviewStrings;
  readonly outlet: OutletStrings;
  readonly begun: BegunStrings;
  readonly feed: FeedStrings;
  readonly form: FormStrings;
  readonly attention: AttentionStrings;
  readonly grants: GrantsStrings;
  readonly meter: MeterStrings;
  readonly decisions: DecisionsStrings;
  readonly inbox: InboxStrings;
  readonly conversations: ConversationsStrings;
  readonly tools: ToolsStrings;
  readonly lazy: LazyStrings;
  readonly elicitation: ElicitationStrings;
}

/** Strings to replace, group by group. */
export type StringOverrides = { readonly [GROUP in keyof CountersignStrings]?: Partial<CountersignStrings[GROUP]> };

/** The English words. Replace some of them, or all, with `StringsProvider`. */
export const defaultStrings: CountersignStrings = {
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
