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

/** The location of an agent, and the server options that the app has to set. */
export type AgentLocation =
  | { readonly type: 'tab' }
  | { readonly type: 'ui-messages'; readonly api: string; readonly server: ServerKind }
  | { readonly type: 'ag-ui'; readonly url: string; readonly server: ServerKind };

/** The configuration of the page. */
export interface PageSettings {
  readonly at: AgentLocation;
  /** `broken`: the external tool of the page fails. */
  readonly calculator: 'works' | 'broken';
  /** Cuts the response to this request (counted from 1) after `bytes` bytes. 0 cuts none. */
  readonly cut: { readonly request: number; readonly bytes: number };
}

type OfPath = RemoteTool<{ path: string }>;
type OfFile = RemoteTool<{ path: string; content: string }>;
const deleteFile: OfPath = { inputSchema: pathSchema, describe: ({ path }) => ({ title: `Delete ${path}` }) };
const updateFile: OfFile = { inputSchema: fileSchema, describe: ({ path }) => ({ title: `Write ${path}` }) };
const archive: OfPath = { inputSchema: pathSchema, describe: ({ path }) => ({ title: `Archive ${path}` }) };

/** The display of calls that run on a server. */
const shown = { delete_file: deleteFile, update_file: updateFile, archive };

/** The page's agent. Only this line differs between the locations. */
export function agentAt({ at, cut }: PageSettings) {
  if (at.type === 'tab') return createAgent({ model: localModel(), tools: localTools });
  const fetch = cutNthResponse(cut.request, cut.bytes);
  const transport =
    at.type === 'ag-ui'
      ? agUiTransport({ url: at.url, externalTools: ['calculate_answer'], fetch })
      : httpTransport({ api: at.api, fetch });
  return createRemoteAgent({ transport, server: at.server, tools: shown });
}
