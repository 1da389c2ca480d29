/** Notifies the pages that have one conversation open. */
export interface ConversationChannel {
  /** To all others. */
  readonly send: (text: string) => void;
  /** Calls back with what others send; gives a function that ends it. */
  readonly listen: (listener: (text: string) => void) => () => void;
  readonly close: () => void;
}
