'use client';
import { type Context, createContext, Fragment, type ReactElement, useContext } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { stateOfRecord } from '../../conversation/approval-state.js';
import { type CallTone, callFactsOf, stateWords } from '../../conversation/call-look.js';
import { type CallRecord, callRecord, type ToolPart, toolNameOf } from '../../conversation/messages/call-record.js';
import { readProgress } from '../../protocol/foreign/read-progress.js';
import { stateStrings } from '../../words/english/card.js';
import { callStrings, chatStrings } from '../../words/english/chat.js';
import { TitleText } from '../approval/title-text.js';
import { AsideOpen } from '../aside/aside-open.js';
import { callLook } from '../card/describe-item.js';
import { inputOf } from '../card/input-of.js';
import { isWorthShowing } from '../card/is-worth-showing.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { Glyph } from '../shared/glyph.js';
import { JsonView, ValueView } from '../shared/value-view.js';
import { useWords } from '../strings-provider.js';
import { FormerTitle } from '../value/former-title.js';
import { type CallRedactions, hideInText, secretsOf, titleOfPart } from '../value/hidden-places.js';
import { DeceptiveText } from '../value/marked-text.js';
import { Copy } from '../value/value-actions.js';
import { ValueFields } from '../value/value-fields.js';
import { ValueRoot } from '../value/value-root.js';
import { HiddenNote } from '../value/value-view.js';
import { CallResult, CallTime, useShortResult } from './call-result.js';
import { ChatContext } from './chat-context.js';

/** The ids of calls on the queue, which are not shown twice. */
export const QueuedCalls: Context<ReadonlySet<string>> = createContext<ReadonlySet<string>>(new Set());

/** Props of `Chat.Call`. */
interface ChatCallProps {
  readonly part: ToolPart;
  /**
   * Returns the time in milliseconds since 1970, for the duration while the call runs. Default: the system's. Keep the
   * function outside of your component.
   */
  readonly now?: (() => number) | undefined;
}

/**
 * A tool call on one line: title, state, short result, person and duration. Its input, edits and whole result unfold.
 * Renders nothing while the call is on the queue.
 */
export const ChatCall: Part<'details', { phase: ReturnType<typeof stateOfRecord>; tone: CallTone }, ChatCallProps> =
  part('Chat.Call', 'details', ({ part, now, ...props }, render) => {
    useWithin(ChatContext, 'Chat.Call');
    const record = callRecord(part);
    const isQueued = useContext(QueuedCalls).has(part.toolCallId);
    if (isQueued) return null;
    // Values that were revealed for one call are not shown for the next.
    const children = (
      <Fragment key={part.toolCallId}>
        <CallSummary part={part} record={record} now={now} />
        <CallDetails part={part} record={record} />
      </Fragment>
    );
    const phase = stateOfRecord(record);
    return render(props, { 'data-cs': 'call', state: { phase, tone: callLook(phase).tone }, children });
  });

interface CallViewProps {
  readonly part: ToolPart;
  readonly record: CallRecord;
}

function CallSummary({ part, record, now }: CallViewProps & Pick<ChatCallProps, 'now'>): ReactElement {
  const card = useWords(stateStrings);
  const strings = useWords(callStrings);
  const title = titleOfPart(part, hidingOf(part, record));
  const state = stateOfRecord(record);
  const result = useShortResult(part, secretsOf(hidingOf(part, record)));
  const words = stateWords(state, card, callFactsOf(record));
  // The glyph shows that it is done, and the result says more. The word stays for screen readers.
  const isSaid = result !== null && words === card.states.returned;
  return (
    <summary data-cs="call-line">
      <Glyph name={callLook(state).glyph} />
      <span data-cs="call-text">
        <span data-cs="call-title" translate="no">
          <TitleText title={title} input={inputOf(part)} />
        </span>{' '}
        {record.formerTitle === undefined ? null : (
          <>
            <FormerTitle title={hideInText(record.formerTitle, hidingOf(part, record))} />{' '}
          </>
        )}
        <span data-cs={isSaid ? 'spoken' : 'call-phase'}>{words}</span>
        {result === null ? null : (
          <>
            {' '}
            <CallResult result={result} />
          </>
        )}
        {record.message === undefined ? null : (
          <>
            <span data-cs="call-phase">: </span>
            <span data-cs="call-message">
              <DeceptiveText text={hideInText(record.message, hidingOf(part, record))} />
            </span>
          </>
        )}
        {record.ranAs === undefined ? null : <strong data-cs="call-message"> · {strings.ranOtherwise}</strong>}
        {isWorthShowing(record.by) ? (
          <span data-cs="call-by">
            {' '}
            <bdi>{escapeUnseen(strings.by(record.by))}</bdi>
          </span>
        ) : null}
      </span>
      <CallTime record={record} now={now} />
      <CallProgress part={part} record={record} title={title} />
    </summary>
  );
}

function hidingOf({ input }: ToolPart, { redactions, edited, ranAs }: CallRecord): CallRedactions {
  return { input, redactions, edited, effectiveInput: ranAs };
}

interface CallProgressProps {
  readonly part: ToolPart;
  readonly record: CallRecord;
  readonly title: string;
}

function CallProgress({ part, record, title }: CallProgressProps): ReactElement | null {
  const strings = useWords(callStrings);
  if (record.phase !== 'running' || record.progress === undefined) return null;
  const { fraction, text } = readProgress(record.progress);
  return (
    <span data-cs="call-progress">
      {text === undefined ? null : (
        <bdi data-cs="call-progress-text">{escapeUnseen(hideInText(text, hidingOf(part, record)))}</bdi>
      )}
      <progress aria-label={strings.progress(escapeUnseen(title))} max={1} value={fraction} />
    </span>
  );
}

function CallDetails({ part, record }: CallViewProps): ReactElement {
  const { copyInput } = useWords(chatStrings);
  const strings = useWords(callStrings);
  return (
    <div data-cs="call-details">
      <p data-cs="call-fact">
        {strings.tool}{' '}
        <bdi data-cs="call-name" translate="no">
          {escapeUnseen(toolNameOf(part))}
        </bdi>
      </p>
      {record.by === undefined ? null : (
        <p data-cs="call-fact">
          {strings.answeredBy} <bdi>{strings.by(record.by)}</bdi>
        </p>
      )}
      <p data-cs="call-label">{record.edited === undefined ? strings.input : strings.editedInput}</p>
      <ValueRoot value={record.edited ?? inputOf(part)} redactions={record.redactions}>
        <ValueFields />
        <HiddenNote />
        <Copy aria-label={copyInput} />
      </ValueRoot>
      {record.edited === undefined ? null : (
        <>
          <p data-cs="call-label">{strings.originalInput}</p>
          <ValueView value={part.input} redactions={record.redactions} />
        </>
      )}
      {record.ranAs === undefined ? null : (
        <>
          <p data-cs="call-label">{strings.ranAs}</p>
          <ValueView value={record.ranAs} redactions={record.redactions} />
        </>
      )}
      {part.state === 'output-available' ? (
        <>
          <p data-cs="call-label">{strings.result}</p>
          <JsonView value={part.output} secrets={secretsOf(hidingOf(part, record))} />
          <AsideOpen toolCallId={part.toolCallId} />
        </>
      ) : null}
    </div>
  );
}
