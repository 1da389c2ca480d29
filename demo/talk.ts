import { createGrants } from 'countersign';
import { indexedDbStorage } from 'countersign/persistence';
import { useState } from 'react';
import { z } from 'zod';
import type { Server } from './connect/index.js';

/** The storage of conversations. After a reload, a pending batch continues. */
export const storage = indexedDbStorage({
  name: 'countersign-demo',
  // biome-ignore lint/suspicious/noConsole: information for visitors of the demo
  onProblem: ({ code, message }) => console.warn(code, message),
});

/**
 * The remembered approvals. One object serves all chats, so that a grant of one chat also applies in the next.
 */
export const grants = createGrants({ storage: storage.grants });

const place = 'countersign-demo-talk';
const serversPlace = 'countersign-demo-servers';

/** The open conversation. */
export interface Talk {
  readonly id: string;
  /** The server of the conversation. `undefined` if the agent is in this page. */
  readonly server: Server | undefined;
  readonly open: (id: string) => void;
  /** Opens a new conversation: with the same server, with another, or with none (`null`). */
  readonly begin: (server?: Server | null) => void;
}

const servers = z.record(
  z.string(),
  z.object({ kind: z.enum(['countersign', 'ai-sdk', 'pydantic-ai', 'ag-ui']), url: z.url() }),
);

/** Returns the stored servers, by conversation id. */
function readServers(): Readonly<Record<string, Server>> {
  try {
    return servers.parse(JSON.parse(localStorage.getItem(serversPlace) ?? '{}'));
  } catch {
    return {};
  }
}

/** Returns the conversation of this browser, and functions to change it. */
export function useTalk(): Talk {
  const find = (id: string): Pick<Talk, 'id' | 'server'> => ({ id, server: readServers()[id] });
  const [talk, setTalk] = useState(() => find(localStorage.getItem(place) ?? 'first'));
  const open = (next: string): void => {
    localStorage.setItem(place, next);
    setTalk(find(next));
  };
  const begin = (server: Server | null = talk.server ?? null): void => {
    const id = crypto.randomUUID();
    if (server !== null) localStorage.setItem(serversPlace, JSON.stringify({ ...readServers(), [id]: server }));
    open(id);
  };
  return { ...talk, open, begin };
}
