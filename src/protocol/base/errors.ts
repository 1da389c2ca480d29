import { type RefusedContent, type SerializedError, serializeError } from './serialize-error.js';

/** Recognises our errors when two copies of the package are loaded, where `instanceof` fails. */
const errorMarker: symbol = Symbol.for('countersign.error');

/**
 * The base class of every error of Countersign: a stable `code`, and a message that says what happened, why it matters
 * and how to fix it.
 */
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

  /** Returns the error as data, so that a stored or sent outcome contains it. */
  toJSON(): SerializedError {
    return serializeError(this);
  }

  /**
   * Returns `true` if a value is an error of this class, also if another copy of the package created it.
   *
   * @example if (UserError.isInstance(error)) console.warn(error.code);
   */
  static isInstance<T extends CountersignError>(
    this: (abstract new (...args: never[]) => T) & { readonly type: string },
    value: unknown,
  ): value is T {
    if (!(value instanceof Error) || !(errorMarker in value)) return false;
    // biome-ignore lint/complexity/noThisInStatic: the result depends on the class on which it is called
    const { type } = this;
    return type === 'CountersignError' || value.name === type;
  }
}

// Each class declares its name: TypeScript treats classes of the same shape as one type.

/** The app did something that cannot work: an unknown id, an incomplete answer, a tool without a schema. */
export class UserError extends CountersignError {
  static override readonly type: string = 'UserError';
  declare readonly name: 'UserError';
}

/** The model repeatedly did something that cannot work, until its retries were used up. */
export class UnexpectedModelBehavior extends CountersignError {
  static override readonly type: string = 'UnexpectedModelBehavior';
  declare readonly name: 'UnexpectedModelBehavior';
}

/**
 * A request to the model failed, and its retries are used up or would not help. The provider's error is the `cause`.
 */
export class ModelError extends CountersignError {
  static override readonly type: string = 'ModelError';
  declare readonly name: 'ModelError';

  /**
   * The content that made the provider refuse the request; absent for all other failures. The same request would be
   * refused again.
   */
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

/**
 * The server of a remote agent could not be reached, refused the request, closed the connection, or sent something
 * unreadable.
 */
export class RemoteError extends CountersignError {
  static override readonly type: string = 'RemoteError';
  declare readonly name: 'RemoteError';
}

/** A limit of `usageLimits` would be exceeded. */
export class UsageLimitExceeded extends CountersignError {
  static override readonly type: string = 'UsageLimitExceeded';
  declare readonly name: 'UsageLimitExceeded';
}

/** The run was stopped: by `abort()`, by its signal, or because its component was unmounted. */
export class RunAborted extends CountersignError {
  static override readonly type: string = 'RunAborted';
  declare readonly name: 'RunAborted';
}

/** The app's own `deferredToolHandler` threw; its error is the `cause`. */
export class HandlerError extends CountersignError {
  static override readonly type: string = 'HandlerError';
  declare readonly name: 'HandlerError';
}
