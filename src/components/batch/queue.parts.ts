export { QueueParked as Parked } from './parked-bar.js';
export { QueueBatches as Batches, QueueRoot as Root } from './queue.js';
