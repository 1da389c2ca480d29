import { composeStories } from '@storybook/react-vite';
import { type ComponentType, createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { initialGlobals, languages } from '../../.storybook/toolbar.js';
import { StringsProvider } from '../../src/components/index.js';
import { forbidChance } from './forbid-chance.js';

/** Those that a server cannot render, each with what keeps it from that. */
const onlyInAPage: Readonly<Record<string, string>> = {
  'approval-card Plain': 'a part of it throws, and a server has no boundary that catches that',
  'location-request Waiting': 'it begins with a person who is asked for a place, which takes a browser',
  'location-request Denied': 'it begins with a person who denies a place, which takes a browser',
  'location-request Found': 'it begins with a place that is found, which takes a browser',
};

type Composed = ComponentType & { readonly load: () => Promise<void> };

// No time passes in a story that nobody watches.
vi.stubEnv('VITEST_STORYBOOK', 'true');
afterAll(() => void vi.unstubAllEnvs());

const files = import.meta.glob<Parameters<typeof composeStories>[0]>('../../stories/**/*.stories.tsx');
const loaded = await Promise.all(
  Object.entries(files).map(
    async ([path, load]) => [path.replace(/^.*\/|\.stories\.tsx$/g, ''), await load()] as const,
  ),
);
const stories: ReadonlyMap<string, Composed> = new Map(
  loaded.flatMap(([file, module]) => {
    const composed = composeStories(module, {
      initialGlobals,
      decorators: [
        (Story, { globals }) => {
          const { strings = {} } = languages[String(globals.language)] ?? {};
          return createElement(StringsProvider, { strings, locale: String(globals.language) }, createElement(Story));
        },
      ],
    });
    return Object.entries<Composed>(composed).map(([name, story]) => [`${file} ${name}`, story] as const);
  }),
);
const names = [...stories.keys()].filter((name) => !(name in onlyInAPage));

/** The markup of a story, from the state in which it begins. */
async function renderStory(name: string): Promise<{ readonly html: string; readonly asked: readonly string[] }> {
  const Story = stories.get(name);
  if (Story === undefined) throw new Error(`There is no story ${name}.`);
  await Story.load();
  const asked = forbidChance();
  return { html: renderToString(createElement(Story)), asked };
}

describe('a story that is rendered to a string, while clock and chance throw,', () => {
  it.each(names)('C139 uses neither time nor random values: %s', async (name) => {
    const { html, asked } = await renderStory(name);

    expect(asked).toEqual([]);
    expect(html).toMatch(/data-cs="/);
  });

  it.each(Object.entries(onlyInAPage))('C139 omits %s: %s', async (name) => {
    await expect(renderStory(name)).rejects.toThrow(/navigator|geolocation|These words cannot be said/);
  });

  it.each([
    ['the time', () => Date.now()],
    ['the day', () => new Date()],
    ['how long a page is open', () => performance.now()],
    ['chance', () => Math.random()],
  ])('C139 detects a component that uses %s', (_, ask) => {
    const asked = forbidChance();

    expect(() => renderToString(createElement(() => String(ask())))).toThrow(/is asked for/);
    expect(asked).toHaveLength(1);
  });

  it('C139 covers nearly every story', () => {
    expect(names.length).toBeGreaterThan(250);
  });
});
