import type { ApprovalAnswer, CallAnswer } from './answers.js';
import type { CallOrigin } from './base/call-origin.js';
import type { DefinitionDigests, DefinitionPart } from './base/definition.js';
import type { JSONObject, JSONValue } from './base/json.js';
import type { JSONPath } from './base/json-path.js';
import type { Reversible } from './base/reversible.js';
import type { EarlierExecution } from './call-end.js';
import type { ApprovalProgress, NamedPerson, PeopleNeeded } from './decided-by.js';
import type { UnpredictablePath } from './effective-input.js';

/** The risk of a call, as its tool's `describe` states it. */
export type Risk = 'low' | 'medium' | 'high' | 'destructive';

/** The text of a call's card. A tool's `describe` returns it. */
export interface CallDescription {
  /** The action in words: verb and object. */
  readonly title: string;
  /** One more sentence. */
  readonly summary?: string;
  readonly risk?: Risk;
  /** Short facts: a size, a target, a cost. */
  readonly facts?: readonly string[];
}

/** A call that the run cannot finish by itself. Plain and frozen. */
export interface DeferredCall extends CallDescription {
  readonly toolCallId: string;
  readonly toolName: string;
  /** An external call that asks a person for information: its tool threw `CallDeferred({ kind: 'question' })`. */
  readonly kind?: 'question';
  /** The model's input after it passed the schema. It is shown, edited and recorded. */
  readonly input: JSONValue;
  /** The input was not validated: the tool has only a JSON Schema, and no validator is registered. */
  readonly unchecked?: true;
  /**
   * The effective input: the one that `execute` receives, if defaults or conversions of the schema make it differ from
   * `input`.
   */
  readonly effectiveInput?: JSONValue;
  /**
   * The paths where `execute` may receive something else than `effectiveInput`: values that are created only when the
   * call runs, or that JSON cannot hold.
   */
  readonly unpredictablePaths?: readonly UnpredictablePath[];
  /** The tool's description, written by its author. */
  readonly description?: string;
  /** The things that this call accesses, such as `fs.write:/drafts/a.md`. */
  readonly capabilities?: readonly string[];
  /** The capabilities that require approval; the others are allowed. Default: all. */
  readonly asksFor?: readonly string[];
  /** The reason for asking, from a policy or the tool. */
  readonly reason?: string;
  /** Requirements of a policy for several approvals. All of them must be met; one denial is enough to deny. */
  readonly needs?: readonly PeopleNeeded[];
  /** The people who have approved so far, if it needs several. */
  readonly approvedBy?: readonly NamedPerson[];
  /** The state of these approvals for the person who reads it. Default: unknown. */
  readonly approvalProgress?: ApprovalProgress;
  /** `yes` if its effect can be undone. Absent if that is not declared. */
  readonly reversible?: Reversible;
  /** The server that provides its tool. Absent for a tool of the app's own code. The model cannot set it. */
  readonly origin?: CallOrigin;
  /** Digests of its tool's definition, if it comes from a toolset or a server. */
  readonly definition?: DefinitionDigests;
  /**
   * The parts of its tool's definition that changed since a person remembered an approval for it. They are the reason
   * for asking again.
   */
  readonly changed?: readonly DefinitionPart[];
  /** SHA-256 of the call if it has left the page's memory. An answer quotes it to say what was shown. */
  readonly digest?: string;
  /** Its tool has a preview of the change. */
  readonly hasPreview?: true;
  /**
   * The call was interrupted: it may have had its effect. The answer reports the outcome or runs it again. Only
   * external calls have it.
   */
  readonly interrupted?: EarlierExecution;
  /**
   * Runs the call with the model's own input, whatever the answer says. People cannot edit it; they can deny it and
   * propose a change.
   */
  readonly fixedBy?: 'provider' | 'server';
  /**
   * Parts of the input that the tool wants hidden, or shown although they look secret. It never changes the input that
   * runs.
   */
  readonly redactions?: Redactions;
}

/** Parts of an input that a tool wants hidden, or shown although they look secret. */
export interface Redactions {
  readonly hide?: readonly JSONPath[];
  readonly show?: readonly JSONPath[];
}

/** The reason for deferring: `approval` needs a person's approval, `external` gets its result from elsewhere. */
export type DeferredKind = 'approval' | 'external';

/** All deferred calls of one model response: one batch. Each call is in exactly one list, in emission order. */
export interface DeferredToolRequests {
  /** External calls: their results come from elsewhere. */
  readonly calls: readonly DeferredCall[];
  /** Calls that need approval. */
  readonly approvals: readonly DeferredCall[];
  /** The tool's metadata from when it deferred, by tool call id. */
  readonly metadata: Readonly<Record<string, JSONObject>>;
}

/** The answers to a batch, by tool call id. Made by {@link buildResults}. */
export interface DeferredToolResults {
  readonly calls: Readonly<Record<string, CallAnswer>>;
  readonly approvals: Readonly<Record<string, ApprovalAnswer>>;
  /** The approved tool receives it as `ctx.toolCallMetadata`. */
  readonly metadata: Readonly<Record<string, JSONObject>>;
  /** Calls left open on purpose. The run ends `deferred` with exactly those. */
  readonly defer: readonly string[];
  /** The names of the people who answered, by tool call id, for the record. */
  readonly answeredBy?: Readonly<Record<string, string>>;
  /** Digests of what was shown. A resumed run refuses an answer if the call has changed since. */
  readonly digests?: Readonly<Record<string, string>>;
  /** The effective inputs and definitions that were shown. A resumed run asks again if they have changed. */
  readonly shown?: Readonly<Record<string, Pick<DeferredCall, 'effectiveInput' | 'unpredictablePaths' | 'definition'>>>;
}

/** Returns every call of a batch with its kind; approvals first. */
export function deferredCalls(
  requests: DeferredToolRequests,
): readonly { readonly kind: DeferredKind; readonly call: DeferredCall }[] {
  return [
    ...requests.approvals.map((call) => ({ kind: 'approval' as const, call })),
    ...requests.calls.map((call) => ({ kind: 'external' as const, call })),
  ];
}
