import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ComponentEntry, readPropTables } from '../../.storybook/prop-tables.js';
import { anatomyOf, outlined, outlineOf } from '../../.storybook/reference/anatomy.js';
import { type ApiEntry, readApi } from '../../.storybook/reference/api-tables.js';
import { batchKeys, keyboard } from '../../.storybook/reference/keyboard.js';
import { readTokens } from '../../.storybook/reference/styling.js';
import { keyMap } from '../../src/components/card/keys.js';
import { readSources, root } from '../setup/source-files.js';

const folder = root.replace(/\/$/, '');
let components: readonly ComponentEntry[];
let api: readonly ApiEntry[];

beforeAll(() => {
  components = readPropTables(folder);
  api = readApi(folder);
}, 120_000);

function pagesIn(path: string): string {
  const names = readdirSync(join(folder, path));
  return names.map((name) => readFileSync(join(folder, path, name), 'utf8')).join('\n');
}

describe('the reference in Storybook', () => {
  it('has each part once in an anatomy', () => {
    const parts = components.filter(({ name }) => name.includes('.')).map(({ name }) => name);
    const listed = outlined.flatMap((namespace) => outlineOf(namespace).map(({ name }) => `${namespace}.${name}`));

    expect(listed.toSorted()).toEqual(parts.toSorted());
  });

  it('closes each part of an anatomy', () => {
    expect(anatomyOf('Meter')).toBe(
      '<Meter.Root>\n  <Meter.Bar />\n  <Meter.Tokens />\n  <Meter.Cost />\n</Meter.Root>',
    );
  });

  it('reads the attributes and variables of a part from the source', () => {
    const title = components.find(({ name }) => name === 'Approval.Title')?.styling;
    const queue = components.find(({ name }) => name === 'Batch.Root')?.styling;

    expect(title?.name).toBe('card-title');
    expect(title?.tag).toBe('h4');
    expect(title?.state.map(({ attribute }) => attribute)).toContain('data-risk');
    expect(queue?.rows.find(({ selector }) => selector === 'approval-batch')?.variables).toContain('--cs-surface');
    expect(queue?.defaults['--cs-surface']).toBe(readTokens(folder)['--cs-surface']);
  });

  it('finds the element of each part', () => {
    const nameless = components.filter(({ name, styling }) => name.includes('.') && styling === undefined);

    // These only render the parts inside them.
    expect(nameless.map(({ name }) => name).toSorted()).toEqual([
      'Approval.Remember',
      'Approval.When',
      'Preview.Content',
      'Queue.Batches',
    ]);
  });

  it('lists the keys of a batch as the components have them', () => {
    const shown = Object.values(keyMap)
      .filter(({ key }) => key !== 'ARROWUP')
      .map((binding) => binding.shown.join('+'));

    expect(batchKeys.flatMap(({ keys }) => keys).toSorted()).toEqual(shown.toSorted());
  });

  it('lists keys for components only', () => {
    const names = components.map(({ name }) => name);

    expect(Object.keys(keyboard).filter((name) => !names.includes(name))).toEqual([]);
  });

  it('has a page for each hook, and one for each module with functions', () => {
    const hooks = pagesIn('stories/hooks');
    const functions = pagesIn('stories/functions');
    const missing = api.filter(({ name, from }) =>
      /^use[A-Z]/.test(name) ? !hooks.includes(`<HookPage name="${name}" />`) : !functions.includes(`from="${from}"`),
    );

    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  it('lists each token in the guide about themes', () => {
    const guide = readFileSync(join(folder, 'stories/docs/theming.mdx'), 'utf8');

    expect(Object.keys(readTokens(folder)).filter((token) => !guide.includes(`\`${token}\``))).toEqual([]);
  });

  it('shows each component with a page in the overview', () => {
    const overview = readFileSync(join(folder, 'stories/docs/which-component.mdx'), 'utf8');
    const pages = [...readSources('stories')].flatMap(([path, text]) => {
      const [, title = ''] = /const meta\b.*?title: '([^']+)'/s.exec(path.endsWith('.stories.tsx') ? text : '') ?? [];
      return title === '' || /^Guides/.test(title) ? [] : [`${title.toLowerCase().replace(/[^a-z]+/g, '-')}--docs`];
    });

    expect(pages.filter((page) => !overview.includes(`page="${page}"`))).toEqual([]);
  });
});
