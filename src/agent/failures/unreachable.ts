import { isRecord } from '../../protocol/base/record.js';
import { printAddress, printAddressesIn } from '../../protocol/foreign/print-address.js';

/** The members of a model that contain its address. */
export interface NamedModel {
  readonly provider: string;
  readonly modelId: string;
}

/**
 * The messages of a `TypeError` of `fetch` without a response: Chromium (newer versions add the host), Firefox, WebKit
 * with its older messages, Node,
 * Bun. Browsers hide the cause from a page.
 */
const noResponse =
  /^(?:failed to fetch\b.*|networkerror when attempting to fetch resource\.?|load failed\b.*|fetch failed|network request failed|unable to connect\..*|.*access-control-allow-origin.*|.*access control checks.*|the internet connection appears to be offline\.?|could not connect to the server\.?|a server with the specified hostname could not be found\.?|the network connection was lost\.?)$/i;

/** Returns `true` for the error of a request that got no response at all. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'AI_APICallError')
    return statusIsMissing(error) && (error.message.startsWith('Cannot connect to API') || isUnreachable(error.cause));
  return error instanceof TypeError && noResponse.test(error.message.trim());
}

function statusIsMissing(error: object): boolean {
  return !('statusCode' in error) || error.statusCode === undefined;
}

/**
 * Explains a request without a response: the address, and what to check. `error` is one for which `isUnreachable()`
 * returns `true`.
 */
export function unreachableText(error: unknown, model: NamedModel): string {
  const address = addressOf(error, model);
  const target = address === undefined ? `the model '${model.modelId}' of ${model.provider}` : printAddress(address);
  const cause = error instanceof Error ? printAddressesIn(error.message.replace(/\.$/, '')) : '';
  return `${target} did not respond (${cause}). ${advice(address)}`;
}

function advice(address: string | undefined): string {
  const { location } = globalThis as { readonly location?: { readonly origin?: string; readonly protocol?: string } };
  if (location?.origin === undefined || typeof document === 'undefined')
    return 'Check that the address is right, that its server is running, and that this machine is online';
  const mixed =
    location.protocol === 'https:' && address?.startsWith('http:') === true
      ? `that the address is https, because this page is (browsers block other addresses), `
      : '';
  return `The browser does not say why. Check ${mixed}that its server is running and the device is online, that it allows the origin ${location.origin} and the headers of the request (CORS), and that no extension or Content-Security-Policy (connect-src) blocks it`;
}

/**
 * Returns the address of a request: from the error, or from the provider's package, whose models share this member
 * without promising it. Chromium may
 * name the host.
 */
function addressOf(error: unknown, model: NamedModel): string | undefined {
  if (isRecord(error) && typeof error.url === 'string') return error.url;
  const { config } = model as NamedModel & { readonly config?: unknown };
  const address = isRecord(config) ? configuredAddress(config, model.modelId) : undefined;
  if (address !== undefined) return address;
  return error instanceof Error ? /\(([\w.:-]+)\)$/.exec(error.message)?.[1] : undefined;
}

function configuredAddress(config: Readonly<Record<string, unknown>>, modelId: string): string | undefined {
  const { baseURL, url } = config;
  try {
    if (typeof baseURL === 'string') return baseURL;
    const address: unknown = typeof url === 'function' ? url({ path: '', modelId }) : undefined;
    return typeof address === 'string' ? address : undefined;
  } catch {
    return undefined;
  }
}
