import { type Agent, agUiTransport, createRemoteAgent, httpTransport, type RemoteTool } from 'countersign';
import { tools } from '../tools.js';

/** What a server speaks: UI messages, with what is known of it, or AG-UI. */
export type ServerKind = 'countersign' | 'ai-sdk' | 'pydantic-ai' | 'ag-ui';

/** Where an agent is. */
export interface Server {
  readonly kind: ServerKind;
  readonly url: string;
}

/** The servers that this page can talk to, in the words of the dialog. */
export const serverKinds: Readonly<Record<ServerKind, { readonly name: string; readonly url: string }>> = {
  countersign: { name: 'Countersign server', url: 'http://localhost:4000/chat' },
  'ai-sdk': { name: 'AI SDK server', url: 'http://localhost:3000/api/chat' },
  'pydantic-ai': { name: 'PydanticAI server', url: 'http://localhost:8000/chat' },
  'ag-ui': { name: 'AG-UI server', url: 'http://localhost:8000/ag-ui' },
};

/** A host and its port, as people call a server. */
export function hostOf({ url }: Server): string {
  return new URL(url).host;
}

/** How calls are shown whose tools are named like those of this page. Their previews are about files that a server does not have. */
const presentation: Readonly<Record<string, RemoteTool>> = Object.fromEntries(
  Object.entries(tools).map(([name, { inputSchema, outputSchema, describe, redact, capabilities }]) => [
    name,
    {
      inputSchema,
      ...(outputSchema === undefined ? {} : { outputSchema }),
      ...(describe === undefined ? {} : { describe }),
      ...(redact === undefined ? {} : { redact }),
      ...(capabilities === undefined ? {} : { capabilities }),
    } as RemoteTool, // each has an input of its own
  ]),
);

/** A server of AG-UI may ask for something else than a yes: what it says is what its card is called. */
const interrupt: RemoteTool<{ readonly message?: string }> = {
  describe: ({ message = 'The server has a question' }) => ({ title: message }),
};

/** How an agent on a server is reached. */
export interface ServerAccess {
  /** Held by the returned agent and nowhere else. */
  readonly token: string;
  /** Default: the page's. */
  readonly fetch?: typeof fetch;
  /** How often it is tried again. Default: that of every remote agent. */
  readonly retries?: number;
}

/** The agent on a server. No cookies go to it. */
export function serverAgent({ kind, url }: Server, { token, fetch, retries }: ServerAccess): Agent {
  const way = {
    credentials: 'omit',
    headers: token === '' ? {} : { authorization: `Bearer ${token}` },
    ...(fetch === undefined ? {} : { fetch }),
  } as const;
  const how =
    kind === 'ag-ui'
      ? { transport: agUiTransport({ url, ...way }) }
      : { server: kind, transport: httpTransport({ api: url, ...way }) };
  return createRemoteAgent({
    name: serverKinds[kind].name,
    tools: { ...presentation, interrupt },
    ...how,
    ...(retries === undefined ? {} : { retries }),
  });
}
