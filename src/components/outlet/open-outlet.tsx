'use client';
import { type ReactElement, type RefObject, useCallback, useMemo, useState } from 'react';
import type { Decision } from '../../approval/broker/decision.js';
import type { PendingItem } from '../../approval/broker/pending.js';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import type { JSONValue } from '../../protocol/base/json.js';
import { ownMember } from '../../protocol/base/record.js';
import { runAgain, toolReturn } from '../../protocol/make-answer.js';
import { ToolFailed } from '../../protocol/signals.js';
import { problemStrings } from '../../words/english/approval.js';
import { outletStrings } from '../../words/english/card.js';
import { toolStrings } from '../../words/english/tools.js';
import { Button } from '../part/button.js';
import { OutletBoundary } from '../shared/outlet-boundary.js';
import { problemWords } from '../shared/problem-words.js';
import { type DecisionControl, useDecision } from '../shared/use-decision.js';
import { useWords } from '../strings-provider.js';
import type { AnyClientToolProps } from '../tools/client-tool-root.js';
import { type ClaimProblem, ProblemClaim } from '../tools/problem-claim.js';
import { CallSecrets } from '../value/call-secrets-context.js';
import { hideInText, secretsOf } from '../value/hidden-places.js';
import { DeceptiveText } from '../value/marked-text.js';
import { InterruptedRisk } from './interrupted-about.js';
import { InterruptedCall } from './interrupted-call.js';
import { MissingTool } from './missing-tool.js';
import { OutletFrame } from './outlet-frame.js';

/** Props of {@link OpenOutlet}. */
interface OpenOutletProps {
  readonly run: UseAgentRunResult;
  readonly item: PendingItem;
  readonly cardRef: RefObject<HTMLElement | null>;
  /** Called before a result is sent. */
  readonly onAnswer: () => void;
}

/** An external call without a result: its tool, and the problem of the last attempt. */
export function OpenOutlet({ run, item, cardRef, onAnswer }: OpenOutletProps): ReactElement {
  const strings = useWords(outletStrings);
  const { wholeResult } = useWords(toolStrings);
  const { call } = item;
  const approval = useWords(problemStrings);
  // An interrupted call is never executed by the page as if it were new.
  const tool = call.interrupted === undefined ? ownMember(run.clientTools, call.toolName) : undefined;
  const { attempt, send, press } = useDecision(run, item);
  const [claims, claim] = useClaims();
  const { isPuttingOff, putOff, onOther } = useLater(press, onAnswer);
  const isWorking = tool !== undefined && 'execute' in tool;

  const { runAgain: again, ...verbs } = useVerbs(send, onOther);
  const failWith = (message: string): void => {
    onAnswer();
    press(new ToolFailed(message));
  };
  const failure = (message: string, retry: () => void): ReactElement => (
    <div data-cs="outlet-failure" role="alert">
      <p dir="auto">{strings.crashed(hideInText(message, call))}</p>
      <div data-cs="actions">
        <Button action="retry" onPress={retry}>
          {strings.retry}
        </Button>
        <Button action="fail" look="danger" onPress={() => failWith(strings.crashed(message))}>
          {strings.failWith}
        </Button>
      </div>
    </div>
  );

  const content =
    call.interrupted !== undefined ? (
      <InterruptedCall run={run} item={item} cardRef={cardRef} onLater={putOff} runAgain={again} {...verbs} />
    ) : tool !== undefined && 'render' in tool ? (
      <tool.render call={call} input={call.input} {...verbs} />
    ) : null;
  const problem = problemWords(attempt, approval, wholeResult);
  const isBusy = attempt.status === 'sending' || item.state.status === 'checking';
  const secrets = useMemo(() => secretsOf(call), [call]);
  const frame = { cardRef, isBusy, toolCallId: call.toolCallId, title: hideInText(call.title, call), risk: call.risk };
  return (
    <OutletFrame
      state={isWorking ? 'running' : isBusy ? 'checking' : 'waiting'}
      aside={call.interrupted === undefined ? undefined : <InterruptedRisk call={call} />}
      glyph={isWorking ? 'half' : call.interrupted === undefined ? 'ring' : 'question'}
      {...frame}
    >
      {call.summary === undefined ? null : (
        <p data-cs="card-summary" dir="auto">
          <DeceptiveText text={hideInText(call.summary, call)} />
        </p>
      )}
      {isWorking ? <p data-cs="outlet-working">{strings.working}</p> : null}
      <CallSecrets.Provider value={secrets}>
        {content === null ? null : (
          <div data-cs="outlet-content">
            <OutletBoundary renderFailure={failure}>
              <ProblemClaim.Provider value={claim}>{content}</ProblemClaim.Provider>
            </OutletBoundary>
          </div>
        )}
        {tool === undefined && call.interrupted === undefined ? (
          <MissingTool run={run} item={item} cardRef={cardRef} isBusy={isBusy} onFail={failWith} />
        ) : null}
        {(claims > 0 && !isPuttingOff) || problem === null ? null : (
          <div data-cs="problem" role="alert" dir="auto">
            {problem}
          </div>
        )}
      </CallSecrets.Provider>
    </OutletFrame>
  );
}

/** Counts the tools that show their own problems, so that the outlet does not repeat them. */
function useClaims(): readonly [claims: number, claim: ClaimProblem] {
  const [claims, setClaims] = useState(0);
  const claim = useCallback<ClaimProblem>(() => {
    setClaims((count) => count + 1);
    return () => setClaims((count) => count - 1);
  }, []);
  return [claims, claim];
}

/** Leaves the call open. That is not an answer of the tool, so its component is not informed. */
function useLater(
  press: DecisionControl['press'],
  onAnswer: () => void,
): { readonly isPuttingOff: boolean; readonly putOff: () => void; readonly onOther: () => void } {
  const [isPuttingOff, setPuttingOff] = useState(false);
  const onOther = useCallback(() => {
    setPuttingOff(false);
    onAnswer();
  }, [onAnswer]);
  const putOff = (): void => {
    setPuttingOff(true);
    onAnswer();
    press('defer');
  };
  return { isPuttingOff, putOff, onOther };
}

/** Returns the ways to answer the call. */
function useVerbs(
  send: DecisionControl['send'],
  onAnswer: () => void,
): Required<Pick<AnyClientToolProps, 'fail' | 'runAgain'>> & { readonly submit: (value: JSONValue) => Answered } {
  return useMemo(() => {
    const answer = (decision: Decision): Answered => {
      onAnswer();
      return send(decision);
    };
    return {
      submit: (value) => answer(toolReturn(value)),
      fail: (message) => answer(new ToolFailed(message)),
      runAgain: () => answer(runAgain()),
    };
  }, [send, onAnswer]);
}

type Answered = ReturnType<DecisionControl['send']>;
