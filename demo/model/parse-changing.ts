import { type Cursor, words } from './cursor.js';
import { contentAt, parseContentTo, parseTrailingContent } from './parse-content.js';
import { orNull, type ParseContext, type Rule } from './parse-context.js';
import { isPathLike, parseNext, parsePath, parsePaths } from './parse-paths.js';
import type { Step } from './steps.js';

const DELETE = words('delete remove erase trash');
const CLEAR = words('clear empty blank wipe truncate');
const CREATE = words('create make start');
const REPLACE = words('overwrite replace update change set fill');
const WRITE = words('write put save store');
const TO = words('to as into in');
const SAVED = words('it them that this');

const write = (path: string, content: string): Step => ({ tool: 'write_file', input: { path, content } });

const remove: Rule = ({ cursor, lastPath }) => {
  if (!cursor.takePhrase('get rid of') && cursor.take(DELETE) === null) return null;
  return orNull(parsePaths(cursor, lastPath).map((path) => ({ tool: 'delete_file', input: { path } })));
};

const clear: Rule = ({ cursor, lastPath }) => {
  if (cursor.take(CLEAR) === null) return null;
  cursor.skip(words('out'));
  const paths = parsePaths(cursor, lastPath);
  cursor.skip(words('out'));
  return orNull(paths.map((path) => write(path, '')));
};

const create: Rule = ({ cursor, lastPath }) => {
  if (cursor.take(CREATE) === null) return null;
  cursor.skip(words('me us'));
  const path = parsePath(cursor, lastPath);
  if (path === null) return null;
  return [write(path, parseTrailingContent(cursor) ?? '')];
};

const replace: Rule = ({ cursor, lastPath }) => {
  if (cursor.take(REPLACE) === null) return null;
  const path = parsePath(cursor, lastPath);
  if (path === null || cursor.take(words('with to by')) === null) return null;
  const content = contentAt(cursor);
  return content === null ? null : [write(path, content)];
};

const writeTo: Rule = ({ cursor, lastPath }) => {
  if (cursor.take(WRITE) === null) return null;
  const found = parseContentTo(cursor, lastPath);
  if (found === null) return null;
  const paths = [found.path];
  for (let next = parseNext(cursor); next !== null; next = parseNext(cursor)) paths.push(next);
  return paths.map((path) => write(path, found.content));
};

const writeInto: Rule = ({ cursor, lastPath }) => {
  if (cursor.take(WRITE) === null || cursor.take(TO) === null) return null;
  const path = parsePath(cursor, lastPath);
  const content = path === null ? null : (parseTrailingContent(cursor) ?? contentAt(cursor));
  return path === null || content === null ? null : [write(path, content)];
};

function joinFolder(folder: string, from: string): string {
  return `${folder.replace(/\/+$/, '')}/${from.slice(from.lastIndexOf('/') + 1)}`;
}

// "to the drafts folder" and "to drafts/" keep the file's name.
function parseTarget(cursor: Cursor, from: string): string | null {
  return cursor.attempt(() => {
    if (cursor.take(TO) === null) return null;
    cursor.skip(words('the a my new file folder called named'));
    const token = cursor.peek();
    if (token === undefined || token.kind === 'break') return null;
    cursor.index += 1;
    const isFolder = cursor.take(words('folder directory')) !== null || token.value.endsWith('/');
    return isFolder ? joinFolder(token.value, from) : token.value.trim();
  });
}

function parsePairs(context: ParseContext): { from: string; to: string }[] {
  const { cursor, lastPath } = context;
  const pairs: { from: string; to: string }[] = [];
  const next = (): { from: string; to: string } | null =>
    cursor.attempt(() => {
      const from = pairs.length === 0 ? parsePath(cursor, lastPath) : parseNext(cursor);
      const to = from === null ? null : parseTarget(cursor, from);
      return from === null || to === null ? null : { from, to };
    });
  for (let pair = next(); pair !== null; pair = next()) pairs.push(pair);
  return pairs;
}

const rename: Rule = (context) => {
  if (!context.cursor.takePhrase('change the name of') && context.cursor.take(words('rename move')) === null)
    return null;
  return orNull(parsePairs(context).map((input) => ({ tool: 'rename_file', input })));
};

const copy: Rule = (context) => {
  if (context.cursor.take(words('copy duplicate')) === null) return null;
  const steps: Step[] = [];
  for (const { from, to } of parsePairs(context)) {
    steps.push({ tool: 'read_file', input: { path: from } });
    steps.push({ tool: 'save', from: context.steps.length + steps.length - 1, path: to });
  }
  return orNull(steps);
};

/** Returns the last step with a result that can be saved. */
function lastResult(steps: readonly Step[]): number {
  return steps.findLastIndex(({ tool }) =>
    ['ask_user', 'pick_file', 'locate', 'read_file', 'search_files', 'list_files'].includes(tool),
  );
}

const saveResult: Rule = ({ cursor, steps }) => {
  if (cursor.take(words('write put save store keep import')) === null) return null;
  const from = lastResult(steps);
  const isResult =
    cursor.take(SAVED) !== null ||
    cursor.takePhrase('the|my|its|their answer|answers|result|results|location|position|file|text|reply|name|content');
  if (from < 0 || !isResult) return null;
  if (cursor.take(TO) === null) return cursor.atBreak() ? [{ tool: 'save', from }] : null;
  const path = savePath(cursor);
  return path === null ? null : [{ tool: 'save', from, ...(path === '' ? {} : { path }) }];
};

// "save it to the workspace" has no file name, which the empty string represents.
function savePath(cursor: Cursor): string | null {
  if (cursor.takePhrase('the|my|this workspace|folder|project')) return '';
  const path = parsePath(cursor, null);
  if (path === null) return null;
  return path.endsWith('/') || (!isPathLike(path) && cursor.take(words('folder directory')) !== null) ? '' : path;
}

/** Rules for requests that change files. */
export const CHANGING_RULES: readonly Rule[] = [
  remove,
  clear,
  rename,
  copy,
  saveResult,
  writeTo,
  writeInto,
  create,
  replace,
];
