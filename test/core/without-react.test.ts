import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildWhenStale } from '../setup/build-when-stale.js';
import { runNode } from '../setup/run-node.js';
import { root } from '../setup/source-files.js';

/** The packages of an app without React: the dependencies, and the peers that these entries import. */
const installed = ['@ai-sdk/provider', '@cfworker/json-schema', '@standard-schema/spec', 'diff', 'eventsource-parser'];
const withPeers = [...installed, 'idb', 'zustand', 'zod', '@opentelemetry/api'];

const page = `
  import { createAgent, createConversation, tool } from 'countersign/core';
  import * as jsonSchema from 'countersign/json-schema';
  import * as arabic from 'countersign/languages/ar';
  import * as german from 'countersign/languages/de';
  import * as mcp from 'countersign/mcp';
  import * as persistence from 'countersign/persistence';
  import * as server from 'countersign/server';
  import * as telemetry from 'countersign/telemetry';
  import * as testing from 'countersign/testing';
  import { z } from 'zod';

  const { createVirtualClock, disarmApprovals, expectBatch, scriptedModel } = testing;
  const removed = [];
  const remove = tool({
    inputSchema: z.object({ path: z.string() }),
    requiresApproval: true,
    describe: ({ path }) => ({ title: 'Delete ' + path }),
    execute: ({ path }) => removed.push(path),
  });
  const model = scriptedModel([{ calls: [{ toolName: 'remove', input: { path: 'a.txt' } }] }, 'Deleted.']);
  const clock = createVirtualClock();
  const agent = createAgent({ model, tools: { remove }, environment: clock.environment });
  const conversation = createConversation(() => ({ agent }), clock.environment);
  disarmApprovals();
  conversation.start('Delete a.txt');
  await clock.settle();
  await expectBatch(conversation).approve('Delete a.txt').settled();
  await clock.runAll();
  model.assertDone();
  const others = [jsonSchema, arabic, german, mcp, persistence, server, telemetry].map((entry) => Object.keys(entry).length);
  console.log(JSON.stringify({ removed, outcome: conversation.store.getState().outcome.type, others }));
`;

let app = '';

beforeAll(async () => {
  await buildWhenStale();
  app = await mkdtemp(join(tmpdir(), 'countersign-without-react-'));
  const modules = join(app, 'node_modules');
  await cp(join(root, 'dist'), join(modules, 'countersign/dist'), { recursive: true });
  await cp(join(root, 'package.json'), join(modules, 'countersign/package.json'));
  for (const name of withPeers) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(join(root, 'node_modules', name), join(modules, name), 'junction');
  }
  await writeFile(join(app, 'package.json'), JSON.stringify({ type: 'module' }));
  await writeFile(join(app, 'main.js'), page);
}, 180_000);

afterAll(() => rm(app, { recursive: true, force: true, maxRetries: 5 }));

async function runModule(path: string): Promise<unknown> {
  return JSON.parse(await runNode(['--input-type=module', '--eval', `await import('${pathToFileURL(path).href}')`]));
}

const expected = { removed: ['a.txt'], outcome: 'completed', others: Array(7).fill(expect.any(Number)) };

describe('an app in which React is not installed', () => {
  it('C380 builds with Vite and runs countersign/testing', async () => {
    await build({
      root: app,
      configFile: false,
      logLevel: 'error',
      build: { target: 'esnext', outDir: 'built', lib: { entry: 'main.js', formats: ['es'], fileName: 'main' } },
    });

    expect(await runModule(join(app, 'built/main.js'))).toEqual(expected);
  });

  it('C380 runs countersign/testing in Node without a build', async () => {
    expect(await runModule(join(app, 'main.js'))).toEqual(expected);
  });
});
