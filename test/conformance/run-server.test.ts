import { memoryRunStore } from 'countersign/server';
import { describeRunServer } from '../server/runs/describe-run-server.js';

describeRunServer('a run server whose runs are in memory', (agents) => memoryRunStore({ agents }));
