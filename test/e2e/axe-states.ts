import { type Demo, type DemoOptions, expect } from './support.js';

/** A state of the demo, with the steps from the previous state. */
export interface DemoState {
  readonly name: string;
  readonly reach: (demo: Demo) => Promise<void>;
  /** Also checked in the short run. */
  readonly always?: true;
}

/** The states of one page, in order. */
export interface Journey {
  readonly name: string;
  readonly options?: DemoOptions;
  readonly states: readonly DemoState[];
}

const batchOfTwo = 'Delete `__init__.py`, write `Hello, world!` to `README.md`, and clear `.env`';
const batchOfSix =
  'Delete `a.md`, delete `__init__.py`, delete `README.md`, delete `notes/todo.md`, clear `.env`, and delete `src/app.ts`';

/** Presses a button by its name. */
function press(name: string | RegExp): DemoState['reach'] {
  return async ({ page }) => await page.getByRole('button', { name, exact: true }).first().click();
}

/** Combines several steps. */
function steps(...all: readonly DemoState['reach'][]): DemoState['reach'] {
  return async (demo) => {
    for (const step of all) await step(demo);
  };
}

const say =
  (text: string): DemoState['reach'] =>
  async (demo) =>
    await demo.say(text);

/** Waits until this many calls are pending. */
const asked =
  (words: string): DemoState['reach'] =>
  async ({ page }) =>
    await expect(page.getByRole('heading', { name: words })).toBeVisible();

const ended =
  (words: string): DemoState['reach'] =>
  async (demo) =>
    await demo.ended(words);

/** Presses a button of a card. */
const onCard =
  (title: string, name: string): DemoState['reach'] =>
  async (demo) =>
    await demo.card(title).getByRole('button', { name, exact: true }).click();

const theme =
  (name: 'dark' | 'light'): DemoState['reach'] =>
  async ({ page }) => {
    await page.getByRole('combobox', { name: 'Theme' }).selectOption(name);
    await expect(page.locator('html')).toHaveAttribute('data-theme', name);
  };

/** Connects a model that passes the connection check and rejects later requests. */
async function connectRefusing({ page }: Demo): Promise<void> {
  const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' };
  const answer = {
    ...chunk,
    choices: [{ index: 0, delta: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }],
  };
  await page.route('https://model.test/v1/**', async (route) => {
    const headers = { 'access-control-allow-origin': '*' };
    const isCheck = route.request().postData()?.includes('"ping"') === true;
    const refusal = { error: { message: 'This model has no more requests left today.' } };
    await (isCheck
      ? route.fulfill({
          headers,
          contentType: 'text/event-stream',
          body: `data: ${JSON.stringify(answer)}\n\ndata: [DONE]\n\n`,
        })
      : route.fulfill({ headers, status: 400, json: refusal }));
  });
  await page.getByRole('button', { name: /Connect a model/ }).click();
  await page.getByLabel('Base URL').fill('https://model.test/v1');
  await page.getByRole('textbox', { name: 'Model' }).fill('m');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** Attaches files to the composer, like the browser's file dialog. */
const attach =
  (...names: readonly string[]): DemoState['reach'] =>
  async ({ page }) => {
    const buffer = Buffer.from('words');
    const files = names.map((name) => ({
      name,
      mimeType: name.endsWith('.md') ? 'text/markdown' : 'image/png',
      buffer,
    }));
    await page.locator('[data-cs=composer-picker]').setInputFiles(files);
  };

/** Sends a message, in any language. */
const sayTo =
  (text: string): DemoState['reach'] =>
  async ({ page }) => {
    await page.locator('[data-cs=composer-input]').fill(text);
    await page.keyboard.press('Enter');
  };

/** All checked states. Each is reached by actions of a user. */
export const journeys: readonly Journey[] = [
  {
    name: 'a first visit',
    states: [
      { name: 'empty', reach: async () => {}, always: true },
      { name: 'empty, dark', reach: theme('dark') },
      { name: 'a file open', reach: steps(theme('light'), press('Files'), press(/README\.md/)) },
      { name: 'a reset asked for', reach: press('Reset…') },
      { name: 'files reset', reach: press('Reset files') },
      { name: 'what may happen', reach: press('Rules'), always: true },
      {
        name: 'another rule chosen',
        reach: async ({ page }) => await page.getByRole('radio', { name: 'Ask about every change' }).check(),
      },
      { name: 'decisions', reach: press('Decisions'), always: true },
      { name: 'chats', reach: press('Chats'), always: true },
      { name: 'the dialog of a model', reach: press(/Demo model/), always: true },
    ],
  },
  {
    name: 'a batch of two',
    states: [
      { name: 'asked', reach: steps(say(batchOfTwo), asked('2 actions need your approval')), always: true },
      { name: 'asked, dark', reach: theme('dark'), always: true },
      { name: 'denying', reach: onCard('Delete __init__.py', 'Deny…') },
      { name: 'denied', reach: steps(theme('light'), onCard('Delete __init__.py', 'Deny')) },
      {
        name: 'editing',
        reach: async (demo) => {
          await onCard('Clear .env', 'Edit')(demo);
          await expect(demo.card('Clear .env').getByRole('textbox', { name: 'path' })).toBeVisible();
        },
        always: true,
      },
      {
        name: 'editing, invalid',
        reach: async (demo) => {
          const path = demo.card('Clear .env').getByRole('textbox', { name: 'path' });
          await path.fill('');
          await demo.approve('Clear .env');
          await expect(path).toHaveAttribute('aria-invalid', 'true');
        },
        always: true,
      },
      { name: 'a message that waits', reach: say('What now?') },
      { name: 'keys', reach: press(/^Keys/) },
      {
        name: 'answered',
        reach: async (demo) => {
          await demo.page.keyboard.press('Escape');
          await onCard('Clear .env', 'Back')(demo);
          await demo.approve('Clear .env');
          await demo.ended('agent finished');
        },
        always: true,
      },
      { name: 'replay', reach: press('Replay…') },
      {
        name: 'a call unfolded',
        reach: async ({ page }) => {
          await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
          await page.locator('[data-cs=call-line]').first().click();
        },
      },
      { name: 'a message edited', reach: press('Edit') },
    ],
  },
  {
    name: 'a batch of six',
    states: [
      { name: 'lines', reach: steps(say(batchOfSix), asked('6 actions need your approval')), always: true },
      {
        name: 'another line open',
        reach: async ({ page }) => await page.locator('[data-card][data-folded]').nth(2).click(),
      },
      { name: 'all to be approved shown', reach: press(/^Approve \d+…$/) },
      { name: 'all to be denied', reach: press('Deny all…') },
      {
        name: 'left for later',
        reach: steps(press('Back'), press('Leave all for later'), async ({ page }) => {
          await expect(page.getByRole('button', { name: 'Discard…' })).toBeVisible();
        }),
      },
      { name: 'a message that would end what is left', reach: say('Never mind') },
      { name: 'giving up asked for', reach: press('Discard…') },
    ],
  },
  {
    name: 'a run that is stopped',
    options: { pace: 'human' },
    states: [
      { name: 'streaming', reach: say('What can you do?'), always: true },
      { name: 'stopped', reach: steps(press('Stop'), ended('agent stopped')) },
    ],
  },
  {
    name: 'a narrow window',
    options: { viewport: { width: 320, height: 640 } },
    states: [
      { name: 'empty, 320 px', reach: async () => {}, always: true },
      { name: 'asked, 320 px', reach: steps(say(batchOfTwo), asked('2 actions need your approval')), always: true },
      { name: 'files, 320 px', reach: press('Files') },
      { name: 'details, 320 px', reach: press('Details') },
    ],
  },
  {
    name: 'something to connect',
    states: [
      { name: 'a model to connect', reach: press(/Connect a model/) },
      {
        name: 'a server to connect',
        reach: async ({ page }) => await page.getByRole('radio', { name: 'PydanticAI server' }).check(),
        always: true,
      },
      {
        name: 'no address',
        reach: steps(
          async ({ page }) => await page.getByLabel('Address of its route').fill('http://ada:secret@localhost/chat'),
          press('Connect'),
          async ({ page }) => await expect(page.getByText('This is not an address')).toBeVisible(),
        ),
      },
    ],
  },
  {
    name: 'a run that fails',
    states: [
      { name: 'agent failed', reach: steps(connectRefusing, say('Hello'), ended('agent failed')), always: true },
    ],
  },
  {
    name: 'files that go with a message',
    states: [
      {
        name: 'files attached',
        reach: steps(attach('plan.md', 'cat.png'), async ({ page }) => {
          await expect(page.getByRole('list', { name: 'Attached files' }).getByRole('listitem')).toHaveCount(2);
        }),
        always: true,
      },
      {
        name: 'files refused',
        reach: steps(attach('a.md', 'b.md', 'c.md'), async ({ page }) => {
          await expect(page.getByText(/was not attached/)).toBeVisible();
        }),
      },
      { name: 'files sent', reach: steps(say('Look at these'), ended('agent finished')) },
    ],
  },
  {
    name: 'Arabic',
    options: { language: 'ar' },
    states: [
      { name: 'empty, Arabic', reach: async () => {} },
      {
        name: 'asked, Arabic',
        reach: steps(sayTo(batchOfTwo), async ({ page }) => {
          await expect(page.locator('[data-cs=approval-queue] [data-card]')).toHaveCount(2);
        }),
        always: true,
      },
      {
        name: 'denying, Arabic',
        reach: async ({ page }) => await page.locator('[data-cs=approval-card] [data-action=deny]').first().click(),
      },
    ],
  },
  {
    name: 'what the page answers',
    states: [
      { name: 'a form', reach: say('Ask me for my name and my age, then save it to `notes/about-me.txt`') },
      { name: 'a form, stopped', reach: press('Stop') },
      { name: 'a file to pick', reach: say('Pick a file from my computer and save it as `drafts/imported.txt`') },
      { name: 'where somebody is', reach: steps(press('Stop'), ended('agent stopped'), say('Where am I?')) },
      {
        name: 'a question with yes or no',
        reach: steps(press('Stop'), say('Ask me to confirm `Shall I go on?`'), async (demo) => {
          await expect(demo.card('Shall I go on?')).toBeVisible();
        }),
      },
    ],
  },
  {
    name: 'what happens',
    states: [
      { name: 'events', reach: steps(say('Search for `TODO` and show me `notes/todo.md`'), ended('agent finished')) },
      {
        name: 'the details of one',
        reach: async ({ page }) => await page.locator('[data-cs=feed-words]').first().click(),
      },
      { name: 'events filtered', reach: steps(press('Filter'), press('Tools')) },
      { name: 'events to take away', reach: press('Export') },
    ],
  },
];
