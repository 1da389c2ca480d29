import { given } from '../../protocol/base/record.js';

/** Why a request was refused, as its answer says it: `{ error: { code, message, toolCallId? } }`. */
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
  | 'server-failed';

/** What is said of each, and with which status. None says more than its client knows or may know. */
const refusals: Readonly<Record<ServerErrorCode, readonly [status: number, message: string]>> = {
  'method-not-allowed': [405, 'This address takes POST, and GET {id}/stream.'],
  'origin-not-allowed': [403, 'Pages of this origin may not use this server unless its option `origins` lists them.'],
  'not-json': [415, 'Send content-type: application/json.'],
  'too-large': [413, 'The request is too large. Nothing was taken.'],
  'malformed-request': [400, 'The request is no chat request.'],
  'not-authorized': [403, 'You may not use this chat.'],
  'unknown-chat': [404, 'There is no such chat.'],
  'answers-missing': [409, 'Calls of this chat wait for answers. Nothing was taken.'],
  'unknown-answer': [409, 'An answer is for a call that does not wait here. Nothing was taken.'],
  'answered-twice': [400, 'A call is answered twice. Nothing was taken.'],
  'not-boolean': [400, 'An approval is neither true nor false. Nothing was taken.'],
  'wrong-answer': [400, 'An answer does not fit its call. Nothing was taken.'],
  'invalid-answer': [422, 'An edited input or a result does not pass its check. Nothing was taken.'],
  'already-answered': [409, 'These calls were answered before, in another way. Nothing was taken.'],
  'nothing-waits': [409, 'No call of this chat waits for an answer. Nothing was taken.'],
  'message-known': [409, 'Another message with this id was taken before.'],
  'cannot-regenerate': [400, 'Only an answer that failed can be asked for again.'],
  'chat-busy': [409, 'This chat has not finished its answer.'],
  'chat-elsewhere': [409, 'This chat goes on at another place of the server.'],
  'unknown-address': [404, 'There is nothing at this address.'],
  'not-signed-in': [401, 'Sign in first.'],
  'unknown-agent': [404, 'There is no such agent.'],
  'unknown-run': [404, 'There is no such run.'],
  'unknown-batch': [404, 'There is no such question.'],
  'run-known': [409, 'Another run has this id.'],
  'digest-missing': [400, 'An answer does not say what was shown. Nothing was taken.'],
  'other-digest': [409, 'An answer was given to something else than what would run now. Nothing was taken.'],
  'not-counted': [403, 'Your approval does not count for this call. Nothing was changed.'],
  'wrong-deadline': [422, 'The deadline of this call cannot be moved there. Nothing was changed.'],
  'history-refused': [
    400,
    'A history of a client holds messages of the user, the assistant and tools, and each call with its result. Nothing was started.',
  ],
  'batch-over': [409, 'This question is over.'],
  'link-refused': [403, 'This link is not valid, was used before, or is too old.'],
  'too-many-listeners': [503, 'Too many listen already. Try again later.'],
  'too-many-runs': [429, 'Too many of your runs go on or wait. Try again later.'],
  'server-failed': [500, 'The server failed.'],
};

/** A request that is refused as a whole: nothing of it was taken. */
export class Refusal extends Error {
  readonly code: ServerErrorCode;
  readonly status: number;

  /** The call whose answer is the reason. */
  readonly toolCallId: string | undefined;

  /** `detail` is a few words more, of the request's own. */
  constructor(code: ServerErrorCode, detail: string = '', toolCallId?: string) {
    const [status, message] = refusals[code];
    super(detail === '' ? message : `${message} ${detail.slice(0, 200)}`);
    this.code = code;
    this.status = status;
    this.toolCallId = toolCallId;
  }

  /** The answer to such a request. */
  toResponse(): Response {
    const { code, message, status, toolCallId } = this;
    return Response.json(
      { error: { code, message, ...given({ toolCallId }) } },
      { status, headers: { 'cache-control': 'no-store' } },
    );
  }
}
