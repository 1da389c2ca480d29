import { memoryRunStore } from 'countersign/server';
import { describeAttacks } from '../server/runs/describe-attacks.js';
import { describeDeadlines } from '../server/runs/describe-deadlines.js';
import { describeLists } from '../server/runs/describe-lists.js';
import { describeRights } from '../server/runs/describe-rights.js';
import { describeRunServer } from '../server/runs/describe-run-server.js';

describeAttacks('a run server whose runs are in memory', (agents) => memoryRunStore({ agents }));
describeRunServer('a run server whose runs are in memory', (agents) => memoryRunStore({ agents }));
describeDeadlines('deadlines of runs in memory', (agents) => memoryRunStore({ agents }));
describeLists('a run server whose runs are in memory', (agents) => memoryRunStore({ agents }));
describeRights('a run server whose runs are in memory', (agents) => memoryRunStore({ agents }));
