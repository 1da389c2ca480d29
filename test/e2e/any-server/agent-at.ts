import {
  agUiTransport,
  createAgent,
  createRemoteAgent,
  httpTransport,
  type RemoteAgentOptions,
  type RemoteTool,
} from 'countersign';
import { cutNthResponse } from '../../support/cut-nth-response.js';
import { localModel } from './local-model.js';
import { fileSchema, localTools, pathSchema } from './local-tools.js';

type ServerKind = NonNullable<RemoteAgentOptions['server']>;

/** Where an agent is, and what of its server the app has to know. */
export type AgentPlace =
  | { readonly type: 'tab' }
  | { readonly type: 'ui-messages'; readonly api: string; readonly server: ServerKind }
  | { readonly type: 'ag-ui'; readonly url: string; readonly server: ServerKind };

/** What the page is asked to be. */
export interface PageSettings {
  readonly at: AgentPlace;
  /** Whether what the page works out can be had. */
  readonly calculator: 'works' | 'broken';
  /** The request whose response breaks off after so many bytes, counted from 1; 0: none does. */
  readonly cut: { readonly request: number; readonly bytes: number };
}

type OfPath = RemoteTool<{ path: string }>;
type OfFile = RemoteTool<{ path: string; content: string }>;
const deleteFile: OfPath = { inputSchema: pathSchema, describe: ({ path }) => ({ title: `Delete ${path}` }) };
const updateFile: OfFile = { inputSchema: fileSchema, describe: ({ path }) => ({ title: `Write ${path}` }) };
const archive: OfPath = { inputSchema: pathSchema, describe: ({ path }) => ({ title: `Archive ${path}` }) };

/** How calls are shown that run elsewhere. */
const shown = { delete_file: deleteFile, update_file: updateFile, archive };

/** The agent of the page: the one line that differs. */
export function agentAt({ at, cut }: PageSettings) {
  if (at.type === 'tab') return createAgent({ model: localModel(), tools: localTools });
  const fetch = cutNthResponse(cut.request, cut.bytes);
  const transport =
    at.type === 'ag-ui'
      ? agUiTransport({ url: at.url, externalTools: ['calculate_answer'], fetch })
      : httpTransport({ api: at.api, fetch });
  return createRemoteAgent({ transport, server: at.server, tools: shown });
}
