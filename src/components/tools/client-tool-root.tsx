'use client';
import { useEffect, useId, useState } from 'react';
import type { DecideOutcome } from '../../approval/broker/decision.js';
import type { ClientToolProps } from '../../hooks/client-tools.js';
import { type Part, part } from '../part/part.js';
import { ClientToolContext, type ClientToolControl, useClientToolCall } from './client-tool-context.js';
import { type AnswerVerbs, type ToolAttempt, useToolAnswer } from './use-tool-answer.js';

/** State of a client tool: `data-state`. */
export interface ClientToolState {
  /** `answered` and `late` are the end; `invalid` and `rejected` may be tried again. */
  readonly state: ToolAttempt['status'];
}

/** State of the whole of it: `data-kind`, too. */
interface ClientToolRootState extends ClientToolState {
  /** Whether something is to be said, or done. */
  readonly kind: 'question' | 'external';
}

/** A client tool's props, whatever its input and result are. */
export interface AnyClientToolProps extends ClientToolProps<unknown, never> {
  /** Lets the call run again: for one that has begun before, which no tool's own component is given. */
  readonly runAgain?: () => Promise<DecideOutcome>;
}

/** Props of `ClientTool.Root`. */
export interface ClientToolRootProps {
  /** What the component of the tool was given. */
  readonly tool: AnyClientToolProps;
}

/**
 * A client tool's component and what its parts share: the call, and one answer to it.
 *
 * @example <ClientTool.Root tool={props}><ClientTool.Title>Which colour?</ClientTool.Title><ClientTool.Problem /><ClientTool.Submit value="red" /></ClientTool.Root>
 */
export const ClientToolRoot: Part<'div', ClientToolRootState, ClientToolRootProps> = part(
  'ClientTool.Root',
  'div',
  (props) => {
    // Another call is answered anew: with what was typed for this one gone, and its answer not in the way.
    return <OneCall key={props.tool.call.toolCallId} {...props} />;
  },
);

const OneCall: typeof ClientToolRoot = part('ClientTool.Call', 'div', ({ tool, children, ...props }, render) => {
  const { call, input, fail, runAgain } = tool;
  // Whoever writes the component knows what its result is; the parts take any.
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

/** Whether something went wrong that has to be said. */
function isFailedAttempt({ status }: ToolAttempt): boolean {
  return status === 'invalid' || status === 'rejected' || status === 'late';
}

/** What the tool asks for. Names the tool, too. */
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

/** What a person uses to make the result. */
export const ClientToolBody: Part<'div'> = part('ClientTool.Body', 'div', (props, render) => {
  useClientToolCall();
  return render(props, { 'data-cs': 'client-tool-body' });
});
