import type { Issue } from './signals.js';

/** An issue in one line. `root` names the whole value, for an issue that is about no member of it. */
export function issueText({ path, message }: Issue, root: string): string {
  return `${path.length === 0 ? root : path.join('.')}: ${message}`;
}
