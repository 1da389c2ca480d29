import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Agent, createAgent } from 'countersign';
import { scriptedModel } from 'countersign/testing';
import { type ComponentType, createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { hasMarkup, readPages, snippetsOf } from '../setup/pages.js';
import { root } from '../setup/source-files.js';

// Readers may paste any block with markup, or with a model, into an app with server rendering.

const folder = join(root, 'node_modules/.cache/countersign-docs-server');
/** Blocks for a browser only: they mount an app, test it, or start a worker. */
const browserOnly = /createRoot|hydrateRoot|@testing-library|new Worker\(|countersign\/testing\/react/;
const blocks = readPages()
  .flatMap(snippetsOf)
  .filter((block) => hasMarkup(block) || block.code.includes('createOpenAICompatible'))
  .filter(({ code }) => !browserOnly.test(code));

beforeAll(() => mkdir(folder, { recursive: true }));
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => {
  const model = scriptedModel(['Good evening.']);
  const agent: Agent = createAgent({ model });
  // Values of the app that the blocks declare.
  for (const [name, value] of Object.entries({ model, agent, tools: {}, token: () => 'ada' }))
    vi.stubGlobal(name, value);
  // Some versions of Node define one of these.
  for (const name of ['window', 'document', 'location', 'localStorage']) vi.stubGlobal(name, undefined);
});
afterEach(() => vi.unstubAllGlobals());

/** Returns `true` for a component without props, so that its block is complete. */
const isWhole = ([name, value]: readonly [string, unknown]): boolean =>
  /^[A-Z]|^default$/.test(name) && typeof value === 'function' && value.length === 0;

describe('a block of the docs', () => {
  it.each(blocks)('$file loads and renders without a browser', async ({ file, code }) => {
    const path = join(folder, file);
    await writeFile(path, code);

    const exported: Readonly<Record<string, ComponentType>> = await import(path);

    for (const [, Component] of Object.entries(exported).filter(isWhole))
      expect(renderToString(createElement(Component))).not.toBe('');
  });

  it('is found', () => {
    expect(blocks.length).toBeGreaterThan(40);
  });
});
