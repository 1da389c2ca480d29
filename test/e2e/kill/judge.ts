import type { UIMessage } from 'ai';
import type { RunEvent } from 'countersign/core';
import { stepKind } from '../../support/step-keys.js';
import type { FinishedConversation, KeyedEvent } from './page.js';
import type { World } from './world.js';

/** A finished conversation, with the effects and requests recorded outside of its pages. */
export interface FinishedWorld {
  readonly over: FinishedConversation;
  readonly world: World;
}

/**
 * Compares an interrupted conversation with an uninterrupted one. Returns `undefined` if it has the same
 * messages, and each effect occurred once or is reported as unknown. Otherwise returns the first problem.
 */
export function problemOf({ over, world }: FinishedWorld, whole: FinishedWorld): string | undefined {
  const cutOff = new Set([...world.unknown, ...world.askedBegun]);
  const { hasThawed } = world;
  return (
    over.error ??
    effectProblem(world, whole.world) ??
    interruptedProblem(world, cutOff) ??
    requestProblem(world) ??
    resultProblem(world) ??
    responseProblem(world) ??
    difference('what is shown', shownOf(whole.over, cutOff), shownOf(over, cutOff)) ??
    difference('what is kept', storedOf(whole.over, cutOff), storedOf(over, cutOff)) ??
    eventProblem('the log', whole.over.log, { events: over.log, cutOff, hasThawed }) ??
    eventProblem('the list of events', whole.over.happened, { events: over.happened, cutOff, hasThawed }) ??
    unloggedProblem(over)
  );
}

/**
 * An effect may only be missing if its call ended as unknown. A person who was asked about a call without an
 * effect had it run again.
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

/** Only calls that started and have no end may be reported as interrupted. */
function interruptedProblem({ found, hasThawed }: World, cutOff: ReadonlySet<string>): string | undefined {
  if (hasThawed) return undefined;
  const begun = [...found.values()].flatMap((life) => life.interrupted);
  const guessed = [...cutOff].find(
    (call) => !begun.some((key) => stepKind(key) === 'tool' && key.includes(`.${call}.`)),
  );
  return guessed === undefined ? undefined : `'${guessed}' is called cut off, and had not begun`;
}

/** A result that a model has read must not change. */
function resultProblem({ told }: World): string | undefined {
  const known = new Map<string, string>();
  for (const result of told) {
    const { toolCallId } = JSON.parse(result);
    const before = known.get(toolCallId);
    if (before !== undefined) return `a model has read ${before}, and then ${result}`;
    known.set(toolCallId, result);
  }
  return undefined;
}

/** A call may run only after its response is persisted. A repeated model request could return something else. */
function responseProblem({ askedAgain }: World): string | undefined {
  const [again] = askedAgain;
  return again && `a model was asked for '${again}' again, after something had been done that it called for`;
}

/** A persisted answer, or one that had an effect, must not be requested again. */
function requestProblem({ asked, found, effects, hasThawed }: World): string | undefined {
  for (const { life, id, batchId, call, isBegun } of asked) {
    const kept = found.get(life);
    // Questions about interrupted calls are in the batch, too, but those calls started without an answer.
    const answers = asked.filter((other) => !other.isBegun);
    const batchIds = answers.filter((other) => other.call === call).map((other) => other.batchId);
    const batch = answers.filter((other) => batchIds.includes(other.batchId)).map((other) => other.call);
    const hasLed = effects.some((effect) => effect.life < life && batch.includes(effect.call));
    if (hasLed && !isBegun) return `'${call}' was asked about again, after its batch had led to an effect`;
    if (kept?.ended.includes(`${batchId}~answers`))
      return `'${call}' was asked about again, after its batch was answered`;
    if (kept?.chosen.includes(id)) return `'${call}' was asked about again, after it was answered`;
    // An answer in a frozen tab may not have counted, so the tab may show the request again.
    if (!hasThawed && asked.filter((other) => other.life === life && other.id === id).length > 1)
      return `'${call}' was asked about twice`;
  }
  return undefined;
}

/** Each event is reported once, whichever activation it comes from, and each run has one end. */
function eventProblem(
  where: string,
  whole: readonly KeyedEvent[],
  {
    events: told,
    cutOff,
    hasThawed,
  }: { readonly events: readonly KeyedEvent[]; readonly cutOff: ReadonlySet<string>; readonly hasThawed: boolean },
): string | undefined {
  // A person at a thawed tab may answer what was already answered elsewhere.
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
 * Returns event names that are comparable between conversations. Omits the events after an interrupted call,
 * and those of repeated model requests.
 */
function namesOf(events: readonly KeyedEvent[], cutOff: ReadonlySet<string>): readonly string[] {
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

/** The call or the step that an event belongs to. */
function subjectOf(event: RunEvent): string {
  if ('call' in event) return event.call.toolCallId;
  return 'toolCallId' in event ? String(event.toolCallId) : 'step' in event ? String(event.step) : '';
}

const outermost = (runId: string): string => runId.split('~')[0] ?? '';

/** A repeated step has different event keys: `<run>~model.<n>~event.<attempt>.<nth>`. */
const stepOf = (key: string): string => key.split('~event.')[0] ?? '';
const attemptOf = (key: string): string => key.split('~event.')[1]?.split('.')[0] ?? '';

/** Every displayed event must be in the log. */
function unloggedProblem({ log, happened }: FinishedConversation): string | undefined {
  const logged = new Set(log.map(({ key }) => key));
  const invented = happened.find(({ key }) => !logged.has(key));
  return invented && `'${invented.key}' is shown, and the log has it not`;
}

function shownOf({ shown }: FinishedConversation, cutOff: ReadonlySet<string>): readonly string[] {
  return shown.flatMap(({ role, parts }: UIMessage) => [role, ...parts.map((part) => maskInterrupted(part, cutOff))]);
}

function storedOf({ history }: FinishedConversation, cutOff: ReadonlySet<string>): readonly string[] {
  return history.map((message) => maskInterrupted(message, cutOff));
}

/** Omits random ids, and the results of interrupted calls but not their inputs. */
function maskInterrupted(value: unknown, cutOff: ReadonlySet<string>): string {
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
