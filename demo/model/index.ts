export type { Delay } from './paced-stream.js';
export { createStandInModel, type StandInOptions } from './stand-in-model.js';
export type { FormField, FormSchema, ToolInputs, ToolName } from './steps.js';
export { type Suggestion, suggestions } from './suggestions.js';
