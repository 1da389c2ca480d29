import { splitCapability } from '../../approval/policy/split-capability.js';
import { ownMember } from '../../protocol/base/record.js';
import type { CountersignStrings } from '../../words/strings.js';
import { capabilityWords } from '../grants/capability-words.js';
import { wordPlaces } from './shown-input.js';

/**
 * Returns the words for a capability. Omits the object when the title contains it: `changes files` beside “Clear .env”.
 *
 * @param capability such as `fs.write:/drafts/a.md`.
 * @param title as the card shows it.
 */
export function touchWords(
  capability: string,
  title: string,
  {
    card,
    grants,
  }: {
    readonly card: Pick<CountersignStrings['card'], 'touches'>;
    readonly grants: Pick<CountersignStrings['grants'], 'scope'>;
  },
): string {
  const [name, target] = splitCapability(capability);
  const isSaid =
    target !== undefined && [target, target.replace(/^\//, '')].some((to) => wordPlaces(to, title).length > 0);
  const plain = ownMember(card.touches, name);
  return plain !== undefined && (isSaid || target === undefined) ? plain : capabilityWords(capability, grants);
}
