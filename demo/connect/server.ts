import { type Agent, agUiTransport, createRemoteAgent, httpTransport, type RemoteTool } from 'countersign';
import { tools } from '../tools.js';

/** The protocol of a server: UI messages, with known traits, or AG-UI. */
export type ServerKind = 'countersign' | 'ai-sdk' | 'pydantic-ai' | 'ag-ui';

/** The location of an agent. */
export interface Server {
  readonly kind: ServerKind;
  readonly url: string;
}

/** The protocols that this page supports, with their labels in the dialog. */
export const serverKinds: Readonly<Record<ServerKind, { readonly name: string; readonly url: string }>> = {
  countersign: { name: 'Countersign server', url: 'http://localhost:4000/chat' },
  'ai-sdk': { name: 'AI SDK server', url: 'http://localhost:3000/api/chat' },
  'pydantic-ai': { name: 'PydanticAI server', url: 'http://localhost:8000/chat' },
  'ag-ui': { name: 'AG-UI server', url: 'http://localhost:8000/ag-ui' },
};

/** Returns the host with its port as the name of a server. */
export function hostOf({ url }: Server): string {
  return new URL(url).host;
}

/**
 * The presentation of server tools with the same names as tools of this page. They have no previews, because a server
 * does not have the files of this page.
 */
const presentation: Readonly<Record<string, RemoteTool>> = Object.fromEntries(
  Object.entries(tools).map(([name, { inputSchema, outputSchema, describe, redact, capabilities }]) => [
    name,
    {
      inputSchema,
      ...(outputSchema === undefined ? {} : { outputSchema }),
      ...(describe === undefined ? {} : { describe }),
      ...(redact === undefined ? {} : { redact }),
      ...(capabilities === undefined ? {} : { capabilities }),
    } as RemoteTool, // each tool has its own input type
  ]),
);

/**
 * The tools for requests of an AG-UI server that are not approvals. The text of the request is the title of the card.
 */
const interrupt: RemoteTool<{ readonly message?: string }> = {
  describe: ({ message = 'The server has a question' }) => ({ title: message }),
};

/** The connection options of an agent on a server. */
export interface ServerAccess {
  /** Held by the returned agent and nowhere else. */
  readonly token: string;
  /** Default: the page's. */
  readonly fetch?: typeof fetch;
  /** The number of retries. Default: that of every remote agent. */
  readonly retries?: number;
}

/** Returns the agent on a server. Requests have no cookies. */
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
