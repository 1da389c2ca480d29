import { type Clock, withLongTimers } from '../protocol/base/clock.js';
import { UserError } from '../protocol/base/errors.js';
import { isRecord } from '../protocol/base/record.js';
import { historyHeader } from '../remote/ui-stream/refused-request.js';
import { discardBody } from './admission/discard-body.js';
import { toRefusal } from './admission/to-refusal.js';
import { ChatHandler } from './chat-handler.js';
import { memoryRunStore } from './local/memory-run-store.js';
import { checkOrigin } from './request/check-origin.js';
import { conversationKey, isConversationKey } from './request/conversation-key.js';
import { isPermission } from './request/permission.js';
import { isName } from './request/person.js';
import { type ChatRequest, readChatRequest } from './request/read-request.js';
import { Refusal } from './request/refusal.js';
import { clockOfStore, type RunStore } from './runs/run-store.js';
import { whileAllowed } from './streams/watch-access.js';
import type { ChatOptions } from './turn/chat-options.js';
import { LiveChats } from './turn/live-chats.js';
import { allowOrigin, preflight } from './wire/cors.js';
import { toEventStream } from './wire/event-stream.js';

/** The system clock with timers that do not keep the process alive. */
const serverClock: Clock = {
  now: () => Date.now(),
  setTimeout: withLongTimers((callback, ms) => {
    const timer: unknown = setTimeout(callback, ms);
    if (isRecord(timer) && typeof timer.unref === 'function') timer.unref();
    return () => clearTimeout(timer as Parameters<typeof clearTimeout>[0]); // the timer type depends on the runtime
  }),
};

const stores: WeakMap<object, RunStore> = new WeakMap();

/**
 * Handles requests of chat clients: `useChat` with its default transport, and `createRemoteAgent`. A `POST` sends a
 * message or answers pending calls. A `GET` of `{id}/stream` resumes the current response from the start. The history
 * is stored on the server; only the last message of a request is used.
 *
 * Answers are accepted only for pending calls of this server, all calls of a batch in one request, and are stored
 * before a call executes. A repeated request gets the response of the first. A call that was interrupted by a crash is
 * not repeated; its end is `unknown`.
 *
 * @param request a request of any fetch-style route.
 * @param options the agent, and the authorization of requests.
 * @returns a stream of chunks, 204 if no response can be resumed, or `{ error: { code, message } }` with a status.
 * Never rejects.
 * @example export const POST = (request: Request) => handleChat(request, { agent, authorize: (sent) => userOf(sent) });
 */
export async function handleChat<DEPS>(request: Request, options: ChatOptions<DEPS>): Promise<Response> {
  const store = options.store ?? storeFor(options.agent);
  let answer: Response;
  try {
    checkOrigin(request, options);
    answer = request.method === 'OPTIONS' ? preflight(request) : await answerChat(request, options, store);
  } catch (error) {
    const refusal = toRefusal(error, { ...options, store });
    answer = refusal.toResponse();
    if (refusal.code === 'origin-not-allowed') return answer;
    discardBody(request);
  }
  answer.headers.set(historyHeader, 'server');
  return allowOrigin(request, answer);
}

async function answerChat<DEPS>(request: Request, options: ChatOptions<DEPS>, store: RunStore): Promise<Response> {
  const { gate } = LiveChats.of(store);
  gate.check(options.maxRequests);
  const asked = await readChatRequest(request, options);
  return await gate.admit(() => answerRequest(request, asked, { options, store }), options.maxRequests);
}

async function answerRequest<DEPS>(
  request: Request,
  asked: ChatRequest,
  { options, store }: { readonly options: ChatOptions<DEPS>; readonly store: RunStore },
): Promise<Response> {
  const owner = await findOwner(request, asked, options);
  const { keepAlive, deps } = options;
  const clock = clockOfStore(store, options.clock ?? serverClock);
  const key = owner === undefined ? sharedKey(asked.id) : conversationKey(owner, asked.id);
  const chats = LiveChats.of(store);
  const reply = await chats.withChatLock(key, async () => {
    const context = { options, store, chats, key, clock, deps: async () => await deps?.(request) };
    return await new ChatHandler(context, owner).answer(asked);
  });
  if (reply === undefined) return new Response(null, { status: 204 });
  if (options.authorize === 'anyone') return toEventStream(reply, { keepAlive, clock });
  const mayRead = async (): Promise<boolean> => (await findOwner(request, asked, options)) === owner;
  const watched = whileAllowed(reply, mayRead, { interval: options.accessCheckInterval, clock });
  request.signal.addEventListener('abort', watched.stop, { once: true });
  return toEventStream(watched, { keepAlive, clock }, watched.stop);
}

async function findOwner<DEPS>(
  request: Request,
  { id }: ChatRequest,
  { authorize }: ChatOptions<DEPS>,
): Promise<string | undefined> {
  if (authorize === 'anyone') return undefined;
  const who: unknown = await authorize(request, { id });
  if (isPermission(who)) return undefined;
  if (typeof who !== 'string' || who === '') throw new Refusal('not-authorized');
  if (isName(who)) return who;
  throw new UserError(
    'person',
    '`authorize` returned a string that cannot identify a user: it is blank, longer than 300 characters, or contains NUL or unpaired surrogates. The request was refused, because the string is stored with the chat. Return a user id, not a token.',
  );
}

/** @throws Refusal for an id that looks like the conversation key of a user. */
function sharedKey(id: string): string {
  if (isConversationKey(id))
    throw new Refusal('malformed-request', 'Its id has a form that is reserved for chats with a user.');
  return id;
}

function storeFor(agent: object): RunStore {
  const store = stores.get(agent) ?? memoryRunStore();
  stores.set(agent, store);
  return store;
}
