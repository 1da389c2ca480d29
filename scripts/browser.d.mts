/** What a headless Chromium is started with. */
export declare const browserArgs: readonly string[];
/** Every Chromium that lies on this machine, best first, untried. */
export declare function installedBrowsers(): string[];
/** Starts a browser and lets it run a script. */
export declare function tryBrowser(
  path: string,
): Promise<{ ok: true; version: string } | { ok: false; problem: string }>;
/** Finds a Chromium that starts, or installs one. */
export declare function ensureBrowser(): Promise<{ path: string; version: string }>;
