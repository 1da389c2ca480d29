/** The command line arguments of a headless Chromium. */
export declare const browserArgs: readonly string[];
/** Lists the installed Chromium browsers, best first, without starting them. */
export declare function installedBrowsers(): string[];
/** Starts a browser and runs a script in it. */
export declare function tryBrowser(
  path: string,
): Promise<{ ok: true; version: string } | { ok: false; problem: string }>;
/** Finds a Chromium that starts, or installs one. */
export declare function ensureBrowser(): Promise<{ path: string; version: string }>;
