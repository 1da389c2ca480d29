import type { DeferredAnswer } from '../../protocol/answers.js';
import { isSameJson, type JSONValue } from '../../protocol/base/json.js';
import { given } from '../../protocol/base/record.js';
import type { DeferredCall, Redactions } from '../../protocol/deferred.js';
import type { EditedCall } from '../../protocol/preview.js';
import { defaultTitle } from '../default-title.js';

/** The parts of a call that the title of an edit is made from. */
export interface EditableCall extends Pick<DeferredCall, 'toolName' | 'risk'> {
  readonly input?: JSONValue;
  readonly redactions?: Redactions | undefined;
}

/** Returns the input that a person approved in place of the model's; `undefined` for other answers and for an edit that changes nothing. */
export function editedInput(answer: DeferredAnswer | 'defer', original: JSONValue | undefined): JSONValue | undefined {
  if (answer === 'defer' || answer.kind !== 'tool-approved' || answer.overrideArgs === undefined) return undefined;
  return original !== undefined && isSameJson(answer.overrideArgs, original) ? undefined : answer.overrideArgs;
}

/**
 * Returns the call that an answer approved with another input, as it was described before the answer counted; else with its default title.
 *
 * @param described the description, where there is one.
 */
export function editedCallOf(
  call: EditableCall,
  answer: DeferredAnswer | 'defer',
  described: EditedCall | undefined,
): EditedCall | undefined {
  const input = editedInput(answer, call.input);
  return input === undefined ? undefined : (described ?? titledEdit(call, input));
}

/** Describes an edited call by its input alone. Its risk stays: nobody knows that the edit made it smaller. */
export function titledEdit({ toolName, risk, redactions }: EditableCall, input: JSONValue): EditedCall {
  return { title: defaultTitle(toolName, input, redactions), known: 'title', ...given({ risk, redactions }) };
}

/** Replaces what is known of a call's own input by what is known of another one. */
export function withEdit(call: DeferredCall, input: JSONValue, edited: EditedCall): DeferredCall {
  const { summary, risk, facts, capabilities, asksFor, reason, redactions, willRunAs, unshown, ...rest } = call;
  const { known, refusal, ...described } = edited;
  return { ...rest, ...described, input };
}
