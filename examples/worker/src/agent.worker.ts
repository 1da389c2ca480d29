import { serveAgent } from 'countersign/server';
import { agent } from './agent';

serveAgent(agent, { port: self });
