/** The kind of step that a journal key names, such as `tool` in `run~tool.a.1`. */
export function stepKind(key: string): string {
  return key.split('~').at(-1)?.split('.')[0] ?? '';
}
