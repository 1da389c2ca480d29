// One activation of a run in its own thread, which is killed during a step. The thread's name is the name of
// the database.
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
