import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { root } from '../setup/source-files.js';
import { startChromium } from './engines/chromium.js';
import type { Engine, Missing } from './engines/engine.js';
import { startFirefox } from './engines/firefox.js';
import { flows } from './engines/flows.js';
import { keptFlows } from './engines/persistence-flows.js';
import { Person } from './engines/person.js';
import { startWebKit } from './engines/webkit.js';
import { bundle } from './support.js';

// The main flows in the demo, as a person goes through them, in each engine. They are slow: `npm run test:all`.

const engines: Readonly<Record<string, () => Promise<Engine | Missing>>> = {
  Chromium: () => startChromium(inject('browserLaunch')),
  Firefox: startFirefox,
  WebKitGTK: startWebKit,
};

/** What the table of docs/releases.md says of engines, by words of its first column. */
const features = {
  useAppBadge: `'setAppBadge' in navigator`,
  'field-sizing': `CSS.supports('field-sizing', 'content')`,
  'position-area': `CSS.supports('position-area', 'block-end span-inline-end')`,
  popovers: `'popover' in HTMLElement.prototype`,
  'files that': `globalThis.FileSystemFileHandle !== undefined && 'createWritable' in FileSystemFileHandle.prototype`,
} as const;

/** Which of them an engine has, as the page says. */
async function documented(engine: string): Promise<Record<string, boolean>> {
  const page = await readFile(join(root, 'docs/releases.md'), 'utf8');
  const cells = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  const column = cells.find((row) => row.includes('Chromium'))?.indexOf(engine) ?? -1;
  return Object.fromEntries(
    Object.keys(features).map((feature) => {
      const row = cells.find((each) => each.length > 4 && each[1]?.includes(feature));
      return [feature, row?.[column] === 'yes'];
    }),
  );
}

describe.each(Object.entries(engines))('%s', (name, start) => {
  let engine: Engine | undefined;
  let person: Person | undefined;
  let script: string;

  beforeAll(async () => {
    script = await bundle(join(root, 'test/e2e/engines/page.ts'));
    const started = await start();
    if ('missing' in started) {
      process.stdout.write(`  ${name} is skipped: ${started.missing}\n`);
      return;
    }
    process.stdout.write(`  ${name}: ${started.version}\n`);
    if (started.open === undefined) {
      process.stdout.write(
        '    its driver shows one tab alone, and its files are gone with its page: nothing is taken up again\n',
      );
    }
    engine = started;
    person = new Person(started.tab, script);
  });

  afterAll(() => engine?.close());

  it.for(Object.entries(flows))('%s', async ([, flow], { skip }) => {
    if (person === undefined) return skip(`${name} cannot be had here`);
    await person.begins(inject('demoUrl'));
    await flow(person);
    await person.sawNoError();
  });

  it.for(Object.entries(keptFlows))('%s', { timeout: 120_000 }, async ([, flow], { skip }) => {
    const open = engine?.open;
    if (open === undefined) return skip(`${name} cannot be had here, or shows one tab alone`);
    const url = inject('demoUrl');
    const first = new Person(await open(), script);
    await first.begins(url);
    const another = async (): Promise<Person> => {
      const next = new Person(await open(), script);
      await next.opens(url);
      return next;
    };
    await flow({ person: first, another, opensAgain: (again) => again.opens(url) });
    // Some are closed by now, or their process is gone.
    await first.tab.close().catch(() => {});
  });

  it('has and lacks what the docs say', async ({ skip }) => {
    if (person === undefined) return skip(`${name} cannot be had here`);
    await person.opens(inject('demoUrl'));

    const { tab } = person;
    const has: Record<string, unknown> = {};
    for (const [feature, test] of Object.entries(features)) has[feature] = await tab.evaluate(test);

    expect(has).toEqual(await documented(name));
  });
});
