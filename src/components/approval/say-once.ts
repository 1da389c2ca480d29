import type { PendingItem } from '../../approval/broker/pending.js';
import { splitCapability } from '../../approval/policy/split-capability.js';
import { ownMember } from '../../protocol/base/record.js';
import type { DeferredCall } from '../../protocol/deferred.js';
import { cardStrings } from '../../words/english/card.js';
import type { CountersignStrings } from '../../words/strings.js';
import { type AskReason, type AskWords, reasonToAsk } from '../card/describe-item.js';
import { capabilityWords } from '../grants/capability-words.js';
import { wordPlaces } from './shown-input.js';

/** The texts of a card below its title and risk. */
export interface CardTexts {
  /** The reason for requiring approval; `null` if the title, the risk or the required people say it. */
  readonly reason: AskReason | null;
  /** The words for the capabilities that nothing else says. */
  readonly touches: readonly string[];
  /** The tool's facts that nothing else says. */
  readonly facts: readonly string[];
}

/** The strings that {@link sayOnce} writes and compares with. */
export interface CardTextWords extends AskWords {
  readonly approval: AskWords['approval'] & Pick<CountersignStrings['approval'], 'risk'>;
  readonly card: AskWords['card'] &
    Pick<CountersignStrings['card'], 'touches' | 'saidByRisk' | 'saidByVerb' | 'cannotBeUndone' | 'canBeUndone'>;
}

/** Returns the tool's facts, and whether the call can be undone. */
function describedFacts({ facts = [], reversible }: DeferredCall, { card }: CardTextWords): readonly string[] {
  if (reversible === undefined || reversible === 'yes') return facts;
  const moment = reversible.replace(/^until /, '');
  return [...facts, reversible === 'no' ? card.cannotBeUndone : card.canBeUndone(moment)];
}

/**
 * Returns the reason, the capabilities and the facts of a call.
 *
 * @param title as the card shows it.
 */
export function cardTexts(item: PendingItem, title: string, words: CardTextWords): CardTexts {
  const { capabilities = [] } = item.call;
  const facts = describedFacts(item.call, words);
  return {
    reason: reasonToAsk(item, words),
    touches: capabilities.map((capability) => touchWords(capability, title, words)),
    facts,
  };
}

/**
 * Returns the reason, the capabilities and the facts of a call, without those that say only what another text of the
 * card says. Title and risk always stay; then come reason, capabilities, description and facts, in this order.
 *
 * A text is left out only when it equals another one as a whole, when the risk's phrases contain it, when it is an
 * amount that occurs in the title or the description, or, for a capability, when the title names its verb and its
 * object.
 *
 * @param title as the card shows it.
 */
export function sayOnce(item: PendingItem, title: string, words: CardTextWords): CardTexts {
  const { capabilities = [], asksFor = [], risk, summary = '' } = item.call;
  const facts = describedFacts(item.call, words);
  const dangers =
    risk === undefined
      ? []
      : [words.approval.risk[risk], ...words.card.saidByRisk[risk], ...cardStrings.english.saidByRisk[risk]];
  const touched = capabilities.map((capability) => ({
    capability,
    isInTitle: isInTitle(capability, title, { call: item.call, words }),
    text: touchWords(capability, title, words),
  }));

  const asked = reasonToAsk(item, words);
  const beforeReason = [title, ...dangers, ...touched.filter(({ isInTitle }) => isInTitle).map(({ text }) => text)];
  // “Needs 2 approvals” says that the tool asks.
  const hasPeople = asked.because === 'declared' && (item.call.needs ?? []).length > 0;
  const isReasonSaid = hasPeople || (asked.quoted !== undefined && isAmong(asked.quoted, beforeReason));
  const reasons = isReasonSaid ? [] : [asked.words, ...(asked.quoted === undefined ? [] : [asked.quoted])];

  const named = asked.because === 'capability' ? asksFor : [];
  const touches = touched.filter(
    ({ capability, isInTitle, text }) => !isInTitle && !named.includes(capability) && !isAmong(text, reasons),
  );
  const beforeFacts = [...beforeReason, ...reasons, ...touched.map(({ text }) => text), ...sentencesOf(summary)];
  const isNew = (fact: string, at: number): boolean =>
    !isAmong(fact, [...beforeFacts, ...facts.slice(0, at)]) && !isAmountIn(fact, [title, summary]);
  return {
    reason: isReasonSaid ? null : asked,
    touches: [...new Set(touches.map(({ text }) => text))],
    facts: facts.filter(isNew),
  };
}

/**
 * Returns the words for a capability. Omits the object when the title contains it: `changes files` beside “Clear .env”.
 *
 * @param capability such as `fs.write:/drafts/a.md`.
 */
function touchWords(capability: string, title: string, { card, grants }: CardTextWords): string {
  const [name, target] = splitCapability(capability);
  const plain = ownMember(card.touches, name);
  const isSaid = target === undefined || objectPlaces(target, title).length > 0;
  return plain !== undefined && isSaid ? plain : capabilityWords(capability, grants);
}

/**
 * Returns `true` when the title names the verb of a capability and its object: “Delete a.md” for `fs.delete:/a.md`. The
 * object of a capability for all files is a path of the input.
 */
function isInTitle(
  capability: string,
  title: string,
  { call, words }: { readonly call: PendingItem['call']; readonly words: CardTextWords },
): boolean {
  const [name, target] = splitCapability(capability);
  const verbs = [words.card, cardStrings.english].flatMap(({ saidByVerb }) => ownMember(saidByVerb, name) ?? []);
  if (verbs.length === 0) return false;
  const objects = target !== undefined ? [target] : name.startsWith('fs.') ? pathsOf(call.input) : [];
  const places = objects.flatMap((object) => objectPlaces(object, title));
  if (places.length === 0) return false;
  // A file may be called “Remove me.txt”, so the verb has to be outside of the object.
  const around = places.reduce(
    (text, { start, end }) => text.slice(0, start) + '·'.repeat(end - start) + text.slice(end),
    title,
  );
  const outer = tokensOf(around);
  return [outer.at(0), outer.at(-1)].some((word) => word !== undefined && isAmong(word, verbs));
}

/** Returns the places where the title names an object; the leading slash of a path may be missing. */
function objectPlaces(object: string, title: string): ReturnType<typeof wordPlaces> {
  const found = wordPlaces(object, title);
  return found.length > 0 ? found : wordPlaces(object.replace(/^\//, ''), title);
}

/** Returns the paths in the top level of an input. */
function pathsOf(input: unknown): readonly string[] {
  if (typeof input !== 'object' || input === null) return [];
  return Object.entries(input).flatMap(([name, value]) =>
    typeof value === 'string' && /^(?:path|file|folder|dir)/i.test(name) ? [value] : [],
  );
}

/** Returns `true` when a text equals one of others, apart from case and its last full stop. */
function isAmong(text: string, others: readonly string[]): boolean {
  const own = comparable(text);
  return others.some((other) => comparable(other) === own);
}

function comparable(text: string): string {
  return text
    .trim()
    .replace(/[\u2068\u2069]/g, '')
    .replace(/[.!]$/, '')
    .replace(/['’]/g, '’')
    .replace(/\s+/g, ' ')
    .toLowerCase();
}

/** Returns `true` when a fact with a number, such as `214 files`, occurs in one of the texts word by word. */
function isAmountIn(fact: string, texts: readonly string[]): boolean {
  if (!/\p{N}/u.test(fact)) return false;
  const words = ` ${tokensOf(fact).join(' ')} `;
  return texts.some((text) => ` ${tokensOf(text).join(' ')} `.includes(words));
}

/** Returns the words of a text in lower case, without the punctuation around them. */
function tokensOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/^[("“‘«]+|[)"”’».,;:!?]+$/gu, ''))
    .filter((word) => word !== '');
}

function sentencesOf(text: string): readonly string[] {
  return text.split(/(?<=[.!?])\s+/).filter((sentence) => sentence !== '');
}
