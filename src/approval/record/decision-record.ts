import { copyJson, deepFreeze, isSameJson, type JSONValue } from '../../protocol/base/json.js';
import type { JSONPath } from '../../protocol/base/json-path.js';
import { definedProps } from '../../protocol/base/record.js';
import type { RunEvent } from '../../protocol/run-event.js';
import { editedCallOf } from '../edit/edited-call.js';
import { digestCall } from '../grants/digest.js';
import { secretTexts } from '../redaction/call-secrets.js';
import { type Redacted, type RedactOptions, redact, type ToolRedaction } from '../redaction/redact.js';
import { collectDecisions, type DecisionDraft } from './collect-decisions.js';
import type { DecisionEdit, DecisionEntry } from './decision-entry.js';

/** Options of {@link decisionRecord}. */
export interface DecisionRecordOptions {
  /**
   * Options for hiding secrets in inputs, in addition to what the tools hide. Default: values that look secret are
   * hidden.
   */
  readonly redact?: RedactOptions | ((call: { readonly toolName: string }) => RedactOptions);
}

/**
 * Returns a record of who decided what, when and why: one entry per request, in the order of the requests, and one per
 * decision of a policy. Events can come from several runs, such as a run and its continuation: later events complete
 * entries, or add new ones. Values that are hidden in an input are hidden in the texts about it, too. Digests are of
 * the full input. Invalid events are skipped.
 *
 * @param events the events of one run or of several, each run's in order.
 * @example const lines = toJsonLines(await decisionRecord(run.store.getState().events));
 */
export async function decisionRecord(
  events: Iterable<RunEvent>,
  options: DecisionRecordOptions = {},
): Promise<readonly DecisionEntry[]> {
  const entries = await Promise.all(collectDecisions(events).map((draft) => toEntry(draft, options)));
  // Copies, because freezing would affect the caller's events.
  return Object.freeze(entries.map((entry) => deepFreeze(copyJson(entry) as DecisionEntry))); // of plain data
}

/**
 * Converts entries to JSONL: one line each with a line break at its end. Other line separators are escaped.
 *
 * @param entries the result of {@link decisionRecord}.
 * @example await writeFile('decisions.jsonl', toJsonLines(entries));
 */
export function toJsonLines(entries: Iterable<DecisionEntry>): string {
  const escaped = (separator: string): string => `\\u${separator.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return Array.from(entries, (entry) => `${JSON.stringify(entry).replace(/[\u0085\u2028\u2029]/g, escaped)}\n`).join(
    '',
  );
}

async function toEntry(draft: DecisionDraft, options: DecisionRecordOptions): Promise<DecisionEntry> {
  const { event, kind, toolName, toolCallId, batchId, call, askedBy, askedAt, expiresAt, decision, outcome } = draft;
  const { answer } = draft;
  const rules = rulesFor(draft, options);
  const override = typeof answer === 'object' && 'overrideArgs' in answer ? answer.overrideArgs : undefined;
  const states = [call.input, call.effectiveInput, override];
  const secrets = [...(rules.secrets ?? []), ...states.flatMap((state) => secretTexts(state, rules))];
  const shown = call.input === undefined ? undefined : redact(call.input, { ...rules, secrets });
  const edited = override === undefined ? undefined : redact(override, { ...rules, secrets });
  const clean = (text: string): string => cleaned(text, secrets, rules);
  const details = typeof answer === 'object' ? answer : undefined;
  const message = details !== undefined && 'message' in details ? details.message : draft.message;
  const note = details?.kind === 'tool-approved' ? details.note : undefined;
  return {
    v: 1,
    kind,
    runId: event.runId,
    agentPath: [...event.agentPath],
    toolName,
    ...definedProps({
      toolCallId,
      batchId,
      origin: call.origin,
      interrupted: call.interrupted,
      askedBy,
      askedAt,
      expiresAt,
      decision,
    }),
    ...(draft.extensions.length === 0 ? {} : { extensions: [...draft.extensions] }),
    ...mapped({ title: call.title, reason: draft.reason, message, note }, clean),
    ...(shown === undefined ? {} : { input: shown.value }),
    redactions: shown?.redactions ?? [],
    ...definedProps({
      digest: call.digest ?? (await digestIfPossible(toolName, call.input)),
      capabilities: call.capabilities?.map(clean),
    }),
    ...(edited === undefined || override === undefined
      ? {}
      : {
          edit: await toEdit({ toolName, before: call.input, after: override, ...editedTitle(draft, clean) }, edited),
        }),
    overruled: [...draft.overruled],
    ...(outcome === undefined
      ? {}
      : { outcome: { status: outcome.status, at: outcome.at, ...mapped({ message: outcome.message }, clean) } }),
    late: [...draft.late],
  };
}

function rulesFor({ toolName, call }: DecisionDraft, options: DecisionRecordOptions): RedactOptions {
  const rules = typeof options.redact === 'function' ? options.redact({ toolName }) : (options.redact ?? {});
  const { redactions } = call;
  if (redactions === undefined) return rules;
  const refine = (value: JSONValue): ToolRedaction => {
    const more = rules.refine?.(value) ?? [];
    const { hide = [], show = [] } = 'length' in more ? { hide: more } : more;
    return { hide: [...(redactions.hide ?? []), ...hide], show: [...(redactions.show ?? []), ...show] };
  };
  return { ...rules, refine };
}

/** Returns the title of the edited call, if it differs. */
function editedTitle(
  { toolName, call, answer, editedCall }: DecisionDraft,
  clean: (text: string) => string,
): Pick<DecisionEdit, 'title'> {
  const { input, redactions, title: before } = call;
  const known = { toolName, ...definedProps({ input, redactions }) };
  const title = answer && editedCallOf(known, answer, editedCall)?.title;
  return title === undefined || title === before ? {} : { title: clean(title) };
}

interface EditInput extends Pick<DecisionEdit, 'title'> {
  readonly toolName: string;
  readonly before: JSONValue | undefined;
  readonly after: JSONValue;
}

async function toEdit({ toolName, before, after, ...title }: EditInput, edited: Redacted): Promise<DecisionEdit> {
  const { value, redactions } = edited;
  const hidden = redactions.filter(({ reason }) => isHidden(reason)).map(({ path }) => path);
  // Paths inside a hidden value could reveal its structure, so the path of the hidden value is used.
  const changed = changedPaths(before, after, []).map((path) => hidden.find((top) => isBelow(path, top)) ?? path);
  const once = [...new Map(changed.map((path) => [JSON.stringify(path), path])).values()];
  return {
    ...title,
    input: value,
    redactions,
    changed: once,
    ...definedProps({ digest: await digestIfPossible(toolName, after) }),
  };
}

function changedPaths(
  before: JSONValue | undefined,
  after: JSONValue | undefined,
  path: JSONPath,
): readonly JSONPath[] {
  if (isSameJson(before, after)) return [];
  if (!isContainer(before) || !isContainer(after) || Array.isArray(before) !== Array.isArray(after)) return [path];
  const [left, right] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const keys = new Set([...left.keys(), ...right.keys()]);
  return [...keys].flatMap((key) =>
    changedPaths(left.get(key), right.get(key), [...path, Array.isArray(after) ? Number(key) : key]),
  );
}

function isContainer(value: JSONValue | undefined): value is Exclude<JSONValue, string | number | boolean | null> {
  return typeof value === 'object' && value !== null;
}

function isBelow(path: JSONPath, top: JSONPath): boolean {
  return top.every((step, index) => path[index] === step);
}

function isHidden(reason: Redacted['redactions'][number]['reason']): boolean {
  return reason === 'key' || reason === 'tool' || reason === 'too-deep';
}

/** Returns a text without values that are hidden elsewhere. */
function cleaned(text: string, secrets: readonly string[], { maxText }: RedactOptions): string {
  return String(redact(text, { secrets, ...(maxText === undefined ? {} : { maxText }) }).value);
}

/** Returns the digest of an input. Browsers have no `crypto.subtle` on plain http; then the record has no digests. */
async function digestIfPossible(toolName: string, input: JSONValue | undefined): Promise<string | undefined> {
  if (input === undefined) return undefined;
  try {
    return await digestCall({ toolName, input });
  } catch {
    // An input that is too deep for a digest is also too deep to run.
    return undefined;
  }
}

function mapped<K extends string>(
  texts: Readonly<Record<K, string | undefined>>,
  clean: (text: string) => string,
): { readonly [KEY in K]?: string } {
  const there = Object.entries<string | undefined>(texts).flatMap(([key, text]) =>
    text === undefined ? [] : [[key, clean(text)]],
  );
  return Object.fromEntries(there) as { readonly [KEY in K]?: string }; // the keys are unchanged
}
