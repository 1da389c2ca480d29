/**
 * One end of a channel to an agent elsewhere: a `MessagePort`, a `Worker`, `self` inside a worker, or a port of a
 * browser extension.
 */
export type AgentPort = MessageTarget | ExtensionPort;

/** A `MessagePort`, a `Worker` or, inside a worker, `self`. */
export interface MessageTarget {
  postMessage(message: unknown): void;
  addEventListener(type: string, listener: (event: Event) => void): void;
  removeEventListener?(type: string, listener: (event: Event) => void): void;
  /** A `MessagePort` delivers nothing before it is started. */
  start?(): void;
}

/**
 * A `runtime.Port` of a browser extension: the result of `chrome.runtime.connect()`, or the argument of
 * `chrome.runtime.onConnect`.
 */
export interface ExtensionPort {
  postMessage(message: unknown): void;
  readonly onMessage: { addListener(listener: (message: unknown) => void): void };
  readonly onDisconnect: { addListener(listener: () => void): void };
}

/** Callbacks for messages of a port. */
export interface PortListeners {
  readonly message: (data: unknown) => void;
  /** The other end was closed. Some ports never report it. */
  readonly close: () => void;
  /** The worker at the other end threw an error. */
  readonly error?: () => void;
  /** A message arrived that could not be decoded. */
  readonly messageerror?: () => void;
}

/**
 * Listens to a port and starts it.
 *
 * @returns a function that stops listening.
 */
export function listenToPort(port: AgentPort, listeners: PortListeners): () => void {
  if ('onMessage' in port) {
    let isListening = true;
    port.onMessage.addListener((message) => isListening && listeners.message(message));
    port.onDisconnect.addListener(() => isListening && listeners.close());
    return () => {
      isListening = false;
    };
  }
  const own = Object.entries(listeners).map(([type, listener]) => {
    return [type, (event: Event): void => listener('data' in event ? event.data : undefined)] as const;
  });
  for (const [type, listener] of own) port.addEventListener(type, listener);
  port.start?.();
  return () => {
    for (const [type, listener] of own) port.removeEventListener?.(type, listener);
  };
}
