import { lazyPart } from '../../protocol/lazy-part.js';

/**
 * Loads what most runs never need: files and structured output, calls that outlive their run, and those that go on to ask for more.
 *
 * @throws UserError `part-not-loaded`.
 */
export const loadSeldom: () => Promise<typeof import('../seldom.js')> = lazyPart(() => import('../seldom.js'));
