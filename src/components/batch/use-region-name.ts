'use client';
import { type RefObject, useRef } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { titleOr } from '../../protocol/base/words.js';
import type { DeferredCall } from '../../protocol/deferred.js';
import { batchStrings } from '../../words/english/batch.js';
import { useLandmark } from '../part/use-landmark.js';
import { useWords } from '../strings-provider.js';
import { hideInText } from '../value/hidden-places.js';

/** Options of {@link useRegionName}. */
interface RegionNameOptions {
  /** The id of the title that names the region. */
  readonly titleId: string;
  /** The first call of the region. */
  readonly call: DeferredCall | undefined;
  /** The id that the app gives the region. */
  readonly id: string | undefined;
}

/** The attributes that name a region. */
interface RegionName extends Readonly<Record<'id' | 'aria-label' | 'aria-labelledby', string | undefined>> {
  readonly ref: RefObject<HTMLElement | null>;
}

/**
 * Names a region by its title and, if another region of the page has the same title, by the first of its calls, so that
 * screen reader users can tell regions apart.
 */
export function useRegionName({ titleId, call, id }: RegionNameOptions): RegionName {
  const ref = useRef<HTMLElement>(null);
  const { nthAlike } = useWords(batchStrings);
  const first = call === undefined ? '' : shownTitle(call);
  const place = useLandmark(ref, titleId, first);
  const ownId = id ?? `${titleId}region`;
  if (place === 0) return { ref, id, 'aria-label': undefined, 'aria-labelledby': titleId };
  return {
    ref,
    id: ownId,
    'aria-label': place === 1 ? first : nthAlike(first, place),
    'aria-labelledby': `${titleId} ${ownId}`,
  };
}

/** Returns the title of a call, without redacted values, with invisible characters escaped. */
export function shownTitle(call: DeferredCall): string {
  return escapeUnseen(hideInText(titleOr(call.title, call.toolName), call));
}
