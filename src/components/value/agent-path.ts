import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { rightToLeft } from '../../approval/deceptive/right-to-left.js';
import { quoteSafely } from './visible-text.js';

/** What stands between the agents of a path, in any language, and what looks like it. */
const separators = /[\u2039\u203A\u276E\u276F\u2329\u232A\u27E8\u27E9\u3008\u3009<>]/g;

/** Whether the one agent of a path has no name, or a name that says no more than that it is one: a run calls an agent without a name so. */
export function isUnnamed(path: readonly string[]): boolean {
  const [name = ''] = path;
  return path.length < 2 && (name === 'agent' || name.trim() === '');
}

/** The names of agents, to stand in a sentence: none can look like two, hide a part of itself or turn the others around. */
export function agentNames(path: readonly string[]): readonly string[] {
  return path.map((name) => {
    const safe = rightToLeft.test(name) ? quoteSafely(name) : escapeUnseen(name);
    return safe.replace(separators, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);
  });
}
