import type { Silence } from './classify.js';
import { type ConnectProblem, describeProblem } from './problems.js';
import { type ServerKind, serverKinds } from './server.js';

/** The reason why a server could not be connected, found by this page or reported by the agent. */
export type ServerProblem =
  | { readonly kind: Silence | 'invalid-url' | 'invalid-token' | 'mixed-content' | 'timeout' }
  /** `code` is the code of the agent's error. */
  | { readonly kind: 'answered'; readonly code: string; readonly message: string };

/** The context of an explanation. */
export interface ServerFacts {
  readonly url: string;
  readonly kind: ServerKind;
  readonly pageOrigin: string;
  readonly timeoutMs: number;
  readonly token: string;
}

type Words = Pick<ConnectProblem, 'title' | 'why' | 'fix'>;

/** The solutions for problems of a server, by the code of the agent's error. */
const ANSWERS: Readonly<Record<string, Pick<Words, 'title' | 'fix'>>> = {
  'remote-refused': {
    title: 'The server refused the request',
    fix: 'Check the address, which kind of server it is, and the token if it asks for one.',
  },
  'remote-busy': { title: 'The server asks to slow down', fix: 'Wait a minute and connect again.' },
  'remote-failed': {
    title: 'No agent answers there',
    fix: 'Check that this is the address of the route that streams, and look into the server’s log.',
  },
  'remote-malformed': {
    title: 'The answer is not what was expected',
    fix: 'Check the address: the route has to answer with a UI message stream, or with events of AG-UI.',
  },
  'remote-error': {
    title: 'The server reported an error',
    fix: 'Look into its log: servers hide from a page what went wrong.',
  },
};

/** The solutions for specific HTTP statuses. */
const STATUSES: Readonly<Record<string, Pick<Words, 'title' | 'fix'>>> = {
  '415': {
    title: 'The server does not take JSON from here',
    fix: 'Requests go out as application/json. Check that the address is the route of the agent, and that no proxy on the way changes the content type.',
  },
  '422': {
    title: 'The server does not take these messages',
    fix: 'Check which kind of server it is: each takes only what it knows. A conversation that was begun with another server is refused, too, so begin a new one.',
  },
};

const OTHERWISE: Pick<Words, 'title' | 'fix'> = {
  title: 'The server did not answer as an agent does',
  fix: 'Look into its log, then connect again.',
};

/** Returns the explanation for a server that could not be connected. */
export function describeServerProblem(problem: ServerProblem, facts: ServerFacts): ConnectProblem {
  const { url, token, pageOrigin, timeoutMs } = facts;
  const host = URL.canParse(url) ? new URL(url).host : url;
  const { kind } = problem;
  switch (kind) {
    case 'local-network-blocked':
    case 'mixed-content':
      return describeProblem(kind, { url, modelId: '', pageOrigin, timeoutMs });
    case 'invalid-url':
      return {
        kind,
        title: 'This is not an address',
        why: `${JSON.stringify(url)} cannot be read as an http or https address without a user name in it.`,
        fix: `Type the whole address of the route, such as ${serverKinds[facts.kind].url}.`,
      };
    case 'invalid-token':
      return {
        kind: 'unauthorized',
        title: 'This is not a token',
        why: 'It holds characters that a request cannot carry, such as a space, a line break or a typographic dash.',
        fix: 'Paste it again. It stays in the memory of this page and is gone when you close it.',
      };
    case 'refused':
      return {
        kind,
        title: 'Nothing answers there',
        why: `No server answers at ${host}: it is not running, listens on another port, or the name is wrong.`,
        fix: 'Start the server and check the port.',
      };
    case 'cors':
      return {
        kind,
        title: 'The server does not allow this page to call it',
        why: `A server answers at ${host}, but does not let ${pageOrigin} read the answer (CORS).`,
        fix: `Let it allow the origin ${pageOrigin}, the method POST, and the headers content-type and authorization.`,
      };
    case 'timeout':
      return {
        kind,
        title: 'The server took too long',
        why: `${host} did not begin to answer within ${Math.round(timeoutMs / 1000)} seconds.`,
        fix: 'See what it is doing, then connect again.',
      };
    case 'answered': {
      const [, status = ''] = / refused the request \((\d{3})\)/.exec(problem.message) ?? [];
      const { title, fix } = STATUSES[status] ?? ANSWERS[problem.code] ?? OTHERWISE;
      // A server may repeat the token in its error. It must not be shown.
      const why = token === '' ? problem.message : problem.message.replaceAll(token, '\u2026');
      return { kind: 'server-error', title, why, fix };
    }
    default:
      return kind satisfies never;
  }
}
