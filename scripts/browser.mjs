// Finds or installs a Chromium for the browser tests. Node built-ins only.
import { accessSync, constants, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatDuration, run } from './run.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const minute = 60_000;

/**
 * The disabled features of the browser. The popups of the address bar are rendered for each profile, which takes a
 * quarter of the time of the end-to-end tests. Only the last switch of a kind counts, so the list repeats those that
 * Playwright disables.
 */
const leftOut = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  'msForceBrowserSignIn',
];

/**
 * The command line arguments of a headless Chromium. As root it starts only without a sandbox. Background requests are
 * disabled, so that they do not disturb measurements.
 * @type {readonly string[]}
 */
export const browserArgs = [
  `--disable-features=${leftOut}`,
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

const namesOnPath = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
  'microsoft-edge-stable',
];

function wellKnownPlaces() {
  if (process.platform === 'darwin') {
    const apps = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
    return ['/Applications', join(homedir(), 'Applications')].flatMap((folder) =>
      apps.map((app) => `${folder}/${app}.app/Contents/MacOS/${app}`),
    );
  }
  if (process.platform === 'win32') {
    const bases = ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].map((name) => process.env[name]);
    const apps = ['Google\\Chrome', 'Chromium', 'Microsoft\\Edge'];
    return bases
      .filter((base) => base !== undefined)
      .flatMap((base) =>
        apps.map((app) => join(base, app, 'Application', app.endsWith('Edge') ? 'msedge.exe' : 'chrome.exe')),
      );
  }
  return [
    '/usr/bin',
    '/usr/local/bin',
    '/snap/bin',
    '/opt/google/chrome',
    '/opt/chromium',
    '/usr/lib/chromium',
  ].flatMap((folder) =>
    ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'].map((name) =>
      join(folder, name),
    ),
  );
}

function playwrightFolder() {
  const chosen = process.env.PLAYWRIGHT_BROWSERS_PATH;
  if (chosen === '0') return join(root, 'node_modules/playwright-core/.local-browsers');
  if (chosen) return chosen;
  if (process.platform === 'darwin') return join(homedir(), 'Library/Caches/ms-playwright');
  if (process.platform === 'win32')
    return join(process.env.LOCALAPPDATA ?? join(homedir(), 'AppData/Local'), 'ms-playwright');
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'ms-playwright');
}

const insidePlaywright = [
  'chrome-linux64/chrome',
  'chrome-linux/chrome',
  'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  'chrome-win64/chrome.exe',
  'chrome-win/chrome.exe',
];

function playwrightDownloads() {
  const folder = playwrightFolder();
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /^chromium-\d+$/.test(name))
    .sort((a, b) => Number(b.slice(9)) - Number(a.slice(9)))
    .flatMap((name) => insidePlaywright.map((inside) => join(folder, name, inside)));
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * Lists the installed Chromium browsers, best first, without starting them. If `CHROMIUM` is set, it is the only one.
 * @returns {string[]}
 */
export function installedBrowsers() {
  if (process.env.CHROMIUM) return [process.env.CHROMIUM];
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .flatMap((folder) => namesOnPath.map((name) => join(folder, name + suffix)));
  return [...new Set([...onPath, ...wellKnownPlaces(), ...playwrightDownloads()])].filter(isProgram);
}

/**
 * Starts a browser and runs a script in it. A version number alone would not show that its system libraries exist.
 * @param {string} path
 * @returns {Promise<{ ok: true, version: string } | { ok: false, problem: string }>}
 */
export async function tryBrowser(path) {
  const profile = mkdtempSync(join(tmpdir(), 'countersign-browser-'));
  const page = 'data:text/html,<script>document.write(navigator.userAgent)</script>';
  const args = ['--headless', '--disable-gpu', ...browserArgs, `--user-data-dir=${profile}`, '--dump-dom', page];
  try {
    const result = await run(path, args, { limitMs: minute });
    const major = /Chrome\/(\d+)/.exec(result.output.split('<body>').pop() ?? '')?.[1];
    if (result.ok && major) return { ok: true, version: await fullVersion(path, major) };
    const lines = result.output.trim().split('\n');
    return {
      ok: false,
      problem: result.reason === 'time' ? 'it did not answer within a minute' : lines.at(-1) || 'no output',
    };
  } finally {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function fullVersion(path, major) {
  // On Windows, `chrome --version` opens a window.
  if (process.platform === 'win32') return `version ${major}`;
  const { output } = await run(path, ['--version'], { limitMs: 20_000 });
  return /(?:Chrom|Edge)[^\n]*\d+\.\d+[^\n]*/.exec(output)?.[0].trim() ?? `version ${major}`;
}

async function firstThatStarts(paths) {
  for (const path of paths) {
    const result = await tryBrowser(path);
    if (result.ok) return { path, version: result.version };
    console.log(`  ${path} does not start: ${result.problem}`);
  }
  return undefined;
}

/** The Debian package of fonts. It is separate from the browser, and pages render no text without it. */
const debianPackages = ['chromium', 'fonts-liberation'];

const ways = [
  {
    name: "Playwright's Chromium (a download of about 170 MB)",
    available: () => existsSync(join(root, 'node_modules/playwright/cli.js')),
    async get() {
      const cli = join(root, 'node_modules/playwright/cli.js');
      // Five attempts of half a minute each take too long without a network.
      const env = { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000', ...process.env };
      const limits = { show: true, limitMs: 5 * minute, idleMs: minute, env };
      return await run(process.execPath, [cli, 'install', '--no-shell', 'chromium'], limits);
    },
  },
  {
    name: "the system's Chromium, with apt-get",
    available: () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'),
    async get() {
      const limits = { show: true, limitMs: 10 * minute, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
      const update = await run('apt-get', ['update'], limits);
      if (!update.ok) return update;
      return await run('apt-get', ['install', '-y', '--no-install-recommends', ...debianPackages], limits);
    },
  },
];

function describeFailure(result) {
  if (result.reason === 'idle') return 'nothing arrived for a minute';
  if (result.reason === 'time') return 'it took too long';
  return `it ended with code ${result.code}`;
}

const noBrowser = `No Chromium was found, and none could be installed. Do one of these, then run the command again:
  - install Google Chrome, Chromium or Edge as you do on your system
    (Debian: apt install chromium; Fedora: dnf install chromium; macOS: brew install --cask google-chrome)
  - run: npx playwright install --with-deps chromium
  - set CHROMIUM to the path of a Chromium that you have`;

/**
 * Finds a Chromium that starts, or installs one.
 * @returns {Promise<{ path: string, version: string }>}
 */
export async function ensureBrowser() {
  const found = await firstThatStarts(installedBrowsers());
  if (found) return report(found);
  if (process.env.CHROMIUM)
    throw new Error(`CHROMIUM is set to ${process.env.CHROMIUM}, which does not start. Correct or unset it.`);
  for (const way of ways) {
    if (!way.available()) continue;
    console.log(`  No Chromium here yet. Getting ${way.name} ...`);
    const startedAt = Date.now();
    const result = await way.get();
    const took = formatDuration(Date.now() - startedAt);
    console.log(result.ok ? `  Done in ${took}.` : `  That did not work (${describeFailure(result)}, after ${took}).`);
    const got = result.ok ? await firstThatStarts(installedBrowsers()) : undefined;
    if (got) return report(got);
  }
  throw new Error(noBrowser);
}

function report(browser) {
  console.log(`  ${browser.version}: ${browser.path}`);
  return browser;
}
