'use client';
import { useEffect, useId, useState } from 'react';
import type { DecideOutcome } from '../../approval/broker/decision.js';
import type { ClientToolProps } from '../../hooks/client-tools.js';
import { type Part, part } from '../part/part.js';
import { ClientToolContext, type ClientToolControl, useClientToolCall } from './client-tool-context.js';
import { type AnswerVerbs, type ToolAttempt, useToolAnswer } from './use-tool-answer.js';

/** State of a client tool: `data-state`. */
export interface ClientToolState {
  /** `answered` and `late` are final; `invalid` and `rejected` may be retried. */
  readonly state: ToolAttempt['status'];
}

/** State of the whole of it: `data-kind`, too. */
interface ClientToolRootState extends ClientToolState {
  /** `question`: the user answers; `external`: the user does something. */
  readonly kind: 'question' | 'external';
}

/** A client tool's props, for any input and result. */
export interface AnyClientToolProps extends ClientToolProps<unknown, never> {
  /** Executes the call again: for an interrupted one, which no tool's own component receives. */
  readonly runAgain?: () => Promise<DecideOutcome>;
}

/** Props of `ClientTool.Root`. */
interface ClientToolRootProps {
  /** The props of the tool's component. */
  readonly tool: AnyClientToolProps;
}

/**
 * Provides a client tool to its parts: the call, and one answer to it.
 *
 * @example
 * <ClientTool.Root tool={props}>
 *   <ClientTool.Title>Which colour?</ClientTool.Title><ClientTool.Problem /><ClientTool.Submit value="red" />
 * </ClientTool.Root>
 */
export const ClientToolRoot: Part<'div', ClientToolRootState, ClientToolRootProps> = part(
  'ClientTool.Root',
  'div',
  (props) => {
    // Another call is answered separately: the typed text and the answer of this one are not used for it.
    return <OneCall key={props.tool.call.toolCallId} {...props} />;
  },
);

const OneCall: typeof ClientToolRoot = part('ClientTool.Call', 'div', ({ tool, children, ...props }, render) => {
  const { call, input, fail, runAgain } = tool;
  // The component's author knows the type of its result; the parts accept any.
  const submit = tool.submit as AnswerVerbs['submit'];
  const answer = useToolAnswer({ submit, fail, runAgain });
  const { attempt } = answer;
  const id = useId();
  const [titleId, setTitleId] = useState<string>();
  const problemId = isFailedAttempt(attempt) ? `${id}problem` : undefined;
  const control: ClientToolControl = { call, input, ...answer, problemId, setTitleId };
  return render(props, {
    'data-cs': 'client-tool',
    state: { state: attempt.status, kind: call.kind ?? 'external' },
    role: titleId === undefined ? undefined : 'group',
    'aria-labelledby': titleId,
    'aria-busy': attempt.status === 'sending' || undefined,
    children: <ClientToolContext.Provider value={control}>{children}</ClientToolContext.Provider>,
  });
});

/** Returns `true` when there is a problem to show. */
function isFailedAttempt({ status }: ToolAttempt): boolean {
  return status === 'invalid' || status === 'rejected' || status === 'late';
}

/** The question of the tool. It also names the tool. */
export const ClientToolTitle: Part<'p'> = part('ClientTool.Title', 'p', ({ id, ...props }, render) => {
  const { setTitleId } = useClientToolCall();
  const ownId = useId();
  const titleId = id ?? ownId;
  useEffect(() => {
    setTitleId(titleId);
    return () => setTitleId(undefined);
  }, [setTitleId, titleId]);
  return render(props, { 'data-cs': 'client-tool-title', id: titleId, dir: 'auto' });
});

/** The controls for the result. */
export const ClientToolBody: Part<'div'> = part('ClientTool.Body', 'div', (props, render) => {
  useClientToolCall();
  return render(props, { 'data-cs': 'client-tool-body' });
});
