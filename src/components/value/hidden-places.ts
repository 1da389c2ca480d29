import { withVisibleSpellings } from '../../approval/deceptive/escape-unseen.js';
import { defaultTitle } from '../../approval/default-title.js';
import { secretTexts } from '../../approval/redaction/call-secrets.js';
import { redact } from '../../approval/redaction/redact.js';
import { hideSecrets } from '../../approval/redaction/secret-text.js';
import { callRecord, type ToolPart, toolNameOf } from '../../conversation/messages/call-record.js';
import type { JSONValue } from '../../protocol/base/json.js';
import type { JSONPath } from '../../protocol/base/json-path.js';
import { toTitle } from '../../protocol/base/words.js';
import type { Redactions } from '../../protocol/deferred.js';

/** The input of a call in all of its states, with the redaction settings of its tool. */
export interface CallRedactions {
  readonly input?: unknown;
  readonly redactions?: Redactions | undefined;
  /** The validated input, with which the call executes, if it differs. */
  readonly effectiveInput?: unknown;
  /** The input as the user edited it. */
  readonly edited?: unknown;
}

/** The redacted paths of a value, for editing and comparing it. */
interface RedactedPaths {
  /** Returns `true` when everything at a path is redacted. */
  readonly covers: (path: JSONPath) => boolean;
  /** Returns `true` when something at a path is redacted. */
  readonly touches: (path: JSONPath) => boolean;
}

/**
 * Finds the paths that are redacted in any of several states of one value. Items of a list may have moved, so a path
 * that is redacted in one item is redacted in all of them.
 */
export function redactedPaths(states: readonly unknown[], redactions?: Redactions): RedactedPaths {
  const paths = states.flatMap((input) => findHidden({ input, redactions }).map(({ path }) => path));
  return {
    covers: (path) => paths.some((hidden) => hidden.length <= path.length && pathsOverlap(hidden, path)),
    touches: (path) => paths.some((hidden) => pathsOverlap(hidden, path)),
  };
}

/** Returns a text about a call, such as its title, without the redacted values of its input. */
export function hideInText(text: string, call: CallRedactions): string {
  return hideSecrets(text, secretsOf(call)).text;
}

/**
 * Returns the title of a call in a message. A call without a recorded title gets the default title if it did not come
 * from a run, as in messages of the AI SDK. If it came from a run, only its name is shown, because its redactions are
 * not known yet.
 */
export function titleOfPart(part: ToolPart, hiding: CallRedactions): string {
  const { title } = callRecord(part);
  if (title !== undefined) return hideInText(title, hiding);
  const toolName = toolNameOf(part);
  const isForeign = part.toolMetadata?.countersign === undefined && part.state !== 'input-streaming';
  return isForeign ? defaultTitle(toolName, part.input) : toTitle(toolName);
}

const secretsCache = new WeakMap<object, readonly (readonly [call: CallRedactions, secrets: readonly string[]])[]>();

/**
 * Returns the redacted strings in a call's input, in any of its states. Cached, since cards render often and an input
 * may be long.
 */
export function secretsOf(call: CallRedactions): readonly string[] {
  const { input, redactions = {}, effectiveInput, edited } = call;
  const isObject = typeof input === 'object' && input !== null;
  const before = isObject ? secretsCache.get(input) : undefined;
  const same = before?.find(
    ([other]) =>
      other.redactions === call.redactions && other.effectiveInput === effectiveInput && other.edited === edited,
  );
  if (same !== undefined) return same[1];
  const secrets = withVisibleSpellings(
    [input, effectiveInput, edited].flatMap(
      (state) => secretTexts(state as JSONValue | undefined, { refine: () => redactions }), // inputs are JSON
    ),
  );
  if (isObject) secretsCache.set(input, [...(before ?? []).slice(-3), [call, secrets]]);
  return secrets;
}

function findHidden({ input, redactions = {} }: CallRedactions) {
  if (input === undefined) return [];
  return redact(input as JSONValue, {
    refine: () => redactions,
    maxText: Number.POSITIVE_INFINITY,
    maxItems: Number.POSITIVE_INFINITY,
  }).redactions;
}

/** Returns `true` when one of two paths is the beginning of the other. All indices of list items count as equal. */
function pathsOverlap(a: JSONPath, b: JSONPath): boolean {
  const shared = Math.min(a.length, b.length);
  const isSame = (step: string | number, other: string | number | undefined): boolean =>
    step === other || (typeof step === 'number' && typeof other === 'number');
  return a.slice(0, shared).every((step, at) => isSame(step, b[at]));
}
