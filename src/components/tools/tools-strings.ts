/** The ready-made client tools. What begins with `tell` is read by the model. */
export interface ToolsStrings {
  readonly submit: string;
  readonly sending: string;
  readonly sendAgain: string;
  readonly retry: string;
  /** Ends a call without a result. */
  readonly decline: string;
  readonly tellDeclined: string;
  /** Names what is wrong in a result that has no parts. */
  readonly wholeResult: string;
  readonly confirm: ConfirmStrings;
  readonly files: FileStrings;
  readonly location: LocationStrings;
  readonly task: TaskStrings;
  readonly form: ToolFormStrings;
}

/** A question with yes and no. */
export interface ConfirmStrings {
  readonly yes: string;
  readonly no: string;
  readonly reason: string;
}

/** Files from the person's device. */
export interface FileStrings {
  readonly choose: (isMany: boolean) => string;
  readonly chooseMore: string;
  readonly chooseOther: string;
  readonly drop: (isMany: boolean) => string;
  /** What may be chosen. `accept` is empty where anything may. */
  readonly limits: (limits: {
    readonly accept: string;
    readonly maxFiles: string;
    readonly maxBytes: string;
  }) => string;
  readonly tooBig: (name: string, size: string, limit: string) => string;
  readonly wrongKind: (name: string, accept: string) => string;
  readonly tooMany: (name: string, limit: string) => string;
  readonly notText: (name: string) => string;
  readonly unreadable: (name: string) => string;
  readonly reading: string;
  readonly chosen: (count: number, size: string) => string;
  readonly list: string;
  readonly remove: string;
  readonly removeNamed: (name: string) => string;
  readonly send: (count: number) => string;
  readonly noneYet: string;
  readonly tellDeclined: string;
}

/** Where a device is. */
export interface LocationStrings {
  readonly why: string;
  readonly precision: string;
  readonly exact: string;
  readonly rounded: string;
  readonly roundedHint: string;
  readonly share: string;
  readonly asking: string;
  readonly problems: Readonly<Record<LocationProblem, string>>;
  readonly unavailable: string;
  readonly tellUnavailable: Readonly<Record<LocationProblem, string>>;
  readonly tellDeclined: string;
}

/** Why there is no location: the person or the browser said no, nothing could tell, it took too long, the page cannot ask. */
export type LocationProblem = 'denied' | 'unavailable' | 'timeout' | 'unsupported';

/** Work that goes on by itself. */
export interface TaskStrings {
  readonly running: string;
  readonly progress: string;
  readonly percent: (percent: string) => string;
  readonly done: string;
  readonly failed: (message: string) => string;
  readonly stopped: string;
  readonly cancel: string;
  readonly tellCancelled: string;
  readonly giveUp: string;
  readonly tellFailed: (message: string) => string;
}

/** A form made from a schema. */
export interface ToolFormStrings {
  readonly send: string;
  readonly loading: string;
}
