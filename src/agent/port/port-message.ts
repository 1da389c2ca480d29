import { isList, isRecord } from '../../protocol/base/record.js';

/** What the two ends of a port say to each other. `run` names a run among all that go over the port. */
export type PortMessage =
  /** Who serves an agent here? */
  | { readonly type: 'hello' }
  /** An agent is served here: told at once, and to each hello. */
  | { readonly type: 'serving'; readonly server: string; readonly name: string }
  /** It is served no more, and its runs are over. */
  | { readonly type: 'stopped'; readonly server: string }
  | RunMessage;

/** What is said about one run. */
export type RunMessage =
  | { readonly type: 'run'; readonly run: string; readonly server: string; readonly setup: Fields }
  /** Calls a function that lies on the other side. Without `id` nobody waits for what it gives. */
  | {
      readonly type: 'call';
      readonly run: string;
      readonly id?: number | undefined;
      /** Whose function it is. */
      readonly on: string;
      readonly name: string;
      readonly given: readonly unknown[];
    }
  /** What the call should give is no longer wanted. */
  | { readonly type: 'cancel'; readonly run: string; readonly id: number; readonly reason: unknown }
  | { readonly type: 'done'; readonly run: string; readonly id: number; readonly gave: unknown }
  | { readonly type: 'refused'; readonly run: string; readonly id: number; readonly error: unknown };

/** Members that nobody has looked at yet. */
export type Fields = Readonly<Record<string, unknown>>;

/** Tells messages of ours from those of others that use the same port. */
const protocol = 'countersign.agent';
const version = 1;

/** As it travels. What cannot be cloned is for `postMessage` to refuse. */
export function toPortData(message: PortMessage): unknown {
  return { protocol, v: version, ...message };
}

const isWord = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => typeof value === 'number';
const isAnything = (): boolean => true;
const answer = { run: isWord, id: isNumber };

/** What each message has to have, so that whatever else comes does no harm. */
const shapes: Readonly<Record<PortMessage['type'], Readonly<Record<string, (value: unknown) => boolean>>>> = {
  hello: {},
  serving: { server: isWord, name: isWord },
  stopped: { server: isWord },
  run: { run: isWord, server: isWord, setup: isRecord },
  call: { run: isWord, on: isWord, name: isWord, given: isList, id: (id) => id === undefined || isNumber(id) },
  cancel: { ...answer, reason: isAnything },
  done: answer,
  refused: answer,
};

/** What came: a message; the version of one that speaks another; `undefined` for what is somebody else's, or broken. */
export function fromPortData(
  data: unknown,
): PortMessage | { readonly type: 'foreign'; readonly of: string } | undefined {
  if (!isRecord(data) || data.protocol !== protocol || typeof data.type !== 'string') return undefined;
  // Whatever changes, this much stays: a hello is answered, so that both sides learn why they do not understand each other.
  if (data.v !== version) return { type: 'foreign', of: data.type };
  if (!Object.hasOwn(shapes, data.type)) return undefined;
  const members = Object.entries(shapes[data.type as PortMessage['type']]); // it is one of them
  return members.every(([name, check]) => check(data[name])) ? (data as unknown as PortMessage) : undefined; // checked just now
}
