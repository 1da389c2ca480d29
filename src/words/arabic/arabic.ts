import type { CountersignStrings } from '../strings.js';
import { approval, arming, attention, batch, card, outlet } from './arabic-approval.js';
import { chat, conversations, decisions, grants, inbox, meter } from './arabic-chat.js';
import { feed } from './arabic-feed.js';
import { form } from './arabic-form.js';
import { elicitation, interrupted, lazy, tools } from './arabic-tools.js';
import { deceptive, preview, value } from './arabic-value.js';

/**
 * All strings in Arabic, which is written from right to left: set `dir="rtl"` on an element around. Loaded only by apps
 * that import it.
 *
 * @example
 * <div dir="rtl" lang="ar">
 *   <StringsProvider strings={arabicStrings} locale="ar"><AgentChat run={run} /></StringsProvider>
 * </div>
 */
export const arabicStrings: CountersignStrings = {
  chat,
  approval,
  card,
  batch,
  arming,
  value,
  deceptive,
  preview,
  outlet,
  interrupted,
  feed,
  form,
  attention,
  grants,
  meter,
  decisions,
  inbox,
  conversations,
  tools,
  lazy,
  elicitation,
};
