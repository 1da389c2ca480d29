import type { LanguageModelV4 } from '@ai-sdk/provider';
import { type Agent, createAgent } from 'countersign';
import { useMemo, useState } from 'react';
import { hostOf, type Server, serverAgent } from './connect/index.js';
import { createStandInModel } from './model/index.js';
import type { Talk } from './talk.js';
import { type Deps, instructions, tools } from './tools.js';

/** Who answers, and how another is put in its place. */
export interface Connection {
  readonly label: string;
  readonly agent: Agent<Deps>;
  readonly isStandIn: boolean;
  /** The server that the agent is on; `undefined`: it is in this page. */
  readonly server: Server | undefined;
  readonly onModel: (model: Named) => void;
  readonly onServer: (server: Server, token: string) => void;
  readonly onStandIn: () => void;
}

interface Named {
  readonly label: string;
  readonly model: LanguageModelV4;
}

/** `?pace=instant` makes the stand-in answer at once, for those who drive this page. */
function pace(): 'human' | 'instant' {
  return new URLSearchParams(location.search).get('pace') === 'instant' ? 'instant' : 'human';
}

/**
 * The agent of a conversation. One with a server stays with it, also in the next life of this page: another agent would have other tools under
 * the same names. A key or a token stays in memory: reload, and it is gone.
 */
export function useConnection(talk: Talk): Connection {
  const standIn = useMemo(() => ({ label: 'Built-in stand-in', model: createStandInModel({ pace: pace() }) }), []);
  const [connected, setConnected] = useState<Named>();
  const [access, setAccess] = useState({ url: '', token: '' });
  const { server } = talk;
  const { label, model } = connected ?? standIn;
  const token = server?.url === access.url ? access.token : '';
  const agent = useMemo(
    () =>
      server === undefined
        ? createAgent({ name: 'Workspace', model, instructions, tools })
        : (serverAgent(server, { token }) as Agent<Deps>), // whatever the deps are, it has no use for them
    [server, token, model],
  );
  const beInPage = (named: Named | undefined): void => {
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
