import { expect, it } from 'vitest';
import { createWaitingList, type DecisionSource } from '../../src/components/attention/decision-source.js';
import { approval, batch } from './support.js';

/** A separate broker that opens a batch when the test decides. Its events go nowhere. */
function source(batchId: string) {
  let pending: Extract<DecisionSource, { pending: unknown }>['pending'] = [];
  return {
    get pending() {
      return pending;
    },
    subscribe: () => () => {},
    ask: () => {
      pending = [batch([approval('a')], { batchId })];
    },
  };
}

it('puts first what was seen first, where no event tells the time', () => {
  const [one, two] = [source('one'), source('two')];
  const list = createWaitingList([one, two]);
  const shown = (): readonly string[] => list.read().map(({ batch: { batchId } }) => batchId);

  two.ask();
  expect(shown()).toEqual(['two']);
  one.ask();
  expect(shown()).toEqual(['two', 'one']);
});
