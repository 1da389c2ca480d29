'use client';
import type { UseAgentRunResult } from 'countersign';
import { Chat, Composer } from 'countersign/components';
import { useId } from 'react';
import { ApprovalQueue } from './approval-queue';

interface AgentChatProps {
  /** The conversation, from `useAgentRun`. */
  readonly run: UseAgentRunResult;
  readonly title?: string;
  readonly placeholder?: string;
}

/** A chat with its pending calls. It fills the height of the element around it. */
export function AgentChat({ run, title = 'Assistant', placeholder }: AgentChatProps) {
  const titleId = useId();
  return (
    <Chat.Root
      run={run}
      aria-labelledby={titleId}
      className="flex h-full flex-col overflow-hidden rounded-xl border bg-background text-foreground shadow-sm"
    >
      <header className="border-b px-6 py-4">
        <h2 id={titleId} className="text-base leading-none font-semibold">
          {title}
        </h2>
      </header>
      <Chat.Thread className="min-h-0 flex-1">
        <Chat.Scroll>
          <Chat.Empty className="text-sm text-muted-foreground">Send a message to start.</Chat.Empty>
          <Chat.Messages />
          <ApprovalQueue run={run} />
        </Chat.Scroll>
        <Chat.Jump className="rounded-full shadow-md" />
      </Chat.Thread>
      <Chat.Status className="text-sm" />
      <Composer.Root run={run} className="border-t p-4">
        <Composer.Queue />
        <Composer.Attachments />
        <div className="flex items-end gap-2">
          <Composer.Attach className="size-9 rounded-md" />
          <Composer.Input
            placeholder={placeholder}
            className="min-h-9 flex-1 rounded-md border border-input bg-transparent px-3 py-1.5 text-base shadow-xs md:text-sm dark:bg-input/30"
          />
          <Composer.Stop when="empty" className="size-9 rounded-md" />
          <Composer.Send when="unless-stop" className="size-9 rounded-md" />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-2 pt-2">
          <Composer.Hint className="text-xs text-muted-foreground" />
          <Composer.Stop when="written" className="rounded-md text-sm">
            Stop
          </Composer.Stop>
        </div>
      </Composer.Root>
    </Chat.Root>
  );
}
