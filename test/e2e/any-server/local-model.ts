import type { LanguageModelV4ToolResultOutput } from '@ai-sdk/provider';
import { type ScriptedTurn, scriptedModel } from 'countersign/testing';

/** The model's scripts in the tab, by the first word of the last message. The servers' models have the same. */
const scripts: Scripts = {
  text: [{ text: 'Hello from the server.' }],
  approve: [{ calls: [{ toolName: 'delete_file', input: { path: 'old.txt' } }] }],
  edit: [{ calls: [{ toolName: 'update_file', input: { path: '.env', content: 'KEY=1' } }] }],
  mixed: [
    {
      text: 'Four things at once.',
      calls: [
        { toolName: 'delete_file', input: { path: 'old.txt' } },
        { toolName: 'list_files', input: {} },
        { toolName: 'calculate_answer', input: { question: 'six times seven' } },
        { toolName: 'update_file', input: { path: '.env', content: 'KEY=1' } },
      ],
    },
  ],
  rounds: [
    { calls: [{ toolName: 'delete_file', input: { path: 'old.txt' } }] },
    { calls: [{ toolName: 'update_file', input: { path: '.env', content: '' } }] },
  ],
  external: [{ calls: [{ toolName: 'calculate_answer', input: { question: 'six times seven' } }] }],
  archive: [{ calls: [{ toolName: 'archive', input: { path: 'old.txt' } }] }],
};

type ModelTurn = Exclude<ScriptedTurn, string | ((...args: never) => unknown)>;
type Scripts = Readonly<Record<string, readonly ModelTurn[]>>;

const turnOf =
  (known: Scripts): ScriptedTurn =>
  ({ prompt }) => {
    const from = prompt.findLastIndex(({ role }) => role === 'user');
    const rest = prompt.slice(from + 1);
    const said = prompt[from]?.role === 'user' ? prompt[from].content : [];
    const words = said.flatMap((part) => (part.type === 'text' ? part.text : [])).join(' ');
    const script = known[words.split(' ', 1)[0] ?? ''] ?? [];
    const step = rest.filter(({ role }) => role === 'assistant').length;
    return script[step] ?? `Saw ${JSON.stringify(rest.flatMap(resultsOf))}`;
  };

/** A model that can be called any number of times. `more` adds scripts. */
export function localModel(more: Scripts = {}): ReturnType<typeof scriptedModel> {
  return scriptedModel(Array.from({ length: 100 }, () => turnOf({ ...scripts, ...more })));
}

function resultsOf(message: {
  readonly role: string;
  readonly content: unknown;
}): readonly LanguageModelV4ToolResultOutput[] {
  if (message.role !== 'tool' || !Array.isArray(message.content)) return [];
  return message.content.flatMap(
    (part: { readonly type: string; readonly output?: LanguageModelV4ToolResultOutput }) =>
      part.type === 'tool-result' && part.output !== undefined ? [part.output] : [],
  );
}
