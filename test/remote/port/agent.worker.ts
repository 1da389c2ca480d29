// An agent in a worker. The worker's name is the text that its model writes and, after a space, its storage.
import { createAgent, tool } from 'countersign/core';
import { indexedDbStorage } from 'countersign/persistence';
import { serveAgent } from 'countersign/server';
import { type ScriptedTurn, scriptedModel } from 'countersign/testing';
import { z } from 'zod';

const [script = '', storageName] = self.name.split(' ');
const path = z.object({ path: z.string() });
const done: string[] = [];

const batch: ScriptedTurn = {
  calls: [
    { toolName: 'remove', input: { path: 'a.txt' } },
    { toolName: 'remove', input: { path: 'b.txt' } },
    { toolName: 'remove', input: { path: 'c.txt' } },
    { toolName: 'pick', input: {} },
  ],
};

const scripts: Readonly<Record<string, readonly ScriptedTurn[]>> = {
  batch: [batch, 'All done.'],
  rest: ['All done.'],
  paying: [{ calls: [{ toolName: 'pay', input: {} }] }],
  paid: ['Paid.'],
  sleeping: [{ text: 'Half of it', calls: [{ toolName: 'pay', input: {} }] }],
};

const tools = {
  remove: tool({ inputSchema: path, requiresApproval: true, execute: (input) => `removed ${done.push(input.path)}` }),
  pick: tool({ inputSchema: z.object({}) }),
  pay: tool({ inputSchema: z.object({}), execute: () => new Promise(() => self.postMessage('interrupted')) }),
};

if (script === 'broken') throw new Error('This worker does not get far.');
const agent = createAgent({ model: scriptedModel(scripts[script] ?? []), tools });
const storage = storageName === undefined ? {} : { storage: indexedDbStorage({ name: storageName }) };

self.addEventListener('message', ({ data, ports: [port] }) => {
  if (data === 'done?') self.postMessage(done);
  if (data === 'throw') reportError(new Error('stray'));
  if (data === 'connect' && port !== undefined) serveAgent(agent, { port, ...storage });
});

serveAgent(agent, { port: self, ...storage });
