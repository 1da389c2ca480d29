'use client';
import { type RefObject, useRef } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { titleOr } from '../../protocol/base/words.js';
import type { DeferredCall } from '../../protocol/deferred.js';
import { batchStrings } from '../../words/english/batch.js';
import { useLandmark } from '../part/use-landmark.js';
import { useWords } from '../strings-provider.js';
import { hideInText } from '../value/hidden-places.js';

/** What {@link useRegionName} works on. */
export interface RegionNameOptions {
  /** Of what names the region. */
  readonly titleId: string;
  /** The first of the calls that the region is about. */
  readonly call: DeferredCall | undefined;
  /** What the app calls the region in the page. */
  readonly id: string | undefined;
}

/** The attributes of a region that name it. */
export interface RegionName extends Readonly<Record<'id' | 'aria-label' | 'aria-labelledby', string | undefined>> {
  readonly ref: RefObject<HTMLElement | null>;
}

/** Names a region by its title and, where others of the page have the same one, by the first of its calls: who walks from region to region must know which one this is. */
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

/** The title of a call, without what is hidden in it and with what cannot be seen. */
export function shownTitle(call: DeferredCall): string {
  return escapeUnseen(hideInText(titleOr(call.title, call.toolName), call));
}
