// npm run screenshots: builds the stories and writes the pictures of the docs to stories/docs/screenshots.
//   npm run screenshots -- --from <folder>    uses stories that are built already (npm run storybook:build)
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { browserArgs, ensureBrowser } from './browser.mjs';
import { run } from './run.mjs';
import { setup } from './setup.mjs';

/** The story of each picture. */
const pictures = [
  { name: 'queue', story: 'approval-approvalqueue--three-calls' },
  { name: 'edit', story: 'approval-approvalcard--editing' },
  { name: 'deceptive', story: 'approval-approvalcard--deceptive-path' },
  { name: 'feed', story: 'feed-eventfeed--completed' },
  // The story fills the window.
  { name: 'chat', story: 'chat-agentchat--waiting', height: 900 },
];

/** The options of each picture. */
const looks = [
  { name: 'light', width: 880, globals: 'theme:light' },
  { name: 'dark', width: 880, globals: 'theme:dark' },
  { name: 'narrow', width: 320, globals: 'theme:light' },
  { name: 'rtl', width: 880, globals: 'theme:light;language:ar' },
];

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'stories/docs/screenshots');
const maxBytes = 150_000;
const args = process.argv.slice(2);
const given = args.includes('--from') ? args[args.indexOf('--from') + 1] : undefined;

async function buildStories(folder) {
  const { ok, output } = await run(
    process.execPath,
    [join(root, 'scripts/storybook.mjs'), '--build', '--output-dir', folder],
    { cwd: root },
  );
  if (!ok) throw new Error(`The stories could not be built:\n${output}`);
}

/** Checks that a story exists. A missing one would be a picture of an error page. */
function checkStories(folder) {
  const { entries } = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'));
  const missing = pictures.filter(({ story }) => entries[story] === undefined).map(({ story }) => story);
  if (missing.length === 0) return;
  const known = Object.keys(entries).filter((id) => !id.endsWith('--docs'));
  throw new Error(
    `There is no story ${missing.join(', ')}: correct the table in scripts/screenshots.mjs. These are there:\n${known.join('\n')}`,
  );
}

/** Waits until the play function has run, the buttons are armed, and animations have ended. */
async function settle(page) {
  await page.waitForFunction(() =>
    ['completed', 'finished', 'errored'].includes(window.__STORYBOOK_PREVIEW__?.currentRender?.phase),
  );
  // Buttons outside of the viewport never arm.
  const isArmed = () => document.querySelector('[data-arming="arming"]') === null;
  await page.waitForFunction(isArmed, undefined, { timeout: 3_000 }).catch(() => {});
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  await page.evaluate(async () => {
    document.activeElement?.blur();
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

/** Returns the area of the story with a margin. */
async function frameOf(page) {
  const { x, y, width, height } = await page.locator('.story-column').first().boundingBox();
  const margin = Math.min(24, x);
  return { x: x - margin, y: Math.max(0, y - margin), width: width + 2 * margin, height: height + 2 * margin };
}

/** Writes the picture with the best quality within the size limit. */
async function writePicture(browser, { address, picture, look }) {
  const file = join(target, `${picture.name}-${look.name}.png`);
  for (const deviceScaleFactor of [1.5, 1]) {
    const page = await browser.newPage({
      viewport: { width: look.width, height: picture.height ?? 2400 },
      deviceScaleFactor,
      locale: look.globals.includes('language:ar') ? 'ar' : 'en-GB',
      timezoneId: 'UTC',
    });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`${address}iframe.html?id=${picture.story}&viewMode=story&globals=${look.globals};motion:reduced`);
    await settle(page);
    const image = await page.screenshot({ clip: await frameOf(page), animations: 'disabled' });
    await page.close();
    writeFileSync(file, image);
    if (image.length <= maxBytes) break;
  }
  console.log(`  ${picture.name}-${look.name}.png  ${Math.round(statSync(file).size / 1000)} kB`);
}

async function takeAll(folder) {
  const { preview } = await import('vite');
  const { chromium } = await import('playwright');
  const { path } = await ensureBrowser();
  const server = await preview({
    configFile: false,
    root,
    build: { outDir: folder },
    preview: { host: 'localhost', port: 0 },
    logLevel: 'warn',
  });
  const browser = await chromium.launch({ executablePath: path, args: [...browserArgs] });
  try {
    const address = server.resolvedUrls.local[0];
    for (const picture of pictures) for (const look of looks) await writePicture(browser, { address, picture, look });
  } finally {
    await browser.close();
    await server.close();
  }
}

const made = given === undefined ? mkdtempSync(join(tmpdir(), 'countersign-screenshots-')) : undefined;
try {
  await setup();
  if (made !== undefined) await buildStories(made);
  const folder = made ?? given;
  checkStories(folder);
  mkdirSync(target, { recursive: true });
  await takeAll(folder);
  console.log(`\n  The pictures are in ${target}.\n`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  if (made !== undefined) rmSync(made, { recursive: true, force: true });
}
