import type { CallEnd } from '../../protocol/call-end.js';

/** Thrown in a tool's body when a policy refuses what the tool goes on to do. Ends the call; the run goes on. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused';
  readonly end: CallEnd;

  constructor(end: CallEnd) {
    super('message' in end ? end.message : end.status);
    this.end = end;
  }
}
