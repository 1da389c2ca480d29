import { memoryStorage } from 'countersign/persistence';
import { memoryRunStore } from 'countersign/server';
import { LocalRunStore } from '../../src/server/local/local-run-store.js';
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

/** Like in a worker: the runs are persisted, and executed in this process. */
const openPersisted = (agents: Parameters<Parameters<typeof describeRunServer>[1]>[0]) =>
  new LocalRunStore({ agents, storage: memoryStorage() });

describeRunServer('a run server whose runs are in a storage', openPersisted);
describeDeadlines('deadlines of runs in a storage', openPersisted);
describeLists('a run server whose lists are in a storage', openPersisted);
