import { definedProps } from '../../protocol/base/record.js';
import type { Issue } from '../../protocol/signals.js';

/** The codes of refused requests. The body of the response is `{ error: { code, message, toolCallId? } }`. */
export type ServerErrorCode =
  | 'method-not-allowed'
  | 'origin-not-allowed'
  | 'not-json'
  | 'too-large'
  | 'malformed-request'
  | 'not-authorized'
  | 'unknown-chat'
  | 'answers-missing'
  | 'unknown-answer'
  | 'answered-twice'
  | 'not-boolean'
  | 'wrong-answer'
  | 'invalid-answer'
  | 'already-answered'
  | 'nothing-waits'
  | 'message-known'
  | 'cannot-regenerate'
  | 'chat-busy'
  | 'chat-elsewhere'
  | 'unknown-address'
  | 'not-signed-in'
  | 'unknown-agent'
  | 'unknown-run'
  | 'unknown-batch'
  | 'run-known'
  | 'digest-missing'
  | 'other-digest'
  | 'not-counted'
  | 'wrong-deadline'
  | 'history-refused'
  | 'batch-over'
  | 'link-refused'
  | 'too-many-listeners'
  | 'too-many-runs'
  | 'server-busy'
  | 'server-closing'
  | 'server-unavailable'
  | 'server-failed';

/**
 * The status and message of each code, and the seconds after which a client may retry. Messages must not reveal
 * anything that the client may not know.
 */
const refusals: Readonly<
  Record<ServerErrorCode, readonly [status: number, message: string, retryAfterSeconds?: number]>
> = {
  'method-not-allowed': [405, 'This URL accepts POST requests, and GET requests for {id}/stream.'],
  'origin-not-allowed': [
    403,
    'Pages of this origin may not use this server. Add the origin to the option `origins` of the server to allow it.',
  ],
  'not-json': [415, 'Send content-type: application/json.'],
  'too-large': [413, 'The request is too large. Nothing was stored.'],
  'malformed-request': [400, 'The request is malformed.'],
  'not-authorized': [403, 'You may not use this chat.'],
  'unknown-chat': [404, 'This chat does not exist.'],
  'answers-missing': [409, 'This chat waits for answers to all pending calls. Nothing was stored.'],
  'unknown-answer': [409, 'An answer is for a call that is not pending here. Nothing was stored.'],
  'answered-twice': [400, 'A call has two answers in one request. Nothing was stored.'],
  'not-boolean': [400, '`approved` is neither true nor false. Nothing was stored.'],
  'wrong-answer': [400, 'An answer does not fit its call. Nothing was stored.'],
  'invalid-answer': [422, 'An edited input or a result is invalid. Nothing was stored.'],
  'already-answered': [409, 'These calls already have other answers. Nothing was stored.'],
  'nothing-waits': [409, 'This chat has no pending calls. Nothing was stored.'],
  'message-known': [409, 'This chat already has another message with this id.'],
  'cannot-regenerate': [400, 'Only a failed answer can be regenerated.'],
  'chat-busy': [409, 'This chat has not finished its answer. Try again later.'],
  'chat-elsewhere': [409, 'Another process of the server continues this chat. Try again later.'],
  'unknown-address': [404, 'This URL does not exist.'],
  'not-signed-in': [401, 'Sign in first.'],
  'unknown-agent': [404, 'This agent does not exist.'],
  'unknown-run': [404, 'This run does not exist.'],
  'unknown-batch': [404, 'This batch does not exist.'],
  'run-known': [409, 'Another run has this key.'],
  'digest-missing': [400, 'An answer has no digest of the call that was shown. Nothing was stored.'],
  'other-digest': [409, 'The call changed after it was shown. Show it again. Nothing was stored.'],
  'not-counted': [403, 'Your approval does not count for this call. Nothing was changed.'],
  'wrong-deadline': [422, 'The deadline of this call cannot be moved there. Nothing was changed.'],
  'history-refused': [
    400,
    'A history from a client may only have messages of the user, the assistant and tools, and each call needs its result. No run was started.',
  ],
  'batch-over': [409, 'This batch is no longer open.'],
  'link-refused': [403, 'This link is invalid, was already used, or has expired.'],
  'too-many-listeners': [503, 'Too many event streams are open. Try again later.', 5],
  'too-many-runs': [429, 'Too many of your runs are running or waiting. Try again later.'],
  'server-busy': [503, 'The server is busy. Try again later. Nothing was stored.', 2],
  'server-closing': [503, 'The server is shutting down. Try again. Nothing was stored.', 1],
  'server-unavailable': [503, 'The server is temporarily unavailable. Try again later.', 5],
  'server-failed': [500, 'The server failed.'],
};

/** The part of a request for which it is refused. */
export interface RefusalSubject {
  readonly toolCallId?: string | undefined;
  readonly issue?: Issue | undefined;
}

/** The error of a request that is refused as a whole, so that nothing of it was stored. */
export class Refusal extends Error {
  readonly code: ServerErrorCode;
  readonly status: number;
  /** The seconds after which a client may retry: the header `Retry-After`. */
  readonly retryAfter: number | undefined;

  /** The call whose answer was refused, and the place in its input or result that is invalid. */
  readonly subject: RefusalSubject;

  /** @param detail a sentence about this request, appended to the message. It is cut at 200 characters. */
  constructor(code: ServerErrorCode, detail: string = '', subject: RefusalSubject = {}) {
    const [status, message, retryAfter] = refusals[code];
    super(detail === '' ? message : `${message} ${detail.slice(0, 200)}`);
    this.code = code;
    this.status = status;
    this.retryAfter = retryAfter;
    this.subject = subject;
  }

  /** Returns the response for the client. */
  toResponse(): Response {
    const { code, message, status, subject, retryAfter } = this;
    const headers = {
      'cache-control': 'no-store',
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    };
    return Response.json({ error: { code, message, ...definedProps(subject) } }, { status, headers });
  }
}
