import { type JSONPath, redact } from '../../approval/redact.js';
import { hiddenMark, hideSecrets } from '../../approval/secret-text.js';
import type { Redactions } from '../../protocol/deferred.js';
import type { JSONValue } from '../../protocol/json.js';
import { memberOf } from './value-model.js';

/** An input, and what its tool wants hidden or shown in it. */
export interface HidingCall {
  readonly input: unknown;
  readonly redactions?: Redactions | undefined;
}

/** What is hidden in a value, for whom it is edited and compared. */
export interface HiddenPlaces {
  /** Whether all that stands at a path is hidden. */
  readonly covers: (path: JSONPath) => boolean;
  /** Whether some of it is. */
  readonly touches: (path: JSONPath) => boolean;
}

/** Finds what is hidden in any of several states of one value. An item of a list may have moved: its neighbours are hidden, too. */
export function hiddenPlaces(states: readonly unknown[], redactions?: Redactions): HiddenPlaces {
  const paths = states.flatMap((input) => findHidden({ input, redactions }).map(({ path }) => path));
  return {
    covers: (path) => paths.some((hidden) => hidden.length <= path.length && isAlong(hidden, path)),
    touches: (path) => paths.some((hidden) => isAlong(hidden, path)),
  };
}

/** A text about a call, such as its title, without what is hidden in its input. */
export function hideInText(text: string, call: HidingCall): string {
  // The longest first: one may be a part of another.
  const secrets = secretsOf(call);
  return hideSecrets(secrets.reduce((rest, secret) => rest.replaceAll(secret, hiddenMark), text)).text;
}

const known = new WeakMap<
  object,
  { readonly redactions: Redactions | undefined; readonly secrets: readonly string[] }
>();

/** Cards are drawn often, and an input may be long: it is looked through once. */
function secretsOf(call: HidingCall): readonly string[] {
  const { input, redactions } = call;
  const found = typeof input === 'object' && input !== null ? known.get(input) : undefined;
  if (found !== undefined && found.redactions === redactions) return found.secrets;
  const secrets = findHidden(call)
    // A secret inside a longer text is found by its looks.
    .filter(({ why }) => why === 'key' || why === 'tool')
    .flatMap(({ path }) => textsIn(path.reduce<unknown>(memberOf, input)))
    .sort((a, b) => b.length - a.length);
  if (typeof input === 'object' && input !== null) known.set(input, { redactions, secrets });
  return secrets;
}

function findHidden({ input, redactions = {} }: HidingCall) {
  if (input === undefined) return [];
  return redact(input as JSONValue, {
    refine: () => redactions,
    maxText: Number.POSITIVE_INFINITY,
    maxItems: Number.POSITIVE_INFINITY,
  }).redactions;
}

/** Whether one of two paths leads to the other. */
function isAlong(a: JSONPath, b: JSONPath): boolean {
  const shared = Math.min(a.length, b.length);
  const isSame = (step: string | number, other: string | number | undefined): boolean =>
    step === other || (typeof step === 'number' && typeof other === 'number');
  return a.slice(0, shared).every((step, at) => isSame(step, b[at]));
}

/** A single character is in every title. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn);
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return text.length > 1 ? [text] : [];
}
