import { words } from './cursor.js';
import { orNull, type Rule } from './parse-context.js';
import { isPathLike, parsePath, parsePaths } from './parse-paths.js';
import type { Step } from './steps.js';

const READ = words('read show open print display cat view');
const LIST = words('list ls show display');
const OPENINGS = [
  "what's in|inside",
  'what is in|inside',
  "show|tell me what's in|inside",
  'show|tell me what is in|inside',
  'look at|into|inside',
];
const DOWNLOAD = words('download export');
const ALL = words('me all the my every of your');
const FILES = words('files file folder folders everything workspace contents');
const IN = words('in inside from under of');
const FOLDER = words('the my this folder directory');
const HERE = words('here workspace there');
const SEARCH = words('search grep find');
const QUERY_FILLER = words(
  'for the all every any files text word words string that which with containing contain mention mentioning of occurrences lines line',
);
const PLACES = words('in inside within across everywhere through');
const PLACE_FILLER = words('the all my every files file workspace folder everywhere here project');

function folderAt(context: Parameters<Rule>[0]): string | null {
  const { cursor } = context;
  return cursor.attempt(() => {
    if (cursor.take(IN) === null) return null;
    cursor.skip(FOLDER);
    const token = cursor.peek();
    if (token === undefined || token.kind === 'break' || HERE.has(cursor.word())) return null;
    cursor.index += 1;
    cursor.skip(FOLDER);
    return token.value.replace(/\/+$/, '');
  });
}

function listed(context: Parameters<Rule>[0]): Step[] {
  const folder = folderAt(context);
  if (folder === null) {
    context.cursor.take(IN);
    context.cursor.skip(new Set([...FOLDER, ...HERE]));
  }
  return [{ tool: 'list_files', input: folder === null ? {} : { folder } }];
}

const list: Rule = (context) => {
  const { cursor } = context;
  if (cursor.takePhrase("what's here|there") || cursor.takePhrase('what is here|there')) return listed(context);
  if (cursor.takePhrase('what|which files|file')) {
    cursor.skip(words('are there do you see have we i exist is'));
    return listed(context);
  }
  const verb = cursor.take(LIST);
  if (verb === null) return null;
  cursor.skip(ALL);
  if (cursor.take(FILES) === null && !(verb !== 'show' && (cursor.atBreak() || IN.has(cursor.word())))) return null;
  const next = cursor.peek();
  // "show the file `a.txt`" does name a file.
  if (next?.kind === 'quoted' || (next?.kind === 'word' && isPathLike(next.value))) return null;
  return listed(context);
};

const listFolder: Rule = (context) => {
  const { cursor } = context;
  if (!cursor.takePhrase("what's") && !cursor.takePhrase('what is')) return null;
  const start = cursor.index;
  const folder = folderAt(context);
  const isFolder = cursor.slice(start, cursor.index).match(/\b(?:folder|directory)\b/i) !== null;
  if (folder !== null && isFolder) return [{ tool: 'list_files', input: { folder } }];
  cursor.index = start;
  if (cursor.takePhrase('in the|my|this workspace|folder')) return [{ tool: 'list_files', input: {} }];
  return null;
};

const read: Rule = ({ cursor, lastPath }) => {
  if (!OPENINGS.some((phrase) => cursor.takePhrase(phrase)) && cursor.take(READ) === null) return null;
  cursor.skip(words('me us'));
  return orNull(parsePaths(cursor, lastPath).map((path) => ({ tool: 'read_file', input: { path } })));
};

const saying: Rule = ({ cursor, lastPath }) => {
  if (!cursor.takePhrase('what does')) return null;
  const path = parsePath(cursor, lastPath) ?? null;
  if (path === null || cursor.take(words('say contain hold')) === null) return null;
  return [{ tool: 'read_file', input: { path } }];
};

const search: Rule = ({ cursor }) => {
  const where = cursor.takePhrase('where is|are|does|do');
  const verb = cursor.takePhrase('look for') || cursor.take(SEARCH) !== null;
  if (!verb && !where) return null;
  if (cursor.word() === 'in') skipPlace(cursor);
  cursor.skip(QUERY_FILLER);
  const start = cursor.index;
  const token = cursor.peek();
  if (token?.kind === 'quoted') cursor.index += 1;
  // Without quotes, "where is …" is not about the text of files.
  else if (!where) while (!cursor.atBreak() && !PLACES.has(cursor.word())) cursor.index += 1;
  const query = token?.kind === 'quoted' ? token.value : cursor.slice(start, cursor.index);
  if (query.trim() === '') return null;
  cursor.skip(words('used mentioned appear appears occur occurs written come from up'));
  skipPlace(cursor);
  return [{ tool: 'search_files', input: { query } }];
};

function skipPlace(cursor: Parameters<Rule>[0]['cursor']): void {
  if (cursor.take(PLACES) !== null) cursor.skip(PLACE_FILLER);
}

const download: Rule = ({ cursor, lastPath }) => {
  if (cursor.take(DOWNLOAD) === null) return null;
  const paths = parsePaths(cursor, lastPath);
  cursor.skip(words('to on my computer disk device downloads'));
  return orNull(paths.map((path) => ({ tool: 'download_file', input: { path } })));
};

const pack: Rule = ({ cursor }) => {
  if (!cursor.takePhrase('pack|bundle|zip')) return null;
  cursor.skip(ALL);
  cursor.take(FILES);
  cursor.skip(words('into one up file together'));
  return [{ tool: 'pack_files', input: {} }];
};

const saveToDisk: Rule = ({ cursor, lastPath }) => {
  if (cursor.take(words('save')) === null) return null;
  const path = parsePath(cursor, lastPath);
  const disk = ['to|on my computer|disk|device|machine', 'to my downloads', 'to my hard disk|drive'];
  if (path === null || !disk.some((phrase) => cursor.takePhrase(phrase))) return null;
  return [{ tool: 'download_file', input: { path } }];
};

/** Rules for requests that change no file: list, read, search, download, pack. */
export const READING_RULES: readonly Rule[] = [list, listFolder, saying, read, search, download, pack, saveToDisk];
