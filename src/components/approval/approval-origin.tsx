'use client';
import { useContext } from 'react';
import { isNested } from '../../protocol/base/event-keys.js';
import { askStrings } from '../../words/english/approval.js';
import { AgentSaidContext } from '../card/batch-context.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { useWords } from '../strings-provider.js';
import { agentNames } from '../value/agent-path.js';
import { DeceptiveSentence } from '../value/marked-text.js';
import { quoteSafely } from '../value/visible-text.js';
import { ApprovalContext, type ApprovalPartState, partState, useDescribed } from './approval-context.js';

/**
 * The agents that lead to the call. Renders nothing when the conversation's own agent asks, or when the header of an
 * `ApprovalQueue` names them.
 */
export const ApprovalAgent: Part<'p', ApprovalPartState> = part('Approval.Agent', 'p', (props, render) => {
  const { view } = useWithin(ApprovalContext, 'Approval.Agent');
  const strings = useWords(askStrings);
  const isSaid = useContext(AgentSaidContext);
  if (!isNested(view) || isSaid) return null;
  return render(props, {
    'data-cs': 'card-agent',
    state: partState(view),
    children: <bdi>{strings.requestedBy(agentNames(view.agentPath))}</bdi>,
  });
});

/** The server that wants the call: an MCP server or a remote agent. Renders nothing for the app's own tools. */
export const ApprovalOrigin: Part<'p', ApprovalPartState> = part('Approval.Origin', 'p', (props, render) => {
  const { view, described } = useDescribed('Approval.Origin');
  const strings = useWords(askStrings);
  const origin = described?.call.origin;
  if (origin === undefined || origin.kind === 'agent') return null;
  return render(props, {
    'data-cs': 'card-origin',
    state: partState(view),
    dir: 'auto',
    children: <DeceptiveSentence text={strings.serverWants(quoteSafely(origin.server))} />,
  });
});
