/** What the check needs from the page that it runs in. */
export interface Page {
  /** Such as `https://example.com`. */
  readonly origin: string;
  readonly fetch: typeof fetch;
  /** The state of a permission, or `null` where the browser does not know it. Never throws. */
  readonly permission: (name: string) => Promise<PermissionState | null>;
}

async function permission(name: string): Promise<PermissionState | null> {
  try {
    // The names of local network access are too new for the DOM types; a browser without them rejects.
    const status = await navigator.permissions.query({ name: name as PermissionName });
    return status.state;
  } catch {
    return null;
  }
}

/** The page that this code runs in. */
export function currentPage(): Page {
  return { origin: globalThis.location?.origin ?? 'null', fetch: (...request) => fetch(...request), permission };
}
