'use client';
import type { ReactElement, ReactNode } from 'react';
import { callRecord, type ToolPart, toolNameOf } from '../../conversation/messages/call-record.js';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import { ownMember } from '../../protocol/base/record.js';
import { outletStrings } from '../../words/english/card.js';
import { OutletBoundary } from '../shared/outlet-boundary.js';
import { useWords } from '../strings-provider.js';

/** Props of {@link CallView}. */
export interface CallViewProps {
  readonly run: Pick<UseAgentRunResult, 'clientTools'>;
  readonly part: ToolPart;
}

/** The client tool's view of a call that is streaming, or that has its result. If it throws, the call's line stays. */
export function CallView({ run, part }: CallViewProps): ReactElement | null {
  const { crashed } = useWords(outletStrings);
  const shown = viewOf(run, part);
  if (shown === null) return null;
  const { phase } = callRecord(part);
  return (
    <div data-cs="call-view" data-phase={phase}>
      <OutletBoundary key={phase} renderFailure={(message) => <p data-cs="card-failed">{crashed(message)}</p>}>
        {shown}
      </OutletBoundary>
    </div>
  );
}

function viewOf({ clientTools }: CallViewProps['run'], part: ToolPart): ReactNode {
  const tool = ownMember(clientTools, toolNameOf(part));
  const { toolCallId, state } = part;
  if (tool?.streaming !== undefined && state === 'input-streaming') {
    return <tool.streaming toolCallId={toolCallId} input={part.input} />;
  }
  if (tool?.done !== undefined && state === 'output-available') {
    return <tool.done toolCallId={toolCallId} input={part.input} output={part.output} />;
  }
  return null;
}
