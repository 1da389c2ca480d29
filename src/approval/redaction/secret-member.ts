import { type JSONValue, maxInputDepth } from '../../protocol/base/json.js';
import { isCount, isSecretValue, nameStrength, nameWords, type SecretName } from './secret-key.js';
import { looksRandom } from './secret-look.js';

/** Members that describe what they belong to. */
const describes =
  /^(?:name|title|label|description|summary|type|kind|format|pattern|status|state|location|room|ur[il]|link|host|email|user|user ?name|domain|issuer|date|start|end|image|icon|currency|symbol|chain|network|version|locale|language|color|colour|path|scheme|realm|scope|scopes|role|roles|region|project id|client id|client email|key id|[\w ]+ (?:at|on|date|time|ur[il]))$/;

/**
 * Returns `true` when a list or an object under a secret's name is to be hidden as a whole: one of its texts or numbers
 * is a secret under that name. Members that have such a name themselves, and members that only describe, are left to
 * themselves.
 */
export function holdsSecret(name: SecretName, value: object, depth: number = 0): boolean {
  const known = answers[name.strength].get(value);
  if (known !== undefined) return known;
  const found =
    depth >= maxInputDepth ||
    Object.entries(value).some(([key, member]) =>
      isSecretPart(name, { key: Array.isArray(value) ? '' : key, member, depth }),
    );
  answers[name.strength].set(value, found);
  return found;
}

/** Values are asked about once for each secret's name above them. */
const answers = { strong: new WeakMap<object, boolean>(), weak: new WeakMap<object, boolean>() };

interface Part {
  readonly key: string;
  readonly member: JSONValue;
  readonly depth: number;
}

function isSecretPart(name: SecretName, { key, member, depth }: Part): boolean {
  const own = nameWords(key);
  const strength = key === '' ? 'none' : nameStrength(own);
  if (strength === 'strong') return false;
  if (looksRandom(key)) return true;
  if (typeof member === 'object' && member !== null) return holdsSecret(name, member, depth + 1);
  // Both names say so.
  if (strength === 'weak') return isSecretValue({ name: own, strength: 'strong' }, member);
  if (describes.test(own)) return false;
  if (typeof member === 'number') return name.strength === 'strong' && !isCount(own) && isSecretValue(name, member);
  return isSecretValue(name, member);
}
