import { type RefusedContent, type SerializedError, serializeError } from './serialize-error.js';

/** Recognises our errors even when two copies of the package are loaded: `instanceof` does not. */
const errorMarker: symbol = Symbol.for('countersign.error');

/** The base of every error that Countersign makes: a stable `code`, and a message that says what happened, why it matters and how to fix it. */
export class CountersignError extends Error {
  /** The class's name, written out because minifiers rename classes. */
  static readonly type: string = 'CountersignError';

  /** Stable and short, for code that reacts to an error. */
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.type;
    this.code = code;
    Object.defineProperty(this, errorMarker, { value: true });
  }

  /** The error as data: an outcome that is stored or sent keeps what went wrong. */
  toJSON(): SerializedError {
    return serializeError(this);
  }

  /**
   * Tells whether a value is an error of this class, also when it was made by another copy of the package.
   *
   * @example if (UserError.isInstance(error)) console.warn(error.code);
   */
  static isInstance<T extends CountersignError>(
    this: (abstract new (...args: never[]) => T) & { readonly type: string },
    value: unknown,
  ): value is T {
    if (!(value instanceof Error) || !(errorMarker in value)) return false;
    // biome-ignore lint/complexity/noThisInStatic: the class that it is called on is the question
    const { type } = this;
    return type === 'CountersignError' || value.name === type;
  }
}

// Each declares its name: classes of one shape would be one type, and what is no UserError would be no ModelError, either.

/** The app did something that cannot work: an unknown id, an incomplete answer, a tool without a schema. */
export class UserError extends CountersignError {
  static override readonly type: string = 'UserError';
  declare readonly name: 'UserError';
}

/** The model kept doing something that cannot work, and its retries are used up. */
export class UnexpectedModelBehavior extends CountersignError {
  static override readonly type: string = 'UnexpectedModelBehavior';
  declare readonly name: 'UnexpectedModelBehavior';
}

/** A request to the model failed and its retries are used up, or it is of a kind that retrying cannot mend; the provider's error is the `cause`. */
export class ModelError extends CountersignError {
  static override readonly type: string = 'ModelError';
  declare readonly name: 'ModelError';

  /** The content because of which the provider refused the request; absent for all other failures. The same request would be refused again. */
  readonly refused?: RefusedContent;

  constructor(code: string, message: string, { refused, ...options }: ModelErrorOptions = {}) {
    super(code, message, options);
    if (refused !== undefined) this.refused = refused;
  }
}

/** Options of {@link ModelError}. */
interface ModelErrorOptions extends ErrorOptions {
  readonly refused?: RefusedContent | undefined;
}

/** The server of a remote agent could not be reached, refused, broke off, or said what nobody here understands. */
export class RemoteError extends CountersignError {
  static override readonly type: string = 'RemoteError';
  declare readonly name: 'RemoteError';
}

/** A limit of `usageLimits` would be exceeded. */
export class UsageLimitExceeded extends CountersignError {
  static override readonly type: string = 'UsageLimitExceeded';
  declare readonly name: 'UsageLimitExceeded';
}

/** The run was stopped: by `abort()`, by the signal, or because its component went away. */
export class RunAborted extends CountersignError {
  static override readonly type: string = 'RunAborted';
  declare readonly name: 'RunAborted';
}

/** The app's own `deferredToolHandler` threw; its error is the `cause`. */
export class HandlerError extends CountersignError {
  static override readonly type: string = 'HandlerError';
  declare readonly name: 'HandlerError';
}
