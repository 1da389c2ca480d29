import type { ApprovalAnswer, CallAnswer } from './answers.js';
import type { DefinitionDigests, DefinitionPart } from './base/definition.js';
import type { JSONObject, JSONValue } from './base/json.js';
import type { JSONPath } from './base/json-path.js';
import type { BegunBefore } from './call-end.js';
import type { NamedPerson, PeopleNeeded } from './decided-by.js';
import type { Unshown } from './runs-as.js';

/** How bad a call could be, as its tool's `describe` says. */
export type Risk = 'low' | 'medium' | 'high' | 'destructive';

/** What a card says about a call. A tool's `describe` returns it. */
export interface CallDescription {
  /** The decision in words: verb and object. */
  readonly title: string;
  /** A sentence more. */
  readonly summary?: string;
  readonly risk?: Risk;
  /** Short facts: a size, a target, a cost. */
  readonly facts?: readonly string[];
}

/** One call that the run cannot complete by itself. Plain and frozen. */
export interface DeferredCall extends CallDescription {
  readonly toolCallId: string;
  readonly toolName: string;
  /** An external call that wants something said, rather than done: its tool threw `CallDeferred({ kind: 'question' })`. */
  readonly kind?: 'question';
  /** The model's JSON after it passed the schema: what is shown, edited, recorded. */
  readonly input: JSONValue;
  /** Nothing could check the input: the tool has only a JSON Schema, and no validator is registered. */
  readonly unchecked?: true;
  /** What `execute` gets, where the schema's defaults or conversions make it differ from `input`. */
  readonly willRunAs?: JSONValue;
  /** Where `willRunAs` is not what `execute` gets: what is made only when the call runs, and what JSON cannot hold. */
  readonly unshown?: readonly Unshown[];
  /** What the tool does, in its author's words. */
  readonly description?: string;
  /** What this call touches, such as `fs.write:/drafts/a.md`. */
  readonly capabilities?: readonly string[];
  /** Those of its capabilities that are asked about; the others are allowed. Without it: all. */
  readonly asksFor?: readonly string[];
  /** Why it is asked about, in words: what a policy or the tool says. */
  readonly reason?: string;
  /** Each of these has to be met, before a yes counts: a policy asks for several people. A no counts alone. */
  readonly needs?: readonly PeopleNeeded[];
  /** The people who have approved it so far, where it needs several. */
  readonly approvedBy?: readonly NamedPerson[];
  /** Digests of its tool's definition, where that comes from a toolset or a server. */
  readonly definition?: DefinitionDigests;
  /** What has changed of its tool since a person allowed calls of it, so that it is asked about again. */
  readonly changed?: readonly DefinitionPart[];
  /** SHA-256 of the call, where it has left the page's memory: whoever answers says what was shown. */
  readonly digest?: string;
  /** Its tool can show what the call would change. */
  readonly hasPreview?: true;
  /**
   * Its body has begun before, and nobody kept how it ended: what it does may have happened. Whoever answers says what became of it, or
   * lets it run again. Only external calls have it.
   */
  readonly begun?: BegunBefore;
  /** Who runs it with the model's own input whatever is said here, so that people cannot edit it: they can deny it with a proposal. */
  readonly fixedBy?: 'provider' | 'server';
  /** Parts of the input that the tool wants hidden, or shown although they look secret. Never what runs. */
  readonly redactions?: Redactions;
}

/** Which parts of an input a tool wants hidden, or shown although they look secret. */
export interface Redactions {
  readonly hide?: readonly JSONPath[];
  readonly show?: readonly JSONPath[];
}

/** The two ways to defer: `approval` needs a person's yes, `external` is done elsewhere. */
export type DeferredKind = 'approval' | 'external';

/** All deferred calls of one model response: one batch. Each call is in exactly one list, in emission order. */
export interface DeferredToolRequests {
  /** External calls: their results come from elsewhere. */
  readonly calls: readonly DeferredCall[];
  /** Calls that need a yes. */
  readonly approvals: readonly DeferredCall[];
  /** What the tool said when it deferred, by tool call id. */
  readonly metadata: Readonly<Record<string, JSONObject>>;
}

/** The answers to a batch, by tool call id. Made by {@link buildResults}. */
export interface DeferredToolResults {
  readonly calls: Readonly<Record<string, CallAnswer>>;
  readonly approvals: Readonly<Record<string, ApprovalAnswer>>;
  /** Goes to the approved tool as `ctx.toolCallMetadata`. */
  readonly metadata: Readonly<Record<string, JSONObject>>;
  /** Calls left open on purpose: the run ends `deferred` with just those. */
  readonly defer: readonly string[];
  /** Who answered, by tool call id, where whoever gathered the answers says so: their names. It stands in the record. */
  readonly answeredBy?: Readonly<Record<string, string>>;
  /** What was shown: a resumed run refuses an answer to a call that is another by now. */
  readonly digests?: Readonly<Record<string, string>>;
  /** What was shown of calls beside their input, what they run as and how their tool was defined: a resumed run asks again where that has changed. */
  readonly shown?: Readonly<Record<string, Pick<DeferredCall, 'willRunAs' | 'unshown' | 'definition'>>>;
}

/** Every call of a batch, with its kind; approvals first. */
export function deferredCalls(
  requests: DeferredToolRequests,
): readonly { readonly kind: DeferredKind; readonly call: DeferredCall }[] {
  return [
    ...requests.approvals.map((call) => ({ kind: 'approval' as const, call })),
    ...requests.calls.map((call) => ({ kind: 'external' as const, call })),
  ];
}
