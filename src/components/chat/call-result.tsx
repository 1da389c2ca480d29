'use client';
import { type ReactElement, useMemo } from 'react';
import { uncut } from '../../approval/redaction/hidden-mark.js';
import { redact } from '../../approval/redaction/redact.js';
import type { CallRecord, ToolPart } from '../../conversation/messages/call-record.js';
import type { JSONValue } from '../../protocol/base/json.js';
import { callStrings } from '../../words/english/chat.js';
import { useNow } from '../shared/use-time-left.js';
import { useFormat, useWords } from '../strings-provider.js';
import { DeceptiveText } from '../value/marked-text.js';

/** The longest result that the line of a call shows, in characters. */
const longest = 80;

/** The part of a result that fits on the line of its call. */
type ShortResult =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'lines' | 'items'; readonly count: number }
  | null;

/**
 * Returns a result that fits on a line: a short text, or the number of its lines or items. Other results, and texts
 * with secrets, are only in the details.
 */
export function useShortResult(part: ToolPart, secrets: readonly string[]): ShortResult {
  const output: unknown = part.state === 'output-available' ? part.output : undefined;
  return useMemo(() => shortResult(output, secrets), [output, secrets]);
}

function shortResult(output: unknown, secrets: readonly string[]): ShortResult {
  if (Array.isArray(output)) return { type: 'items', count: output.length };
  if (typeof output !== 'string') return null;
  const text = output.trim();
  if (text === '') return null;
  const lines = text.split('\n').length;
  if (lines > 1) return { type: 'lines', count: lines };
  if (text.length > longest) return null;
  const hidden = redact(text as JSONValue, { ...uncut, secrets }).redactions.length;
  return hidden > 0 ? null : { type: 'text', text };
}

/** A short result, after the state of its call. */
export function CallResult({ result }: { readonly result: NonNullable<ShortResult> }): ReactElement {
  const strings = useWords(callStrings);
  if (result.type === 'text') {
    return (
      <bdi data-cs="call-result">
        <DeceptiveText text={result.text} />
      </bdi>
    );
  }
  const words = result.type === 'lines' ? strings.resultLines(result.count) : strings.resultItems(result.count);
  return <span data-cs="call-result">{words}</span>;
}

interface CallTimeProps {
  readonly record: CallRecord;
  readonly now: (() => number) | undefined;
}

/**
 * The duration of a call, counted each second while it runs. Its width is reserved from the start, so that it moves
 * nothing. It is not announced.
 */
export function CallTime({ record, now }: CallTimeProps): ReactElement {
  const format = useFormat();
  const { startedAt, duration, phase } = record;
  const isRunning = phase === 'running' && startedAt !== undefined;
  const time = useNow(isRunning, now);
  const passed = isRunning && time !== undefined ? time - startedAt : 0;
  return (
    <span data-cs="call-time" aria-live="off">
      {typeof duration === 'number' ? format.elapsed(duration) : null}
      {isRunning && passed >= 1000 ? format.elapsed(passed, 'whole') : null}
    </span>
  );
}
