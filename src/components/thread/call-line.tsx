'use client';
import type { ReactElement } from 'react';
import { type CallRecord, callRecord, type ToolPart, toolNameOf } from '../../store/call-record.js';
import { Glyph } from '../shared/glyph.js';
import { JsonView, ValueView } from '../shared/value-view.js';
import type { ChatStrings } from '../strings.js';
import { useStrings } from '../strings-provider.js';
import { callLooks } from './call-look.js';
import { readProgress } from './read-progress.js';

/** Props of {@link CallLine}. */
export interface CallLineProps {
  readonly part: ToolPart;
}

/** A tool call on one line: what, and where it stands. Its input and result unfold. */
export function CallLine({ part }: CallLineProps): ReactElement {
  const strings = useStrings().chat;
  const record = callRecord(part);
  const { glyph, tone } = callLooks[record.phase];
  return (
    <details data-slot="call" data-phase={record.phase} data-tone={tone}>
      <summary data-slot="call-line">
        <Glyph name={glyph} />
        <span data-slot="call-text">
          <bdi data-slot="call-title" data-named={record.title === undefined ? undefined : ''}>
            {record.title ?? toolNameOf(part)}
          </bdi>{' '}
          <span data-slot="call-phase">{phaseWords(record, strings)}</span>
          {record.message === undefined ? null : (
            <>
              <span data-slot="call-phase">: </span>
              <bdi data-slot="call-message">{record.message}</bdi>
            </>
          )}
        </span>
        <CallProgress record={record} toolName={toolNameOf(part)} />
      </summary>
      <CallDetails part={part} record={record} />
    </details>
  );
}

interface CallProgressProps {
  readonly record: CallRecord;
  readonly toolName: string;
}

function CallProgress({ record, toolName }: CallProgressProps): ReactElement | null {
  const strings = useStrings().chat;
  if (record.phase !== 'running' || record.progress === undefined) return null;
  const { fraction, text } = readProgress(record.progress);
  return (
    <span data-slot="call-progress">
      {text === undefined ? null : <bdi data-slot="call-progress-text">{text}</bdi>}
      <progress
        aria-label={strings.progress(toolName)}
        max={1}
        {...(fraction === undefined ? {} : { value: fraction })}
      />
    </span>
  );
}

interface CallDetailsProps {
  readonly part: ToolPart;
  readonly record: CallRecord;
}

function CallDetails({ part, record }: CallDetailsProps): ReactElement {
  const strings = useStrings().chat;
  return (
    <div data-slot="call-details">
      <p data-slot="call-label">{record.edited === undefined ? strings.input : strings.editedInput}</p>
      <ValueView value={record.edited ?? part.input ?? unfinishedInput(part)} />
      {part.state === 'output-available' ? (
        <>
          <p data-slot="call-label">{strings.result}</p>
          <JsonView value={part.output} />
        </>
      ) : null}
    </div>
  );
}

/** The input as far as it is written: not JSON yet. */
function unfinishedInput(part: ToolPart): unknown {
  return 'rawInput' in part && typeof part.rawInput === 'string' ? part.rawInput : {};
}

function phaseWords(record: CallRecord, strings: ChatStrings): string {
  return record.phase === 'returned' && record.edited !== undefined
    ? strings.returnedEdited
    : strings.phase[record.phase];
}
