'use client';
import { type ForwardRefExoticComponent, forwardRef, type RefAttributes, useEffect, useId, useState } from 'react';
import type { DecideOutcome } from '../../approval/broker/decision.js';
import type { ClientToolProps } from '../../hooks/client-tools.js';
import { type NoState, type PartProps, renderPart } from '../part/part.js';
import { ClientToolContext, type ClientToolControl, useClientToolCall } from './client-tool-context.js';
import { type AnswerVerbs, type ToolAttempt, useToolAnswer } from './use-tool-answer.js';

/** State of a client tool: `data-state`. */
export interface ClientToolState extends Record<string, string> {
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
export interface ClientToolRootProps extends PartProps<'div', ClientToolRootState> {
  /** What the component of the tool was given. */
  readonly tool: AnyClientToolProps;
}

/**
 * A client tool's component and what its parts share: the call, and one answer to it.
 *
 * @example <ClientTool.Root tool={props}><ClientTool.Title>Which colour?</ClientTool.Title><ClientTool.Problem /><ClientTool.Submit value="red" /></ClientTool.Root>
 */
export const ClientToolRoot: ForwardRefExoticComponent<ClientToolRootProps & RefAttributes<HTMLDivElement>> =
  forwardRef(function ClientToolRoot(props: ClientToolRootProps, ref) {
    // Another call is answered anew: with what was typed for this one gone, and its answer not in the way.
    return <OneCall key={props.tool.call.toolCallId} {...props} ref={ref} />;
  });

export declare namespace ClientToolRoot {
  type Props = ClientToolRootProps;
  type State = ClientToolRootState;
}

const OneCall: typeof ClientToolRoot = forwardRef(function OneCall(
  { tool, children, ...props }: ClientToolRootProps,
  ref,
) {
  const { call, input, fail, runAgain } = tool;
  // Whoever writes the component knows what its result is; the parts take any.
  const submit = tool.submit as AnswerVerbs['submit'];
  const answer = useToolAnswer({ submit, fail, runAgain });
  const { attempt } = answer;
  const id = useId();
  const [titleId, setTitleId] = useState<string>();
  const problemId = isFailedAttempt(attempt) ? `${id}problem` : undefined;
  const control: ClientToolControl = { call, input, ...answer, problemId, setTitleId };
  const own = {
    role: titleId === undefined ? undefined : 'group',
    'aria-labelledby': titleId,
    'aria-busy': attempt.status === 'sending' || undefined,
  };
  const inside = <ClientToolContext.Provider value={control}>{children}</ClientToolContext.Provider>;
  return renderPart<'div', ClientToolRootState>(
    'div',
    { ...props, children: inside },
    { slot: 'client-tool', state: { state: attempt.status, kind: call.kind ?? 'external' }, own, ref },
  );
});

/** Whether something went wrong that has to be said. */
function isFailedAttempt({ status }: ToolAttempt): boolean {
  return status === 'invalid' || status === 'rejected' || status === 'late';
}

/** What the tool asks for. Names the tool, too. */
export const ClientToolTitle: ForwardRefExoticComponent<ClientToolTitle.Props & RefAttributes<HTMLParagraphElement>> =
  forwardRef(function ClientToolTitle({ id, ...props }: ClientToolTitle.Props, ref) {
    const { setTitleId } = useClientToolCall();
    const ownId = useId();
    const titleId = id ?? ownId;
    useEffect(() => {
      setTitleId(titleId);
      return () => setTitleId(undefined);
    }, [setTitleId, titleId]);
    return renderPart<'p', NoState>('p', props, {
      slot: 'client-tool-title',
      state: {},
      own: { id: titleId, dir: 'auto' },
      ref,
    });
  });

export declare namespace ClientToolTitle {
  type Props = PartProps<'p', NoState>;
}

/** What a person uses to make the result. */
export const ClientToolBody: ForwardRefExoticComponent<ClientToolBody.Props & RefAttributes<HTMLDivElement>> =
  forwardRef(function ClientToolBody(props: ClientToolBody.Props, ref) {
    useClientToolCall();
    return renderPart<'div', NoState>('div', props, { slot: 'client-tool-body', state: {}, ref });
  });

export declare namespace ClientToolBody {
  type Props = PartProps<'div', NoState>;
}
