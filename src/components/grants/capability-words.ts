import { splitCapability } from '../../approval/policy/split-capability.js';
import type { CapabilityTerms } from '../../words/english/grants.js';
import type { CountersignStrings } from '../../words/strings.js';
import { quoteSafely } from '../value/visible-text.js';

/** Returns the words for a capability within a sentence. */
export function capabilityWords(capability: string, strings: Pick<CountersignStrings['grants'], 'scope'>): string {
  return strings.scope({ type: 'capability', capability: capabilityTerms(capability) });
}

/** Parses a capability like `matchesCapability`, so that the words match its effect exactly. */
export function capabilityTerms(capability: string): CapabilityTerms {
  const [name, target] = splitCapability(capability);
  const shown = /^[\w.*-]+$/.test(name) ? name : quoteSafely(name);
  if (target === undefined) return { name: shown, where: 'every', target: '' };
  const [where, place] = whereOf(name, target);
  return { name: shown, where, target: quoteSafely(place) };
}

function whereOf(name: string, target: string): readonly [CapabilityTerms['where'], string] {
  if (!target.includes('*')) return ['exactly', target];
  const folder = name.startsWith('fs.') ? /^([^*]+)\/\*\*$/.exec(target)?.[1] : undefined;
  const domain = name.startsWith('net.') ? /^\*\.([^*]+)$/.exec(target)?.[1] : undefined;
  const place = folder ?? domain;
  return place === undefined ? ['pattern', target] : ['under', place];
}
