'use client';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { PendingItem } from '../../approval/broker/pending.js';
import { isToolPart, type ToolPart } from '../../conversation/messages/call-record.js';
import type { ConversationState } from '../../conversation/state/conversation-state.js';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import { useConversation } from '../../hooks/use-conversation.js';
import { type NoState, type Part, part } from '../part/part.js';
import { type PartContext, partContext } from '../part/use-within.js';
import { useEscape } from '../shared/use-escape.js';
import { useAside } from './aside-context.js';

/** The call that the parts of a panel show. */
export interface AsideCall {
  readonly titleId: string;
  /** The pending call; `undefined` if it was never pending. After its answer, its last state. */
  readonly item: PendingItem | undefined;
  /** The call in its message. */
  readonly part: ToolPart | undefined;
  readonly close: () => void;
}

/** The call of the panel around. */
export const CallContext: PartContext<AsideCall> = partContext('Aside.Root run={…}', 'it has no call to show');

/** Props of `Aside.Root`. */
interface AsideRootProps {
  /** The conversation, from `useAgentRun`. */
  readonly run: UseAgentRunResult;
}

/**
 * The panel, while it is open. It receives the focus when it opens, and returns it when `Esc` or its button closes it.
 */
export const AsideRoot: Part<'section', NoState, AsideRootProps> = part('Aside.Root', 'section', (props) => {
  const opened = useAside()?.opened;
  // State of one call is not shown for the next.
  return opened === undefined ? null : <OpenPanel key={opened} {...props} toolCallId={opened} />;
});

interface OpenPanelProps extends AsideRootProps {
  readonly toolCallId: string;
}

const OpenPanel: Part<'section', NoState, OpenPanelProps> = part(
  'Aside.Panel',
  'section',
  ({ run, toolCallId, children, ...props }, render) => {
    const aside = useAside();
    const titleId = useId();
    const panel = useRef<HTMLElement>(null);
    const asked = useConversation(run, ({ pending }) => findPendingItem(pending, toolCallId));
    const part = useConversation(run, ({ messages }) => findCallPart(messages, toolCallId));
    const [item, setItem] = useState(asked);
    // The reader may continue reading after the call has been answered.
    if (asked !== undefined && asked !== item) setItem(asked);
    useEffect(() => panel.current?.focus(), []);
    const control = useMemo(() => {
      const close = (): void => {
        if (panel.current !== null) aside?.close(panel.current);
      };
      return { titleId, item, part, close };
    }, [titleId, item, part, aside]);
    useEscape(panel, control.close);
    return render(props, {
      'data-cs': 'preview-aside',
      id: aside?.panelId,
      'aria-labelledby': titleId,
      tabIndex: -1,
      ref: panel,
      children: <CallContext.Provider value={control}>{children}</CallContext.Provider>,
    });
  },
);

function findPendingItem(pending: ConversationState['pending'], toolCallId: string): PendingItem | undefined {
  return pending.flatMap(({ items }) => items).find(({ call }) => call.toolCallId === toolCallId);
}

function findCallPart(messages: ConversationState['messages'], toolCallId: string): ToolPart | undefined {
  for (let index = messages.length - 1; index >= 0; index--) {
    const found = messages[index]?.parts.find((part) => isToolPart(part) && part.toolCallId === toolCallId);
    if (found !== undefined && isToolPart(found)) return found;
  }
  return undefined;
}
