import type { JSONSchema7 } from '@ai-sdk/provider';
import type { JSONValue } from '../../protocol/json.js';
import type { Issue } from '../../protocol/signals.js';

/** What a form needs in which people edit the input of a call. */
export interface InputForm {
  /** The JSON Schema of the input; `undefined`: it has none, so that it can only be edited as JSON. */
  readonly schema: () => Promise<JSONSchema7 | undefined>;
  /** What is wrong with an input by its schema, to be said while it is typed. Policies and validators have their say with the answer. */
  readonly check: (input: JSONValue) => Promise<readonly Issue[]>;
}
