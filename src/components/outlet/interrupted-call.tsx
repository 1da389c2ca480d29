'use client';
import type { ReactElement, RefObject } from 'react';
import type { PendingItem } from '../../approval/broker/pending.js';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import type { JSONValue } from '../../protocol/base/json.js';
import { cardStrings, interruptedStrings } from '../../words/english/card.js';
import { ReasonForm, reasonOr } from '../card/reason-form.js';
import { type DraftControl, useDraft } from '../card/use-draft.js';
import { Button } from '../part/button.js';
import { useWords } from '../strings-provider.js';
import * as ClientTool from '../tools/client-tool.parts.js';
import { useClientToolCall } from '../tools/client-tool-context.js';
import type { AnyClientToolProps } from '../tools/client-tool-root.js';
import { InterruptedInput } from './interrupted-about.js';
import { ResultForm } from './result-form.js';

/** Props of {@link InterruptedCall}. */
interface InterruptedCallProps extends Pick<AnyClientToolProps, 'submit' | 'fail' | 'runAgain'> {
  readonly run: UseAgentRunResult;
  readonly item: PendingItem;
  readonly cardRef: RefObject<HTMLElement | null>;
  /** Parks the call: the run ends, and people are asked again later. */
  readonly onLater: () => void;
}

/** An interrupted call, whose progress is unknown: its input, and a row for each way to continue. */
export function InterruptedCall({ run, item, cardRef, onLater, ...verbs }: InterruptedCallProps): ReactElement {
  const { call } = item;
  const draft = useDraft({ run, item, cardRef });
  return (
    <ClientTool.Root tool={{ call, input: call.input, ...verbs }} data-tool="interrupted-call">
      <ClientTool.CutOff />
      <InterruptedInput call={call} />
      <InterruptedProblem />
      <InterruptedAnswers draft={draft} onLater={onLater} />
    </ClientTool.Root>
  );
}

/** The problem of an interrupted call. A late answer to it must not claim that nothing was executed. */
function InterruptedProblem(): ReactElement {
  const { attempt } = useClientToolCall();
  const { late } = useWords(interruptedStrings);
  const isLate = attempt.status === 'late' && attempt.reason !== 'answered';
  return <ClientTool.Problem {...(isLate ? { children: late[attempt.reason] } : {})} />;
}

interface InterruptedAnswersProps extends Pick<InterruptedCallProps, 'onLater'> {
  readonly draft: DraftControl;
}

/**
 * The ways to continue: the call happened, it failed, later, or again. Drafts have the modes of approvals: `deny` is a
 * reason for a failure, `edit` a result.
 */
function InterruptedAnswers({ draft: { draft, open, change, close }, onLater }: InterruptedAnswersProps): ReactElement {
  const { isBusy, submit, fail, clear } = useClientToolCall();
  const strings = useWords(interruptedStrings);
  const { defer: later } = useWords(cardStrings);
  const back = (): void => {
    clear();
    close();
  };
  if (draft?.mode === 'deny') {
    return (
      <ReasonForm
        label={strings.failedLabel}
        submitLabel={strings.failedWith}
        reason={draft.reason}
        isBusy={isBusy}
        onReason={(reason) => change({ mode: 'deny', reason })}
        onSubmit={() => void fail(reasonOr(draft.reason, strings.failedDefault))}
        onBack={back}
      />
    );
  }
  if (draft?.mode === 'edit') {
    return (
      <ResultForm
        text={draft.text}
        isBusy={isBusy}
        onText={(text) => change({ mode: 'edit', text })}
        onSubmit={() => void submit(() => readResult(draft.text, strings.notJson))}
        onBack={back}
      />
    );
  }
  return (
    <ClientTool.Actions data-layout="rows">
      <Outcome note={strings.happenedNote}>
        <Button action="happened" unavailable={isBusy} onPress={() => open('edit')}>
          {strings.happened}
        </Button>
      </Outcome>
      <Outcome note={strings.failedNote}>
        <Button action="deny" unavailable={isBusy} onPress={() => open('deny')}>
          {strings.failed}
        </Button>
      </Outcome>
      <Outcome>
        <ClientTool.RunAgain />
      </Outcome>
      <Outcome note={strings.laterNote}>
        <Button action="defer" look="quiet" unavailable={isBusy} onPress={onLater}>
          {later}
        </Button>
      </Outcome>
    </ClientTool.Actions>
  );
}

interface OutcomeProps {
  /** The consequence of the answer. Default: the button says it. */
  readonly note?: string;
  readonly children: ReactElement;
}

/** One answer with what follows from it. */
function Outcome({ note, children }: OutcomeProps): ReactElement {
  return (
    <div data-cs="outcome">
      {note === undefined ? null : <span data-cs="client-tool-note">{note}</span>}
      {children}
    </div>
  );
}

/**
 * Returns a result that the user typed: JSON if it is valid, else the text; `null` for nothing.
 *
 * @throws Error with the message `notJson` for invalid text that begins like JSON: a typo must not become a string.
 */
function readResult(written: string, notJson: string): JSONValue {
  const text = written.trim();
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    if (/^[[{"]/.test(text)) throw new Error(notJson);
    return text;
  }
}
