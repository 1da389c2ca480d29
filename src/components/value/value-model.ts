import type { DeceptiveMark, TextKind } from '../../approval/deceptive/deceptive-mark.js';
import type { DeceptiveValue } from '../../approval/deceptive/deceptive-values.js';
import { findDeceptiveValues } from '../../approval/deceptive/deceptive-values.js';
import { uncut } from '../../approval/redaction/hidden-mark.js';
import type { Redaction } from '../../approval/redaction/redact.js';
import { redact } from '../../approval/redaction/redact.js';
import type { JSONValue } from '../../protocol/base/json.js';
import { type JSONPath, pathKey } from '../../protocol/base/json-path.js';
import type { Redactions } from '../../protocol/deferred.js';
import type { UnpredictablePath } from '../../protocol/effective-input.js';
import { quoteSafely } from './visible-text.js';

/** Options for checking a value. */
interface ValueModelOptions {
  /** `secrets` redacts values that look like secrets by name or content, and those of `redactions`. */
  readonly redact: 'secrets' | 'none';
  readonly redactions?: Redactions | undefined;
  /** Strings that are secrets wherever they occur. */
  readonly secrets?: readonly string[] | undefined;
  readonly kindOf?: ((path: JSONPath, text: string) => TextKind | undefined) | undefined;
  readonly unpredictablePaths?: readonly UnpredictablePath[] | undefined;
}

/** A value with the findings about its places. */
export interface ValueModel {
  readonly value: unknown;
  /** The value without its secrets. */
  readonly shown: unknown;
  /** The redactions, by {@link pathKey}. */
  readonly redactions: ReadonlyMap<string, Redaction>;
  /** The places that cannot be shown exactly, by {@link pathKey}. */
  readonly unpredictablePaths: ReadonlyMap<string, UnpredictablePath>;
  /** The deceptive texts of the whole value, including redacted parts. */
  readonly found: readonly DeceptiveValue[];
  readonly marksAt: (path: JSONPath, where: DeceptiveValue['in'], as: 'shown' | 'full') => readonly DeceptiveMark[];
  /**
   * Returns `true` when a list or an object has deceptive text, or values that cannot be shown exactly, no deeper than
   * {@link openDepth}.
   */
  readonly hasMarks: (path: JSONPath) => boolean;
}

/** Limits for checking texts: none is cut for its length alone, but of megabytes only a readable amount is checked. */
export const scan: Readonly<Record<'maxLength' | 'maxScan', number>> = {
  maxLength: Number.POSITIVE_INFINITY,
  maxScan: 200_000,
};
const none: readonly DeceptiveMark[] = [];

/**
 * The depth below which groups stay closed whatever is in them, so that a value of thousands of levels costs no more
 * than one of a few.
 */
const openDepth = 8;

/** Checks a value for secrets and for deceptive text. Ignores lengths, since the view folds. */
export function readValue(value: unknown, options: ValueModelOptions): ValueModel {
  const { redact: what, redactions: asked, secrets = [], kindOf, unpredictablePaths = [] } = options;
  // A value that is not JSON has neither strings nor members.
  const json = (typeof value === 'function' || value === undefined ? null : value) as JSONValue;
  const refine = asked === undefined ? undefined : () => asked;
  const { value: shown, redactions } =
    what === 'none' ? { value: json, redactions: [] } : redact(json, { ...uncut, refine, secrets });
  const look = { ...scan, kindOf };
  const found = findDeceptiveValues(json, look);
  const full = byPlace(found);
  const safe = redactions.length === 0 ? full : byPlace(findDeceptiveValues(shown, look));
  const around = new Set(
    [...found, ...unpredictablePaths].flatMap(({ path }) =>
      path.slice(0, openDepth).map((_, length) => pathKey(path.slice(0, length))),
    ),
  );
  return {
    value,
    shown: redactions.length === 0 ? value : shown,
    redactions: new Map(redactions.map((redaction) => [pathKey(redaction.path), redaction])),
    unpredictablePaths: new Map(unpredictablePaths.map((place) => [pathKey(place.path), place])),
    found,
    marksAt: (path, where, as) => (as === 'full' ? full : safe).get(where + pathKey(path)) ?? none,
    hasMarks: (path) => around.has(pathKey(path)),
  };
}

function byPlace(found: readonly DeceptiveValue[]): ReadonlyMap<string, readonly DeceptiveMark[]> {
  return new Map(found.map((place) => [place.in + pathKey(place.path), place.marks]));
}

/** Returns the value with the revealed secrets. */
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

/** Returns a member of a list or an object. */
export function memberOf(value: unknown, key: string | number): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return (value as Readonly<Record<string | number, unknown>>)[key]; // both have members by key
}

/** The number of steps that a path shows. */
const maxSteps = 12;

/** Returns a path for people: `headers › 2 › name`. The middle of a long path is omitted. */
export function pathText(path: JSONPath): string {
  const steps = path.length > maxSteps ? [...path.slice(0, maxSteps / 2), null, ...path.slice(-maxSteps / 2)] : path;
  const words = steps.map((step) =>
    step === null ? '…' : typeof step === 'number' ? `${step + 1}` : quoteSafely(step),
  );
  return words.join(' › ');
}
