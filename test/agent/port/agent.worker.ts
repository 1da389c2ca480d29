// An agent that lives in a worker. The worker's name says which life of the run it is.
import { createAgent, tool } from 'countersign/core';
import { serveAgent } from 'countersign/server';
import { type ScriptedTurn, scriptedModel } from 'countersign/testing';
import { z } from 'zod';

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
  resumed: ['Resumed.'],
  rest: ['All done.'],
  paying: [{ calls: [{ toolName: 'pay', input: {} }] }],
  paid: ['Paid.'],
  sleeping: [{ text: 'Half of it', calls: [{ toolName: 'pay', input: {} }] }],
};

const tools = {
  remove: tool({ inputSchema: path, requiresApproval: true, execute: (input) => `removed ${done.push(input.path)}` }),
  pick: tool({ inputSchema: z.object({}) }),
  pay: tool({ inputSchema: z.object({}), execute: () => new Promise(() => self.postMessage('begun')) }),
};

self.addEventListener('message', ({ data }) => {
  if (data === 'done?') self.postMessage(done);
  if (data === 'throw') reportError(new Error('stray'));
});

if (self.name === 'broken') throw new Error('This worker does not get far.');
serveAgent(createAgent({ model: scriptedModel(scripts[self.name] ?? []), tools, name: self.name }), { port: self });
