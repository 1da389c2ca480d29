'use client';
import type { KeyboardEvent, ReactElement, RefObject } from 'react';
import type { Decision } from '../../approval/decision.js';
import type { PendingItem } from '../../approval/pending.js';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import type { JSONValue } from '../../protocol/json.js';
import { defaultDenial, toolApproved, toolDenied } from '../../protocol/make-answer.js';
import { useDecision } from '../shared/use-decision.js';
import { useStrings } from '../strings-provider.js';
import { CardActions } from './card-actions.js';
import { CardFrame } from './card-frame.js';
import { CardInput } from './card-input.js';
import { CardProblem } from './card-problem.js';
import { CardReason } from './card-reason.js';
import { riskGlyph } from './describe-item.js';
import { EditForm } from './edit-form.js';
import { isSameJson, toJsonText } from './json-text.js';
import { ReasonForm } from './reason-form.js';
import { shortcutOf } from './shortcut.js';
import { useDraft } from './use-draft.js';

/** Props of {@link OpenApproval}. */
export interface OpenApprovalProps {
  readonly run: UseAgentRunResult;
  readonly item: PendingItem;
  readonly agentPath: readonly string[];
  readonly cardRef: RefObject<HTMLElement | null>;
  /** Called at the press of an answer, before it is sent. */
  readonly onAnswer: () => void;
}

/** An approval that waits: its facts, and whichever way to answer a person has begun. */
export function OpenApproval({ run, item, agentPath, cardRef, onAnswer }: OpenApprovalProps): ReactElement {
  const strings = useStrings().approval;
  const { call, state } = item;
  const { attempt, press, clear } = useDecision(run, item);
  const { draft, open, change, close } = useDraft({ run, call, cardRef });
  const isBusy = attempt.status === 'sending' || state.status === 'checking';
  const answer = (decision: Decision): void => {
    onAnswer();
    press(decision);
  };
  const edit = (text: string): void => {
    clear();
    change({ mode: 'edit', text });
  };
  const verbs = { approve: () => answer(true), edit: () => open('edit'), deny: () => open('deny') };
  const onKeyDown = (event: KeyboardEvent): void => {
    const verb = draft === undefined && !isBusy ? shortcutOf(event, call.risk) : null;
    if (verb === null) return;
    event.preventDefault();
    verbs[verb]();
  };

  const frame = { cardRef, isBusy, onKeyDown, toolCallId: call.toolCallId, title: call.title, risk: call.risk };
  return (
    <CardFrame slot="approval-card" state={isBusy ? 'checking' : 'open'} glyph={riskGlyph(call.risk)} {...frame}>
      <CardReason item={item} agentPath={agentPath} />
      {draft?.mode === 'edit' ? (
        <EditForm
          text={draft.text}
          issues={attempt.status === 'invalid' ? attempt.issues : noIssues}
          isBusy={isBusy}
          risk={call.risk}
          onText={edit}
          onSubmit={(value) => answer(editedAnswer(value, call.input))}
          onReset={() => edit(toJsonText(call.input))}
          onBack={close}
        />
      ) : (
        <CardInput call={call} />
      )}
      {draft?.mode === 'edit' && attempt.status === 'invalid' ? null : <CardProblem attempt={attempt} />}
      {draft?.mode === 'deny' ? (
        <ReasonForm
          label={strings.denyLabel}
          fallback={defaultDenial}
          submitLabel={draft.reason.trim() === '' ? strings.denyPlain : strings.denyWith}
          reason={draft.reason}
          isBusy={isBusy}
          onReason={(reason) => change({ mode: 'deny', reason })}
          onSubmit={() => answer(denial(draft.reason))}
          onBack={close}
        />
      ) : null}
      {draft === undefined ? <CardActions risk={call.risk} isBusy={isBusy} {...verbs} /> : null}
    </CardFrame>
  );
}

const noIssues: readonly [] = [];

/** An edit that changes nothing is a plain yes, and is recorded as one. */
function editedAnswer(value: JSONValue, original: JSONValue): Decision {
  return isSameJson(value, original) ? true : toolApproved({ overrideArgs: value });
}

function denial(reason: string): Decision {
  return reason.trim() === '' ? toolDenied() : toolDenied(reason.trim());
}
