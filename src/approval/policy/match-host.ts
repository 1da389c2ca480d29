import { toLatin } from '../reading/confusables.js';
import { readingsOf } from '../reading/readings.js';
import { globsMeet, globText, starBetween } from './glob.js';
import { coversHost, hostPattern, hostsOf, sameHosts } from './host.js';

/** Returns `true` when a host pattern covers a target as written, and the hosts of all of its readings. */
export function loosensHost(wanted: string, target: string): boolean {
  if (!coversHost(wanted, target)) return false;
  const patterns = patternsOf(wanted);
  const hosts = (readingsOf(target, 'host') ?? []).map((reading) => hostsOf(reading, 'own'));
  const isAllowed = (host: string): boolean => isHostName(host) && isHostCovered(host, patterns);
  return hosts.length > 0 && hosts.every((some) => some.length > 0 && some.every(isAllowed));
}

/**
 * Returns `true` when any reading of a target has a host that the pattern covers, and `'maybe'` when the target is
 * itself a pattern, has no recognizable host, or has too many readings.
 */
export function restrictsHost(wanted: string, target: string): boolean | 'maybe' {
  const patterns = patternsOf(wanted);
  const readings = readingsOf(target, 'host');
  const hosts = readings?.flatMap((reading) => hostsOf(reading, 'any')) ?? [];
  if (patterns.length === 0 || hosts.length === 0) return 'maybe';
  if (hosts.some((host) => isHostCovered(host, patterns))) return true;
  const mayMean = (host: string): boolean =>
    !(isHostName(host) || /[{}]/.test(host)) || patterns.some((glob) => globsMeet(glob, starBetween(host, '{}')));
  return hosts.some(mayMean) && 'maybe';
}

/**
 * Returns `false` for a string that the URL parser accepts as a host, but that is a list (`a.com,b.com`) or a command
 * (`$(x).a.com`).
 */
function isHostName(host: string): boolean {
  return /^(?:[\w.*-]+|\[[\da-f:.]+\])$/i.test(host);
}

function patternsOf(wanted: string): readonly string[] {
  return [wanted, toLatin(wanted)].map(hostPattern).flatMap((one) => (one === undefined ? [] : sameHosts(one)));
}

/**
 * Returns `true` when a pattern covers a host. A host with braces is never covered, because braces may expand to any
 * host.
 */
function isHostCovered(host: string, patterns: readonly string[]): boolean {
  return !/[{}]/.test(host) && patterns.some((glob) => globText(glob, host));
}
