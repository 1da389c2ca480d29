/** The reason why a model could not be connected. */
export type ProblemKind =
  | 'invalid-url'
  | 'mixed-content'
  | 'local-network-blocked'
  | 'refused'
  | 'cors'
  | 'unauthorized'
  | 'not-found'
  | 'no-tool-support'
  | 'rate-limited'
  | 'server-error'
  | 'timeout'
  | 'unreadable';

/** The explanation of a problem for people. */
export interface ConnectProblem {
  readonly kind: ProblemKind;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
  /** The text of the server, if it sent one. */
  readonly detail?: string;
}

/** The context of an explanation. */
export interface ProblemFacts {
  readonly url: string;
  readonly modelId: string;
  /** The origin of this page, for the settings of the server. */
  readonly pageOrigin: string;
  readonly timeoutMs: number;
  readonly status?: number;
  readonly detail?: string;
}

type Words = Pick<ConnectProblem, 'title' | 'why' | 'fix'>;

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

const NETWORK: Record<
  'invalid-url' | 'mixed-content' | 'local-network-blocked' | 'refused' | 'cors' | 'timeout',
  (facts: ProblemFacts) => Words
> = {
  'invalid-url': ({ url }) => ({
    title: 'This is not a base URL',
    why: `${JSON.stringify(url)} cannot be read as an http or https address without a user name in it.`,
    fix: 'Type the address up to the version, such as http://localhost:11434/v1 for Ollama or http://localhost:1234/v1 for LM Studio.',
  }),
  'mixed-content': ({ url }) => ({
    title: 'The browser blocks http from an https page',
    why: `This page came over https, so the browser refuses to call ${hostOf(url)} over plain http. Only localhost is exempt.`,
    fix: 'Use an https address, run the server on this computer (http://localhost…), or open this demo over http on localhost.',
  }),
  'local-network-blocked': ({ url }) => ({
    title: 'The browser keeps this page from your local network',
    why: `Calling ${hostOf(url)} needs the permission for local network access, and it is denied for this page.`,
    fix: 'Click the icon beside the address bar, allow local network access for this site, and connect again.',
  }),
  refused: ({ url }) => ({
    title: 'Nothing answers there',
    why: `No server answers at ${hostOf(url)}: it is not running, listens on another port, or the name is wrong.`,
    fix: 'Start the server and check the port. Ollama: `ollama serve`, port 11434. LM Studio: "Start server", port 1234.',
  }),
  cors: ({ url, pageOrigin }) => ({
    title: 'The server does not allow this page to call it',
    why: `A server answers at ${hostOf(url)}, but without the CORS headers that let ${pageOrigin} read the answer.`,
    fix: `Ollama: start it with OLLAMA_ORIGINS=${pageOrigin} in its environment. LM Studio: switch "Enable CORS" on in the server settings. Otherwise put a proxy of your own before it that adds the headers.`,
  }),
  timeout: ({ url, timeoutMs }) => ({
    title: 'The server took too long',
    why: `${hostOf(url)} did not answer within ${Math.round(timeoutMs / 1000)} seconds. A local model may still be loading.`,
    fix: 'Wait until the model is loaded, then connect again; or choose a smaller model.',
  }),
};

type AnswerKind = Exclude<ProblemKind, keyof typeof NETWORK>;

const ANSWERS: Record<AnswerKind, (facts: ProblemFacts) => Words> = {
  unauthorized: ({ status }) => ({
    title: 'The key was not accepted',
    why:
      status === undefined
        ? 'The key holds characters that a request cannot carry, such as a space, a line break or a typographic dash.'
        : `The server answered ${status}: the key is missing, wrong, or may not use this model.`,
    fix: 'Check the key and paste it again. It stays in the memory of this page and is gone when you close it.',
  }),
  'not-found': ({ url, modelId }) => ({
    title: 'There is no such address or model',
    why: `The server answered 404 for the model ${JSON.stringify(modelId)} at ${url}/chat/completions.`,
    fix: 'Check that the base URL ends with the version (for Ollama and LM Studio: /v1), and the name of the model. Ollama: `ollama list` shows the names, `ollama pull` gets a model.',
  }),
  'no-tool-support': ({ modelId }) => ({
    title: 'This model cannot call tools',
    why: `The server refuses tools for ${JSON.stringify(modelId)}, and this demo is about tool calls.`,
    fix: 'Choose a model that supports tools. In Ollama\u2019s library they carry the tag "tools", such as qwen3 or llama3.1.',
  }),
  'rate-limited': () => ({
    title: 'The server asks to slow down',
    why: 'It answered 429: too many requests, or the quota of this key is used up.',
    fix: 'Wait a minute and connect again, or check the quota and the billing of the account.',
  }),
  'server-error': ({ status }) => ({
    title: 'The server failed',
    why: status === undefined ? 'The server reported an error.' : `The server answered with the status ${status}.`,
    fix: 'Look at what it says below and into its log. A local model may need more memory than there is.',
  }),
  unreadable: ({ url }) => ({
    title: 'The answer is not what was expected',
    why: `${hostOf(url)} answered, but not in the way of OpenAI chat completions.`,
    fix: 'Check the base URL: it is the part before /chat/completions, and usually ends with /v1.',
  }),
};

const WORDS: Record<ProblemKind, (facts: ProblemFacts) => Words> = { ...NETWORK, ...ANSWERS };

/** Returns the explanation of a problem. */
export function describeProblem(kind: ProblemKind, facts: ProblemFacts): ConnectProblem {
  const detail = facts.detail?.trim().slice(0, 400);
  return { kind, ...WORDS[kind](facts), ...(detail === undefined || detail === '' ? {} : { detail }) };
}
