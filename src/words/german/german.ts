import type { CountersignStrings } from '../strings.js';
import { approval, arming, attention, batch, card, interrupted, outlet } from './german-approval.js';
import { chat, conversations, decisions, grants, inbox, meter } from './german-chat.js';
import { feed } from './german-feed.js';
import { form } from './german-form.js';
import { elicitation, lazy, tools } from './german-tools.js';
import { deceptive, preview, value } from './german-value.js';

/**
 * All strings in German. Loaded only by apps that import it.
 *
 * @example
 * <StringsProvider strings={germanStrings} locale="de"><AgentChat run={run} /></StringsProvider>
 */
export const germanStrings: CountersignStrings = {
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
