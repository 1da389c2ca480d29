import type { Browser, BrowserContext, Locator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { startPostgres } from '../support/postgres.js';
import { type InboxDemo, startInboxDemo } from './inbox-demo.js';
import { approve, collectErrors, expect, press, startBrowser } from './support.js';

const postgres =
  process.env.COUNTERSIGN_ALL === '1'
    ? await startPostgres()
    : 'it is a part of npm run test:all, and needs a Postgres';
if (typeof postgres === 'string') process.stdout.write(`  the demo on Postgres is skipped: ${postgres}\n`);
else await postgres.stop();

let browser: Browser;
let demo: InboxDemo;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  browser = await startBrowser();
});
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});
afterAll(async () => {
  await browser.close();
});

/** Opens a page in a separate browser context for each person. */
async function browserOf(address: string): Promise<Page> {
  const context = await browser.newContext();
  contexts.push(context);
  const page = await context.newPage();
  const errors = collectErrors(page);
  await page.goto(address);
  await expect(page.getByRole('region', { name: /^Waiting for you/ })).toBeVisible();
  expect(errors).toEqual([]);
  return page;
}

const pageOf = (name: string): Promise<Page> => browserOf(`${demo.page}?as=${name}`);
const inboxOf = (page: Page): Locator => page.getByRole('region', { name: /^Waiting for you/ });
const chatOf = (page: Page): Locator => page.getByRole('region', { name: 'Chat' });
const cardIn = (within: Locator, title: string): Locator => within.getByRole('group', { name: title });

async function sendMessage(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

async function deny(card: Locator): Promise<void> {
  await press(card, 'Deny…');
  await card.getByRole('button', { name: 'Deny', exact: true }).click();
}

const kinds = ['memory', ...(typeof postgres === 'string' ? [] : ['durable' as const])] as const;

describe.each(kinds)('C272 an inbox over %s', (kind) => {
  beforeAll(async () => {
    demo = await startInboxDemo(kind);
  }, 300_000);
  afterAll(async () => {
    await demo.stop();
  });

  it('C272 a run of one browser continues with the approvals of two others, which see each other, also over a reload', async () => {
    const eve = await pageOf('eve');
    await sendMessage(eve, 'Clear `.env`');
    const line = chatOf(eve).getByRole('region', { name: 'Clear .env' });
    await expect(line).toContainText('Waiting for 2 more from ops');
    const [ada, bob] = [await pageOf('ada'), await pageOf('bob')];

    await approve(cardIn(inboxOf(ada), 'Clear .env'));
    await expect(inboxOf(ada)).toContainText('you approved. Waiting for one more');
    await expect(cardIn(inboxOf(bob), 'Clear .env')).toContainText('Approved by Ada');
    await eve.reload();
    await expect(line).toContainText('Ada approved. Waiting for someone from ops');
    await approve(cardIn(inboxOf(bob), 'Clear .env'));

    await expect(chatOf(eve).getByRole('article').last()).toContainText('.env');
    await expect(inboxOf(ada)).toContainText(/Clear \.env: approved, .*Ada, Bob/);
    await expect(inboxOf(eve)).toContainText('Nothing needs your approval.');
    await inboxOf(eve).getByText('Clear `.env`').click();
    await expect(inboxOf(eve)).toContainText(/approved — .*Ada, Bob/);
  });

  it('C272 a faster person is shown where the call was open, and one denial ends it', async () => {
    const eve = await pageOf('eve');
    await sendMessage(eve, 'Delete `notes/todo.md`');
    const [ada, bob] = [await pageOf('ada'), await pageOf('bob')];
    await expect(cardIn(inboxOf(ada), 'Delete notes/todo.md')).toBeVisible();

    await deny(cardIn(inboxOf(bob), 'Delete notes/todo.md'));

    await expect(inboxOf(ada)).toContainText(/Delete notes\/todo\.md: denied, .*Bob/);
    await expect(cardIn(inboxOf(ada), 'Delete notes/todo.md')).toHaveCount(0);
    await expect(chatOf(eve).getByRole('article').last()).toContainText('not');
  });

  it.runIf(kind === 'durable')('C272 a link shows one request, and killed workers lose nothing', async () => {
    const eve = await pageOf('eve');
    const sent = demo.links.length;
    await sendMessage(eve, 'Delete `drafts/hello.txt`');
    await expect.poll(() => demo.links.length).toBe(sent + 1);
    expect(demo.file('drafts/hello.txt')).toBeDefined();
    const before = [...demo.workers];
    for (const [, id] of before) process.kill(id, 'SIGKILL');

    const ada = await browserOf(demo.links.at(-1) ?? '');
    await approve(cardIn(inboxOf(ada), 'Delete drafts/hello.txt'));

    await expect(inboxOf(ada)).toContainText('This request has been answered.');
    await expect.poll(() => demo.file('drafts/hello.txt'), { timeout: 60_000 }).toBeUndefined();
    await expect(chatOf(eve).getByRole('article').last()).toContainText('hello.txt', { timeout: 60_000 });
    expect([...demo.workers]).not.toEqual(before);
    await ada.reload();
    await expect(inboxOf(ada)).toContainText('This request has been answered.');
  });
});
