import type { DeceptiveMark, TextKind } from '../../approval/deceptive/deceptive-mark.js';
import type { DeceptiveValue } from '../../approval/deceptive/deceptive-values.js';
import { findDeceptiveValues } from '../../approval/deceptive/deceptive-values.js';
import { uncut } from '../../approval/redaction/hidden-mark.js';
import type { Redaction } from '../../approval/redaction/redact.js';
import { redact } from '../../approval/redaction/redact.js';
import type { JSONValue } from '../../protocol/base/json.js';
import { type JSONPath, pathKey } from '../../protocol/base/json-path.js';
import type { Redactions } from '../../protocol/deferred.js';
import type { Unshown } from '../../protocol/runs-as.js';
import { quoteSafely } from './visible-text.js';

/** What a value is looked through with. */
export interface ValueModelOptions {
  /** `secrets` hides what its name or its look tells to be a secret, and what `redactions` asks for. */
  readonly redact: 'secrets' | 'none';
  readonly redactions?: Redactions | undefined;
  /** Texts that are secrets wherever they stand. */
  readonly secrets?: readonly string[] | undefined;
  readonly kindOf?: ((path: JSONPath, text: string) => TextKind | undefined) | undefined;
  readonly unshown?: readonly Unshown[] | undefined;
}

/** A value, and what is to be told about its places. */
export interface ValueModel {
  readonly value: unknown;
  /** The value without its secrets. */
  readonly shown: unknown;
  /** By {@link pathKey}. */
  readonly redactions: ReadonlyMap<string, Redaction>;
  /** What is not as it is shown, by {@link pathKey}. */
  readonly unshown: ReadonlyMap<string, Unshown>;
  /** Of the whole value, hidden parts included. */
  readonly found: readonly DeceptiveValue[];
  readonly marksAt: (path: JSONPath, where: DeceptiveValue['in'], as: 'shown' | 'full') => readonly DeceptiveMark[];
  /** Whether something in a list or an object, no deeper than {@link openDepth}, does not look like what it is, or cannot be shown. */
  readonly hasMarks: (path: JSONPath) => boolean;
}

/** How texts are looked through: none is cut for its length alone, but of megabytes no more than anybody reads is looked at. */
export const scan: Readonly<Record<'maxLength' | 'maxScan', number>> = {
  maxLength: Number.POSITIVE_INFINITY,
  maxScan: 200_000,
};
const none: readonly DeceptiveMark[] = [];

/** Groups deeper than this stay closed whatever is in them, so that a value of thousands of levels costs no more than one of a few. */
const openDepth = 8;

/** Looks a value through for secrets and for deceptive text. Lengths are none of its business: the view folds. */
export function readValue(value: unknown, options: ValueModelOptions): ValueModel {
  const { redact: what, redactions: asked, secrets = [], kindOf, unshown = [] } = options;
  // Anything that is no JSON has neither texts nor members.
  const json = (typeof value === 'function' || value === undefined ? null : value) as JSONValue;
  const refine = asked === undefined ? undefined : () => asked;
  const { value: shown, redactions } =
    what === 'none' ? { value: json, redactions: [] } : redact(json, { ...uncut, refine, secrets });
  const look = { ...scan, kindOf };
  const found = findDeceptiveValues(json, look);
  const full = byPlace(found);
  const safe = redactions.length === 0 ? full : byPlace(findDeceptiveValues(shown, look));
  const around = new Set(
    [...found, ...unshown].flatMap(({ path }) =>
      path.slice(0, openDepth).map((_, length) => pathKey(path.slice(0, length))),
    ),
  );
  return {
    value,
    shown: redactions.length === 0 ? value : shown,
    redactions: new Map(redactions.map((redaction) => [pathKey(redaction.path), redaction])),
    unshown: new Map(unshown.map((place) => [pathKey(place.path), place])),
    found,
    marksAt: (path, where, as) => (as === 'full' ? full : safe).get(where + pathKey(path)) ?? none,
    hasMarks: (path) => around.has(pathKey(path)),
  };
}

function byPlace(found: readonly DeceptiveValue[]): ReadonlyMap<string, readonly DeceptiveMark[]> {
  return new Map(found.map((place) => [place.in + pathKey(place.path), place.marks]));
}

/** The value with those secrets that are to be shown. */
export function withRevealed(model: ValueModel, isRevealed: (key: string) => boolean): unknown {
  if (model.redactions.size === 0) return model.value;
  const walk = (full: unknown, shown: unknown, path: JSONPath): unknown => {
    const key = pathKey(path);
    if (model.redactions.has(key)) return isRevealed(key) ? full : shown;
    if (typeof full !== 'object' || full === null || typeof shown !== 'object' || shown === null) return shown;
    if (Array.isArray(full)) return full.map((item, at) => walk(item, memberOf(shown, at), [...path, at]));
    return Object.fromEntries(
      Object.entries(full).map(([name, item]) => [name, walk(item, memberOf(shown, name), [...path, name])]),
    );
  };
  return walk(model.value, model.shown, []);
}

/** A member of a list or an object. */
export function memberOf(value: unknown, key: string | number): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return (value as Readonly<Record<string | number, unknown>>)[key]; // both have members by key
}

/** Nobody follows more. */
const maxSteps = 12;

/** Where something stands in a value, for people: `headers › 2 › name`. The middle of a long way is left out. */
export function pathText(path: JSONPath): string {
  const steps = path.length > maxSteps ? [...path.slice(0, maxSteps / 2), null, ...path.slice(-maxSteps / 2)] : path;
  const words = steps.map((step) =>
    step === null ? '…' : typeof step === 'number' ? `${step + 1}` : quoteSafely(step),
  );
  return words.join(' › ');
}
