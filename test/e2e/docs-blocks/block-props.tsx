import {
  type Agent,
  connectInbox,
  createAgent,
  createGrants,
  type PendingBatch,
  type PendingItem,
  type RunInbox,
  type Tool,
  tool,
  type UseAgentRunResult,
  useAgentRun,
} from 'countersign';
import { serveAgent } from 'countersign/server';
import { scriptedModel } from 'countersign/testing';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { offeredModel } from './provider.js';

const note = z.object({ path: z.string(), text: z.string() });

const writeNote = tool({
  description: 'Write a note',
  inputSchema: note,
  requiresApproval: true,
  capabilities: ({ path }) => [`fs.write:${path}`],
  describe: ({ path, text }) => ({ title: `Write ${text.length} characters to ${path}`, risk: 'medium' }),
  preview: ({ text }) => ({ type: 'diff', before: '', after: text }),
  execute: ({ path }) => `Wrote ${path}.`,
});

const calls = (path: string) => [{ toolName: 'writeNote', input: { path, text: 'Hello\n' } }];

const tools: Readonly<Record<string, Tool>> = { writeNote };

/** Replaces the port of a worker. */
function servedPort(): MessagePort {
  const { port1, port2 } = new MessageChannel();
  serveAgent(createAgent({ model: offeredModel(), tools }), { port: port2 });
  return port1;
}

/** The values that a block declares but does not define, by name. Each of them lets a run continue. */
export const globals = {
  model: offeredModel(),
  tools,
  agent: createAgent({ model: offeredModel(), tools }),
  worker: servedPort(),
  token: () => 'ada',
  // A port in place of a worker, which the page can terminate.
  openWorker: () => Object.assign(servedPort(), { terminate: () => {} }),
} as const;

/** The props that a component on a page may take, by name. All come from one run with a pending call. */
export interface BlockProps {
  readonly agent: Agent;
  readonly run: UseAgentRunResult;
  readonly runs: readonly UseAgentRunResult[];
  readonly batch: PendingBatch;
  readonly item: PendingItem;
  readonly message: UseAgentRunResult['messages'][number];
  readonly events: UseAgentRunResult['events'];
  readonly send: () => Promise<void>;
  readonly stored: UseAgentRunResult['messages'];
  readonly save: () => void;
  readonly call: PendingItem['call'];
  readonly input: { readonly reason: string };
  readonly inbox: RunInbox;
  readonly submit: () => Promise<{ readonly status: 'accepted' }>;
  readonly fail: () => Promise<{ readonly status: 'accepted' }>;
}

const inbox = connectInbox({ url: '/agents' });
const accept = (): Promise<{ readonly status: 'accepted' }> => Promise.resolve({ status: 'accepted' });

/** A grant approves its first call, and its second call is pending. */
function useWaitingRun(): UseAgentRunResult {
  const [agent] = useState(() =>
    createAgent({
      model: scriptedModel([
        { text: 'I write two notes.', calls: calls('/drafts/a.md') },
        { calls: calls('/published/b.md') },
        'Both are written.',
      ]),
      tools,
    }),
  );
  const [grants] = useState(() => createGrants());
  const run = useAgentRun({ agent, grants });
  const { start, decide, pending } = run;
  const isStarted = useRef(false);
  useEffect(() => {
    // StrictMode repeats this effect, and a second message would be queued.
    if (!isStarted.current) start('Write both notes');
    isStarted.current = true;
  }, [start]);
  const open = pending[0]?.items[0];
  useEffect(() => {
    if (open?.call.title.includes('/drafts/') !== true || open.state.status !== 'waiting') return;
    void decide(open.call.toolCallId, true, {
      remember: { scope: { capability: 'fs.write:/drafts/**' }, for: 'session' },
    });
  }, [open, decide]);
  return run;
}

/** Renders when all props are available, and continues to render after the pending call is answered. */
export function WithBlockProps({ children }: { readonly children: (given: BlockProps) => ReactNode }): ReactNode {
  const run = useWaitingRun();
  const [asked, setAsked] = useState<Pick<BlockProps, 'batch' | 'item'>>();
  const [batch] = run.pending;
  const item = batch?.items[0];
  const message = run.messages.at(-1);
  if (item !== asked?.item && batch !== undefined && item?.call.title.includes('/published/') === true) {
    setAsked({ batch, item });
  }
  if (asked === undefined || message === undefined) return null;
  const { agent } = globals;
  const { events } = run;
  const { call } = asked.item;
  const tool = { call, input: { reason: 'Which colour do you like?' }, submit: accept, fail: accept };
  const send = (): Promise<void> => Promise.resolve();
  const messages = { message, stored: [], save: (): void => {} };
  return children({ agent, run, runs: [run], events, send, inbox, ...messages, ...asked, ...tool });
}
