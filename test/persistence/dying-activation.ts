// A life of a run in a thread of its own, which is killed in the middle of a step. The thread's name is that of the
// database.
import { indexedDbStorage } from 'countersign/persistence';

const journal = indexedDbStorage({ name: self.name }).journal('r1');
await journal.step('model', async () => 'Hi');
await journal.step(
  'tool',
  () => {
    self.postMessage('interrupted');
    return new Promise(() => undefined); // until it is killed
  },
  { once: true },
);
