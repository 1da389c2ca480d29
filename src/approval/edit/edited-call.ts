import type { DeferredAnswer } from '../../protocol/answers.js';
import { isSameJson, type JSONValue } from '../../protocol/base/json.js';
import { definedProps } from '../../protocol/base/record.js';
import type { DeferredCall, Redactions } from '../../protocol/deferred.js';
import type { EditedCall } from '../../protocol/preview.js';
import { defaultTitle } from '../default-title.js';

/** The parts of a call that an edit's title is derived from. */
export interface EditableCall extends Pick<DeferredCall, 'toolName' | 'risk'> {
  readonly input?: JSONValue;
  readonly redactions?: Redactions | undefined;
}

/** Returns the edited input of an approval; `undefined` for other answers and for an edit without changes. */
export function editedInput(answer: DeferredAnswer | 'defer', original: JSONValue | undefined): JSONValue | undefined {
  if (answer === 'defer' || answer.kind !== 'tool-approved' || answer.overrideArgs === undefined) return undefined;
  return original !== undefined && isSameJson(answer.overrideArgs, original) ? undefined : answer.overrideArgs;
}

/**
 * Returns the edited call of an approval: its description from before the approval or, without one, its default title.
 *
 * @param described the description, if there is one.
 */
export function editedCallOf(
  call: EditableCall,
  answer: DeferredAnswer | 'defer',
  described: EditedCall | undefined,
): EditedCall | undefined {
  const input = editedInput(answer, call.input);
  return input === undefined ? undefined : (described ?? titledEdit(call, input));
}

/** Describes an edited call by its input alone. The risk is kept, because the edit may not have lowered it. */
export function titledEdit({ toolName, risk, redactions }: EditableCall, input: JSONValue): EditedCall {
  return { title: defaultTitle(toolName, input, redactions), known: 'title', ...definedProps({ risk, redactions }) };
}

/** Replaces the description of a call's own input with that of an edited input. */
export function withEdit(call: DeferredCall, input: JSONValue, edited: EditedCall): DeferredCall {
  const {
    summary,
    risk,
    facts,
    capabilities,
    asksFor,
    reason,
    redactions,
    effectiveInput,
    unpredictablePaths,
    ...rest
  } = call;
  const { known, refusal, ...described } = edited;
  return { ...rest, ...described, input };
}
