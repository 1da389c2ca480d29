import { deepFreeze } from '../../protocol/base/json.js';
import type { TurnCall } from './turn.js';

/** What becomes of a call, and may be known of it only after a while: all of it is plain JSON. */
type Progress = Omit<
  TurnCall,
  | 'toolCallId'
  | 'toolName'
  | 'rawInput'
  | 'providerOptions'
  | 'providerApprovalId'
  | 'fixedInput'
  | 'outputSchema'
  | 'output'
  | 'thrown'
>;

/** All that a step may change of a call, as a journal keeps it. */
export type CallSnapshot = { readonly [KEY in keyof Progress]?: Progress[KEY] };

const optional = [
  'hooked',
  'unchecked',
  'policyCall',
  'reason',
  'asksFor',
  'needs',
  'shown',
  'shownDefinition',
  'changed',
  'askedAgain',
  'isAlone',
  'isGranted',
  'made',
  'enqueued',
  'stops',
  'final',
] as const;

/** What a call is like at this moment. */
export function snapshotOf(call: TurnCall): CallSnapshot {
  const { toolCallId: _, toolName: _name, rawInput: _raw, providerOptions: _options, output: _output, ...rest } = call;
  const {
    providerApprovalId: _approval,
    fixedInput: _fixed,
    outputSchema: _schema,
    thrown: _thrown,
    ...progress
  } = rest;
  return progress;
}

/** Makes a call what it was in an earlier life. */
export function restoreCall(call: TurnCall, snapshot: CallSnapshot): void {
  for (const name of optional) delete call[name];
  // JSON has left out what was not there yet.
  Object.assign(call, { input: undefined, approval: undefined }, deepFreeze(snapshot));
}
