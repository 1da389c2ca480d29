import { defaultFeedStrings, type FeedStrings } from '../feed/feed-strings.js';
import {
  type ApprovalStrings,
  type CardStrings,
  defaultApprovalStrings,
  defaultCardStrings,
} from './approval/approval-strings.js';
import { type ArmingStrings, defaultArmingStrings } from './arming/arming-strings.js';
import { type AttentionStrings, defaultAttentionStrings } from './attention/attention-strings.js';
import { type BatchStrings, defaultBatchStrings } from './batch/batch-strings.js';
import { type ChatStrings, defaultChatStrings } from './chat/chat-strings.js';
import { type ConversationsStrings, defaultConversationsStrings } from './conversations/conversations-strings.js';
import { type DecisionsStrings, defaultDecisionsStrings } from './decisions/decisions-strings.js';
import { defaultFormStrings, type FormStrings } from './form/form-strings.js';
import { defaultGrantsStrings, type GrantsStrings } from './grants/grants-strings.js';
import { defaultMeterStrings, type MeterStrings } from './meter/meter-strings.js';
import { defaultOutletStrings, type OutletStrings } from './outlet/outlet-strings.js';
import { defaultPreviewStrings, type PreviewStrings } from './preview/preview-strings.js';
import { defaultToolsStrings, type ToolsStrings } from './tools/tools-strings.js';
import {
  type DeceptiveStrings,
  defaultDeceptiveStrings,
  defaultValueStrings,
  type ValueStrings,
} from './value/value-strings.js';

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
  readonly feed: FeedStrings;
  readonly form: FormStrings;
  readonly attention: AttentionStrings;
  readonly grants: GrantsStrings;
  readonly meter: MeterStrings;
  readonly decisions: DecisionsStrings;
  readonly conversations: ConversationsStrings;
  readonly tools: ToolsStrings;
}

/** Strings to replace, group by group. */
export type StringOverrides = { readonly [GROUP in keyof CountersignStrings]?: Partial<CountersignStrings[GROUP]> };

/** The English words. Replace some of them, or all, with `StringsProvider`. */
export const defaultStrings: CountersignStrings = {
  chat: defaultChatStrings,
  approval: defaultApprovalStrings,
  card: defaultCardStrings,
  batch: defaultBatchStrings,
  arming: defaultArmingStrings,
  value: defaultValueStrings,
  deceptive: defaultDeceptiveStrings,
  preview: defaultPreviewStrings,
  outlet: defaultOutletStrings,
  feed: defaultFeedStrings,
  form: defaultFormStrings,
  attention: defaultAttentionStrings,
  grants: defaultGrantsStrings,
  meter: defaultMeterStrings,
  decisions: defaultDecisionsStrings,
  conversations: defaultConversationsStrings,
  tools: defaultToolsStrings,
};
