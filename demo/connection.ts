import type { LanguageModelV4 } from '@ai-sdk/provider';
import { type Agent, createAgent } from 'countersign';
import { useMemo, useState } from 'react';
import { hostOf, type Server, serverAgent } from './connect/index.js';
import { createStandInModel } from './model/index.js';
import type { Talk } from './talk.js';
import { type Deps, instructions, tools } from './tools.js';

/** The connected agent, and functions to connect another one. */
export interface Connection {
  readonly label: string;
  readonly agent: Agent<Deps>;
  readonly isStandIn: boolean;
  /** The server of the agent. `undefined` if the agent is in this page. */
  readonly server: Server | undefined;
  readonly onModel: (model: NamedModel) => void;
  readonly onServer: (server: Server, token: string) => void;
  readonly onStandIn: () => void;
}

interface NamedModel {
  readonly label: string;
  readonly model: LanguageModelV4;
}

/** With `?pace=instant`, the stand-in responds at once, for automated tests. */
function pace(): 'human' | 'instant' {
  return new URLSearchParams(location.search).get('pace') === 'instant' ? 'instant' : 'human';
}

/** The time in which the last decision of a batch can be undone, in milliseconds. */
export const undoTime: number = pace() === 'instant' ? 0 : 5_000;

/**
 * Returns the agent of a conversation. A conversation with a server stays with that server after a reload, because
 * another agent would have other tools with the same names. Keys and tokens are only in memory, and lost on reload.
 */
export function useConnection(talk: Talk): Connection {
  const standIn = useMemo(() => ({ label: 'Demo model', model: createStandInModel({ pace: pace() }) }), []);
  const [connected, setConnected] = useState<NamedModel>();
  const [access, setAccess] = useState({ url: '', token: '' });
  const { server } = talk;
  const { label, model } = connected ?? standIn;
  const token = server?.url === access.url ? access.token : '';
  const agent = useMemo(
    () =>
      server === undefined
        ? createAgent({ name: 'Workspace', model, instructions, tools })
        : (serverAgent(server, { token }) as Agent<Deps>), // a server agent does not use deps
    [server, token, model],
  );
  const beInPage = (named: NamedModel | undefined): void => {
    setConnected(named);
    if (server !== undefined) talk.begin(null);
  };
  return {
    agent,
    server,
    label: server === undefined ? label : hostOf(server),
    isStandIn: server === undefined && connected === undefined,
    onModel: beInPage,
    onServer: (next, nextToken) => {
      setAccess({ url: next.url, token: nextToken });
      if (server?.url !== next.url || server.kind !== next.kind) talk.begin(next);
    },
    onStandIn: () => beInPage(undefined),
  };
}
