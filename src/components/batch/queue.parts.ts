export { QueueBatches as Batches, QueueRoot as Root } from './queue.js';
