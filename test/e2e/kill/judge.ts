import type { UIMessage } from 'ai';
import type { RunEvent } from 'countersign/core';
import { stepKind } from '../../support/step-keys.js';
import type { Happened, Over } from './page.js';
import type { World } from './world.js';

/** What nobody has interrupted. */
export interface Whole {
  readonly over: Over;
  readonly world: World;
}

/**
 * What is wrong with a conversation whose lives were ended, as against one that was left alone: `undefined` if it came
 * to the same messages, with each effect once, or honestly unknown.
 */
export function problemOf({ over, world }: Whole, whole: Whole): string | undefined {
  const cutOff = new Set([...world.unknown, ...world.askedBegun]);
  const { hasThawed } = world;
  return (
    over.error ??
    effectProblem(world, whole.world) ??
    honestyProblem(world, cutOff) ??
    questionProblem(world) ??
    memoryProblem(world) ??
    responseProblem(world) ??
    difference('what is shown', shownOf(whole.over, cutOff), shownOf(over, cutOff)) ??
    difference('what is kept', keptOf(whole.over, cutOff), keptOf(over, cutOff)) ??
    eventProblem('the log', whole.over.log, { events: over.log, cutOff, hasThawed }) ??
    eventProblem('the list of events', whole.over.happened, { events: over.happened, cutOff, hasThawed }) ??
    inventedProblem(over)
  );
}

/**
 * Only an end that says so excuses an effect that is missing: of a call that was asked about, a person has said that it
 * is to happen.
 */
function effectProblem({ effects, unknown }: World, { effects: expected }: World): string | undefined {
  for (const { call, key, path } of expected) {
    const same = effects.filter((effect) => effect.call === call);
    if (same.length > 1) return `the effect of '${call}' happened ${same.length} times`;
    if (same.length === 0 && !unknown.has(call)) return `the effect of '${call}' did not happen, and nobody says so`;
    if (same.some((effect) => effect.path !== path)) return `'${call}' ran with the input '${same[0]?.path}'`;
    if (key === '') return `'${call}' has no key`;
  }
  const keys = effects.map(({ key }) => key);
  return new Set(keys).size < keys.length ? `two effects have one key: ${keys.join(', ')}` : undefined;
}

/** Cut off is what was begun and has no end, and nothing else. */
function honestyProblem({ found, hasThawed }: World, cutOff: ReadonlySet<string>): string | undefined {
  if (hasThawed) return undefined;
  const begun = [...found.values()].flatMap((life) => life.interrupted);
  const guessed = [...cutOff].find(
    (call) => !begun.some((key) => stepKind(key) === 'tool' && key.includes(`.${call}.`)),
  );
  return guessed === undefined ? undefined : `'${guessed}' is called cut off, and had not begun`;
}

/** What a model has read of a call stays what it was. */
function memoryProblem({ told }: World): string | undefined {
  const known = new Map<string, string>();
  for (const result of told) {
    const { toolCallId } = JSON.parse(result);
    const before = known.get(toolCallId);
    if (before !== undefined) return `a model has read ${before}, and then ${result}`;
    known.set(toolCallId, result);
  }
  return undefined;
}

/**
 * What a response has called for is done only once that response is kept: asked again, a model may say something else.
 */
function responseProblem({ askedAgain }: World): string | undefined {
  const [again] = askedAgain;
  return again && `a model was asked for '${again}' again, after something had been done that it called for`;
}

/** Nobody is asked again what was answered and kept, or what has led to an effect. */
function questionProblem({ asked, found, effects, hasThawed }: World): string | undefined {
  for (const { life, id, batchId, call, isBegun } of asked) {
    const kept = found.get(life);
    // What is asked of a call that was cut off stands in the batch, too: that one needed no answer to begin.
    const answers = asked.filter((other) => !other.isBegun);
    const batchIds = answers.filter((other) => other.call === call).map((other) => other.batchId);
    const batch = answers.filter((other) => batchIds.includes(other.batchId)).map((other) => other.call);
    const hasLed = effects.some((effect) => effect.life < life && batch.includes(effect.call));
    if (hasLed && !isBegun) return `'${call}' was asked about again, after its batch had led to an effect`;
    if (kept?.ended.includes(`${batchId}~answers`))
      return `'${call}' was asked about again, after its batch was answered`;
    if (kept?.chosen.includes(id)) return `'${call}' was asked about again, after it was answered`;
    // What was answered at a tab while it was frozen may not have counted, and it shows the question again.
    if (!hasThawed && asked.filter((other) => other.life === life && other.id === id).length > 1)
      return `'${call}' was asked about twice`;
  }
  return undefined;
}

/** What has happened is told once, whichever life it happened in, and each run has one end. */
function eventProblem(
  where: string,
  whole: readonly Happened[],
  {
    events: told,
    cutOff,
    hasThawed,
  }: { readonly events: readonly Happened[]; readonly cutOff: ReadonlySet<string>; readonly hasThawed: boolean },
): string | undefined {
  // Who stands at a tab that thaws answers what others have answered by then.
  const events = hasThawed ? told.filter(({ event }) => event.type !== 'late-answer') : told;
  const keys = events.map(({ key }) => key);
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice !== undefined) return `${where} has ${twice} twice`;
  const expected = namesOf(whole, cutOff);
  const found = namesOf(events, cutOff);
  const names = [...new Set([...expected, ...found])];
  const times = (list: readonly string[], name: string): number => list.filter((each) => each === name).length;
  const wrong = names.find((name) => times(expected, name) !== times(found, name));
  if (wrong === undefined) return undefined;
  return `${where} has '${wrong}' ${times(found, wrong)} times, not ${times(expected, wrong)}`;
}

/**
 * What happened, in words that are the same in all conversations. Left out is what a cut-off call leads to, and what a
 * model had said that was asked again.
 */
function namesOf(events: readonly Happened[], cutOff: ReadonlySet<string>): readonly string[] {
  const runs = [...new Set(events.map(({ event }) => outermost(event.runId)))];
  const heard = new Map(events.map(({ key }) => [stepOf(key), attemptOf(key)]));
  return events.flatMap(({ key, event }) => {
    const { type, runId, agentPath } = event;
    const isVoid =
      type === 'model-retry' || (stepKind(stepOf(key)) === 'model' && heard.get(stepOf(key)) !== attemptOf(key));
    const about = subjectOf(event);
    if (isVoid || cutOff.has(about) || (cutOff.size > 0 && type.startsWith('deferred-'))) return [];
    const said = 'delta' in event ? event.delta : type === 'run-end' ? event.outcome : '';
    return [`${type} ${about} ${said} of run ${runs.indexOf(outermost(runId))} ${agentPath.join('/')}`];
  });
}

/** The call, or the step, that an event is about. */
function subjectOf(event: RunEvent): string {
  if ('call' in event) return event.call.toolCallId;
  return 'toolCallId' in event ? String(event.toolCallId) : 'step' in event ? String(event.step) : '';
}

const outermost = (runId: string): string => runId.split('~')[0] ?? '';

/** A step that is made again tells under another name: `<run>~model.<n>~event.<attempt>.<nth>`. */
const stepOf = (key: string): string => key.split('~event.')[0] ?? '';
const attemptOf = (key: string): string => key.split('~event.')[1]?.split('.')[0] ?? '';

/** Nothing is shown to have happened that the log does not know. */
function inventedProblem({ log, happened }: Over): string | undefined {
  const logged = new Set(log.map(({ key }) => key));
  const invented = happened.find(({ key }) => !logged.has(key));
  return invented && `'${invented.key}' is shown, and the log has it not`;
}

function shownOf({ shown }: Over, cutOff: ReadonlySet<string>): readonly string[] {
  return shown.flatMap(({ role, parts }: UIMessage) => [role, ...parts.map((part) => masked(part, cutOff))]);
}

function keptOf({ history }: Over, cutOff: ReadonlySet<string>): readonly string[] {
  return history.map((message) => masked(message, cutOff));
}

/**
 * What the model read of a call that was cut off is left out of the comparison, but not what it was to do; and so are
 * ids that are drawn.
 */
function masked(value: unknown, cutOff: ReadonlySet<string>): string {
  return JSON.stringify(value, (key, inner) => {
    if (key === 'id' || key === 'page') return undefined;
    if (typeof inner !== 'object' || inner === null || !cutOff.has(inner.toolCallId)) return inner;
    const { toolCallId, toolName, type, input } = inner;
    return key === '' || 'input' in inner ? { toolCallId, toolName, type, input } : { toolCallId };
  });
}

function difference(what: string, expected: readonly string[], found: readonly string[]): string | undefined {
  const at = Math.max(expected.length, found.length);
  const place = Array.from({ length: at }, (_, index) => index).find((index) => expected[index] !== found[index]);
  return place === undefined ? undefined : `${what} differs: ${expected[place]} became ${found[place]}`;
}
