import { RemoteError } from '../../protocol/base/errors.js';

/** A server that refuses may say when it would not. */
export class RefusedRequest extends RemoteError {
  /** Its `Retry-After`, as it came. */
  readonly retryAfter: string | undefined;

  constructor(code: string, message: string, retryAfter: string | undefined) {
    super(code, message);
    this.retryAfter = retryAfter;
  }
}
