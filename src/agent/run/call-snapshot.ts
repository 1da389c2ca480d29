import { deepFreeze } from '../../protocol/base/json.js';
import { definedProps } from '../../protocol/base/record.js';
import type { TurnCall } from './turn.js';

/** The parts of a call that a step may change. All of them are plain JSON. */
export interface CallSnapshot
  extends Readonly<
    Partial<
      Pick<
        TurnCall,
        'input' | 'hooked' | 'unchecked' | 'state' | 'begun' | 'isAlone' | 'deferrals' | 'ruling' | 'consent'
      >
    >
  > {
  readonly body?: Omit<TurnCall['body'], 'thrown'>;
}

/** Returns the current state of a call, for the journal. */
export function snapshotOf(call: TurnCall): CallSnapshot {
  const { input, hooked, unchecked, state, begun, isAlone, deferrals, ruling, consent } = call;
  const { thrown: _thrown, ...body } = call.body;
  return {
    ...definedProps({ input, hooked, unchecked, isAlone }),
    ...{ state, begun, deferrals, ruling: { ...ruling }, consent: { ...consent }, body },
  };
}

const optional = ['hooked', 'unchecked', 'isAlone'] as const;

/** Restores the state that a call had in an earlier activation of the run. */
export function restoreCall(call: TurnCall, snapshot: CallSnapshot): void {
  for (const name of optional) delete call[name];
  const { ruling, consent, body, ...own } = deepFreeze(snapshot);
  // JSON has left out `undefined`. The groups are copied, because later steps change them.
  Object.assign(call, { input: undefined, ...own, ruling: { ...ruling }, consent: { ...consent }, body: { ...body } });
}

/** Returns a copy whose changes do not reach the original. */
export function copyCall(call: TurnCall): TurnCall {
  const { ruling, consent, body } = call;
  return { ...call, ruling: { ...ruling }, consent: { ...consent }, body: { ...body } };
}
