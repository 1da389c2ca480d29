import type { AskRequest } from '../../approval/broker/ask.js';
import type { AskOptions, DeferredToolHandler, HandlerContext } from '../../approval/broker/handler.js';
import type { Grant, GrantAnswer, GrantedCall } from '../../approval/grants/grant.js';
import type { GrantRequest } from '../../approval/grants/remember.js';
import { UserError } from '../../protocol/base/errors.js';
import { deepFreeze, type JSONValue } from '../../protocol/base/json.js';
import { safeString } from '../../protocol/base/words.js';
import { parseResults } from '../../protocol/build-results.js';
import type { DeferredToolRequests, DeferredToolResults } from '../../protocol/deferred.js';
import type { EditedCall, Preview } from '../../protocol/preview.js';
import type { Issue } from '../../protocol/signals.js';
import { withAgents } from './agent-tokens.js';
import type { PortRunOptions } from './crossing.js';
import type { Exposed, RunLink } from './run-link.js';

/** Where a page's functions are called from. */
export interface PageSide {
  readonly options: PortRunOptions;
  readonly link: () => RunLink;
  /** The work of an external call has begun in the page. */
  readonly began: (toolCallId: string) => void;
}

// What is given to these functions was sent by the other side of the same protocol, which took it from the same types.

/** What stays in the page and is asked over the port: the handler, people, the journal, grants. */
export function pageFunctions(page: PageSide): Exposed {
  const { deferredToolHandler, ask, journal, grants } = page.options;
  return {
    handler: async ([requests, about, on], signal) => {
      const own = deepFreeze(requests as DeferredToolRequests);
      return await plainResults(own, deferredToolHandler?.(own, handlerContext(page, { about, on, signal })));
    },
    ask: async ([data, on, forms], signal) => {
      const request = askRequest(page, { data, on, forms, signal });
      return await plainResults(request.requests, ask?.(request));
    },
    step: async ([key, on, once]) =>
      await journal?.step(
        safeString(key),
        async (attempt) => await page.link().ask({ on: safeString(on), name: 'work' }, attempt),
        once === true ? { once } : undefined,
      ),
    find: async ([call]) => {
      const answer = await grants?.find(withAgents(call as GrantedCall));
      return answer && ({ ...answer, grants: plainGrants(answer.grants) } satisfies GrantAnswer);
    },
    remember: async ([request]) => {
      const { call, ...wish } = request as GrantRequest;
      const grant = await grants?.add({ ...wish, call: { ...withAgents(call), toolCallId: call.toolCallId } });
      return grant && plainGrants([grant])[0];
    },
    revoke: ([id]) => void grants?.revoke(safeString(id)),
  };
}

/** Grants as they travel. A function stays here, where it is asked. */
export function plainGrants(grants: readonly Grant[]): readonly Grant[] {
  return grants.map((grant) => {
    if (grant.scope.type !== 'predicate') return grant;
    const { test: _, ...scope } = grant.scope;
    return { ...grant, scope: scope as Grant['scope'] }; // nobody asks it there
  });
}

/** Results as data: what may be thrown as well would lose its words. */
async function plainResults(
  requests: DeferredToolRequests,
  given: ReturnType<DeferredToolHandler> | undefined,
): Promise<DeferredToolResults | null> {
  const answer = await given;
  return answer === undefined || answer === null ? null : parseResults(requests, answer);
}

interface Sent {
  readonly on: unknown;
  readonly signal: AbortSignal;
}

function handlerContext(page: PageSide, { about, on, signal }: Sent & { readonly about: unknown }): HandlerContext {
  const { model, ...rest } = about as HandlerContext;
  return {
    ...rest,
    model: { ...model, supportedUrls: {}, doGenerate: modelIsThere, doStream: modelIsThere },
    deps: page.options.deps,
    abortSignal: signal,
    ask: (requests, options: AskOptions = {}) => {
      const answer = page.link().ask({ on: safeString(on), name: 'ask' }, requests, options);
      // A handler may have stopped listening by the time that its question is withdrawn.
      answer.catch(() => {});
      return answer as Promise<DeferredToolResults | null>;
    },
  };
}

async function modelIsThere(): Promise<never> {
  throw new UserError(
    'port-model',
    'ctx.model lies with its agent, on the other side of the port. Ask it in a handler that createAgent gets there, or make a model here.',
  );
}

type SentAsk = Sent & { readonly data: unknown; readonly forms: unknown };

function askRequest(page: PageSide, { data, on, forms, signal }: SentAsk): AskRequest {
  const { requests, ...rest } = data as AskRequest;
  const there = async (name: string, ...given: readonly unknown[]): Promise<unknown> =>
    await page.link().ask({ on: safeString(on), name }, ...given);
  const thereWhile = async (wanted: AbortSignal, name: string, ...given: readonly unknown[]): Promise<unknown> =>
    await page.link().ask({ on: safeString(on), name, signal: wanted }, ...given);
  const hasForm = new Set(forms as readonly string[]);
  const hasPreview = new Set(requests.approvals.flatMap((call) => (call.hasPreview ? [call.toolCallId] : [])));
  return {
    ...rest,
    requests: deepFreeze(requests),
    signal,
    check: async (...given) => (await there('check', ...given)) as readonly Issue[],
    form: (toolCallId) =>
      hasForm.has(toolCallId)
        ? {
            schema: async () => (await there('schema', toolCallId)) as object | undefined,
            check: async (input) => (await there('checkInput', toolCallId, input)) as readonly Issue[],
            describe: async (input, wanted) =>
              (await thereWhile(wanted, 'describe', toolCallId, input)) as EditedCall | undefined,
            ...(hasPreview.has(toolCallId) && {
              preview: async (input: JSONValue, wanted: AbortSignal) =>
                (await thereWhile(wanted, 'previewInput', toolCallId, input)) as Preview,
            }),
          }
        : undefined,
    report: (event) => page.link().tellOn(safeString(on), 'report', event),
    began: (toolCallId) => {
      page.began(toolCallId);
      page.link().tellOn(safeString(on), 'began', toolCallId);
    },
    preview: async (toolCallId, wanted) => (await thereWhile(wanted, 'preview', toolCallId)) as Preview,
    policyCall: async (...given) => withAgents((await there('policyCall', ...given)) as Omit<GrantedCall, 'runId'>),
  };
}
