import { serveAgent } from 'countersign/core';
import { agent } from './agent';

serveAgent(self, agent);
