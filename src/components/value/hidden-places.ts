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

/** An input with its tool's redaction settings. */
export interface HidingCall {
  readonly input?: unknown;
  readonly redactions?: Redactions | undefined;
  readonly effectiveInput?: unknown;
  /** The user's edit. */
  readonly edited?: unknown;
}

/** The redacted places of a value, for editing and comparing it. */
interface HiddenPlaces {
  /** Returns `true` when everything at a path is redacted. */
  readonly covers: (path: JSONPath) => boolean;
  /** Returns `true` when part of it is redacted. */
  readonly touches: (path: JSONPath) => boolean;
}

/**
 * Finds the redacted places in any of several states of one value. An item of a list may have moved, so its neighbours
 * are hidden, too.
 */
export function hiddenPlaces(states: readonly unknown[], redactions?: Redactions): HiddenPlaces {
  const paths = states.flatMap((input) => findHidden({ input, redactions }).map(({ path }) => path));
  return {
    covers: (path) => paths.some((hidden) => hidden.length <= path.length && isAlong(hidden, path)),
    touches: (path) => paths.some((hidden) => isAlong(hidden, path)),
  };
}

/** Returns a text about a call, such as its title, without the redacted values of its input. */
export function hideInText(text: string, call: HidingCall): string {
  return hideSecrets(text, secretsOf(call)).text;
}

/**
 * Returns the title of a call in a message. A call that did not come from a run, as in messages of the AI SDK, has its
 * default title. One that came from a run shows only its name until its tool has said what to redact.
 */
export function titleOfPart(part: ToolPart, hiding: HidingCall): string {
  const { title } = callRecord(part);
  if (title !== undefined) return hideInText(title, hiding);
  const toolName = toolNameOf(part);
  const isForeign = part.toolMetadata?.countersign === undefined && part.state !== 'input-streaming';
  return isForeign ? defaultTitle(toolName, part.input) : toTitle(toolName);
}

const known = new WeakMap<object, readonly (readonly [call: HidingCall, secrets: readonly string[]])[]>();

/**
 * Returns the redacted strings in a call's input, in any of its states. Cached, since cards render often and an input
 * may be long.
 */
export function secretsOf(call: HidingCall): readonly string[] {
  const { input, redactions = {}, effectiveInput, edited } = call;
  const isObject = typeof input === 'object' && input !== null;
  const before = isObject ? known.get(input) : undefined;
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
  if (isObject) known.set(input, [...(before ?? []).slice(-3), [call, secrets]]);
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

/** Returns `true` when one of two paths leads to the other. */
function isAlong(a: JSONPath, b: JSONPath): boolean {
  const shared = Math.min(a.length, b.length);
  const isSame = (step: string | number, other: string | number | undefined): boolean =>
    step === other || (typeof step === 'number' && typeof other === 'number');
  return a.slice(0, shared).every((step, at) => isSame(step, b[at]));
}
