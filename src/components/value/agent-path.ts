import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { rightToLeft } from '../../approval/deceptive/right-to-left.js';
import { quoteSafely } from './visible-text.js';

/** The separators between the agents of a path, in any language, and characters that look like them. */
const separators = /[\u2039\u203A\u276E\u276F\u2329\u232A\u27E8\u27E9\u3008\u3009<>]/g;

/** Returns `true` when the only agent of a path has no name, or the default name of an agent without one. */
export function isUnnamed(path: readonly string[]): boolean {
  const [name = ''] = path;
  return path.length < 2 && (name === 'agent' || name.trim() === '');
}

/**
 * Returns the names of agents for use within a sentence: none can look like two, hide a part of itself or reorder the
 * others.
 */
export function agentNames(path: readonly string[]): readonly string[] {
  return path.map((name) => {
    const safe = rightToLeft.test(name) ? quoteSafely(name) : escapeUnseen(name);
    return safe.replace(separators, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);
  });
}
