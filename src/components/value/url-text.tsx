'use client';
import type { ReactElement } from 'react';
import { pathStart } from '../../approval/deceptive-host.js';
import type { DeceptiveMark } from '../../approval/deceptive-mark.js';
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
  const end = pathStart(text);
  const head = text.slice(0, end);
  const from = Math.max(/^[^\\/]*[\\/]*/.exec(head)?.[0].length ?? 0, head.lastIndexOf('@') + 1);
  const part = (first: number, last: number): ReactElement => (
    <MarkedText text={text.slice(first, last)} marks={cutMarks(marks, first, last)} kind="url" />
  );
  const parts = (
    <>
      <span data-slot="url-rest">{part(0, from)}</span>
      <strong data-slot="url-host">{part(from, end)}</strong>
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
