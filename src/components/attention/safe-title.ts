import type { DeferredCall } from '../../protocol/deferred.js';
import { hideInText } from '../value/hidden-places.js';
import { escapeUnseen } from '../value/visible-text.js';

/** Longer ones are cut: a notification shows a line or two of each. */
const longest = 90;

/** A call's title for places outside of the page: without what its card would hide, and without characters that cannot be seen. */
export function safeTitle(call: DeferredCall): string {
  const text = escapeUnseen(hideInText(call.title, call).replace(/\s+/g, ' ').trim());
  const characters = [...text];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : text;
}
