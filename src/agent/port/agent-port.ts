/** One end of a channel to an agent elsewhere: a `MessagePort`, a `Worker` or, inside of one, `self`. */
export interface AgentPort {
  postMessage(message: unknown): void;
  addEventListener(type: string, listener: (event: Event) => void): void;
  removeEventListener?(type: string, listener: (event: Event) => void): void;
  /** A `MessagePort` gives nothing before. */
  start?(): void;
}

/** Listens to a port, and lets it begin to give what came. Gives what ends it. */
export function listenToPort(
  port: AgentPort,
  listeners: Readonly<Record<string, (data: unknown) => void>>,
): () => void {
  const own = Object.entries(listeners).map(([type, listener]) => {
    return [type, (event: Event): void => listener('data' in event ? event.data : undefined)] as const;
  });
  for (const [type, listener] of own) port.addEventListener(type, listener);
  port.start?.();
  return () => {
    for (const [type, listener] of own) port.removeEventListener?.(type, listener);
  };
}
