import { toLatin } from '../reading/confusables.js';
import { readingsOf } from '../reading/readings.js';
import { globsMeet, globText, starBetween } from './glob.js';
import { coversHost, hostPattern, hostsOf, sameHosts } from './host.js';

/** Returns `true` when a host pattern covers a target exactly, and every host that some reading of the target leads to. */
export function loosensHost(wanted: string, target: string): boolean {
  if (!coversHost(wanted, target)) return false;
  const patterns = patternsOf(wanted);
  const hosts = (readingsOf(target, 'host') ?? []).map((reading) => hostsOf(reading, 'own'));
  const isAllowed = (host: string): boolean => isHostName(host) && isHostCovered(host, patterns);
  return hosts.length > 0 && hosts.every((some) => some.length > 0 && some.every(isAllowed));
}

/**
 * Returns `true` when some reading of a target leads to a host that the pattern means. `'maybe'`: the target is a pattern itself,
 * leads to no host that can be told, or has too many readings.
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

/** False for what the URL parser takes for a host, and no host can be called: a list (`a.com,b.com`), a command (`$(x).a.com`). */
function isHostName(host: string): boolean {
  return /^(?:[\w.*-]+|\[[\da-f:.]+\])$/i.test(host);
}

function patternsOf(wanted: string): readonly string[] {
  return [wanted, toLatin(wanted)].map(hostPattern).flatMap((one) => (one === undefined ? [] : sameHosts(one)));
}

/** An IPv4 address within an IPv6 one is covered as either. Braces may stand for any host. */
function isHostCovered(host: string, patterns: readonly string[]): boolean {
  return !/[{}]/.test(host) && patterns.some((glob) => globText(glob, host));
}
