/** The properties of the page that the check needs. */
export interface Page {
  /** The origin, such as `https://example.com`. */
  readonly origin: string;
  readonly fetch: typeof fetch;
  /** Returns the state of a permission, or `null` if the browser does not know it. Never throws. */
  readonly permission: (name: string) => Promise<PermissionState | null>;
}

async function permission(name: string): Promise<PermissionState | null> {
  try {
    // The DOM types do not have these names yet. A browser without them rejects.
    const status = await navigator.permissions.query({ name: name as PermissionName });
    return status.state;
  } catch {
    return null;
  }
}

/** Returns the page that this code runs in. */
export function currentPage(): Page {
  return { origin: globalThis.location?.origin ?? 'null', fetch: (...request) => fetch(...request), permission };
}
