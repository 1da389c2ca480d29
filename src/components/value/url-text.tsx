'use client';
import type { ReactElement } from 'react';
import { authorityOf } from '../../approval/deceptive/deceptive-host.js';
import type { DeceptiveMark } from '../../approval/deceptive/deceptive-mark.js';
import { cutMarks, MarkedText } from './marked-text.js';

/** Props of {@link UrlText}. */
export interface UrlTextProps {
  readonly text: string;
  readonly marks: readonly DeceptiveMark[];
  /** `new-tab` makes web addresses without marks links. */
  readonly links: 'none' | 'new-tab';
}

/** A URL whose host, which is what matters, stands out. Nothing is loaded from it. */
export function UrlText({ text, marks, links }: UrlTextProps): ReactElement {
  const { start, end } = authorityOf(text);
  const part = (first: number, last: number): ReactElement => (
    <MarkedText text={text.slice(first, last)} marks={cutMarks(marks, first, last)} kind="url" />
  );
  const parts = (
    <>
      <span data-slot="url-rest">{part(0, start)}</span>
      <strong data-slot="url-host">{part(start, end)}</strong>
      <span data-slot="url-rest">{part(end, text.length)}</span>
    </>
  );
  if (links === 'none' || marks.length > 0 || !/^https?:/i.test(text)) return parts;
  return (
    <a href={text} target="_blank" rel="noopener noreferrer nofollow">
      {parts}
    </a>
  );
}
