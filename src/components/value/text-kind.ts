import type { JSONPath } from '../../protocol/base/json-path.js';

/** The rendering of a text. */
export type TextLook = 'url' | 'path' | 'code' | 'date' | 'text';

const names: readonly (readonly [TextLook, RegExp])[] = [
  ['path', /(?:^|_)(?:path|paths|file|files|file_?name|dir|directory|folder|cwd|destination)$/],
  [
    'code',
    /(?:^|_)(?:code|script|command|cmd|sql|diff|patch|content|contents|body|query|regex|pattern|json|yaml|xml|html|css)$/,
  ],
];
const isoDate = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

/** Returns the look of a text: by its content, then by the name of its member. */
export function lookOf(text: string, path: JSONPath): TextLook {
  if (/^[a-z][a-z\d+.-]*:\/\/\S+$/i.test(text)) return 'url';
  if (isoDate.test(text)) return Number.isNaN(Date.parse(text)) ? 'text' : 'date';
  const name = [...path].reverse().find((step) => typeof step === 'string');
  const words = String(name ?? '')
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase();
  const named = names.find(([, pattern]) => pattern.test(words))?.[0];
  if (named === 'path') return text.trimEnd().includes('\n') ? 'code' : 'path';
  if (named !== undefined) return named;
  if (/^ *(?:~|\.{1,2}|[a-z]:)?[\\/]\S*$/i.test(text) || /^[\w.@-]+\/[\w./@-]+$/.test(text)) return 'path';
  return looksLikeCode(text) ? 'code' : 'text';
}

/** Returns `true` for several lines, of which most are indented, or end or begin like code. */
function looksLikeCode(text: string): boolean {
  const lines = text
    .slice(0, 4000)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return (
    lines.length > 1 && lines.filter((line) => /^\s{2,}|^\t|[{};]\s*$|^[<#@]\S/.test(line)).length * 2 >= lines.length
  );
}

/** Returns `true` when a string looks like a number, a boolean or `null`, so that it needs quotes. */
export function readsLikeOther(text: string): boolean {
  return /^(?:true|false|null|undefined|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/i.test(text);
}
