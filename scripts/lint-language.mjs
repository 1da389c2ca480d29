// Counts the language findings of this project that a machine can detect: `npm run lint:language`. With a path
// (`npm run lint:language -- src/feed`) it also lists each finding. test/language/language.test.ts has the
// limits.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseSync } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Doc comments must not begin with a relative clause or with an evasion of the same kind. */
export const relativeStart =
  /^(?:What(?:ever)?|Who(?:ever|se)?|Whether|Where|How|The (?:thing|one|ones) (?:that|which|who)|Anything that|That which|Tells (?:whether|what|how|who|where))\b/;

/** Phrases that readers had to read twice. */
export const phrases =
  /(?<!there )\bis no (?!longer|more|later|less|sooner|fewer|matter|need)|(?<!there )\bare no (?!longer|more)|\bis none\b|\bin vain\b|\bgoes on\b|\b(?:a|the|no|his|her|their|your|one's|each) yes\b(?!-or-no)|\bnoes\b|\bwhoever\b|\bnobody has\b/i;

const bannedFile = join(root, 'test/language/words.txt');
const codeFile = /\.(?:[cm]?[jt]sx?)$/;
const textFile = /\.(?:md|mdx)$/;
const folders = ['src', 'test', 'stories', 'demo', 'bench', 'scripts', 'docs', 'examples', '.storybook'];
const skipped = /^(?:node_modules|dist|fixtures|recordings)$/;
// The counter and its test contain the phrases that they search for.
const quoting = /^(?:scripts\/lint-language\.mjs|test\/language\/)/;

function* filesIn(path) {
  if (statSync(path).isFile()) {
    yield path;
    return;
  }
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (skipped.test(entry.name)) continue;
    const child = join(path, entry.name);
    if (entry.isDirectory()) yield* filesIn(child);
    else yield child;
  }
}

/** Returns the text of a doc comment, without asterisks. */
function docText(value) {
  return value
    .replace(/^\*/, '')
    .replace(/^\s*\*? ?/gm, '')
    .trim();
}

/** Returns the banned identifiers of the list: one per line, with comments after `#`. */
export function readBannedWords() {
  return new Set(
    readFileSync(bannedFile, 'utf8')
      .split('\n')
      .map((line) => line.replace(/#.*/, '').trim().split(/\s+/)[0])
      .filter((word) => word),
  );
}

function lineAt(code, offset) {
  return code.slice(0, offset).split('\n').length;
}

/** Yields the names that a file declares. Imported names are declared elsewhere. */
function* declaredNames(program) {
  const stack = [program];
  while (stack.length > 0) {
    const node = stack.pop();
    if (Array.isArray(node)) {
      stack.push(...node);
      continue;
    }
    if (node === null || typeof node !== 'object') continue;
    switch (node.type) {
      case 'FunctionDeclaration':
      case 'ClassDeclaration':
      case 'TSInterfaceDeclaration':
      case 'TSTypeAliasDeclaration':
      case 'VariableDeclarator':
        if (node.id?.type === 'Identifier') yield node.id;
        break;
      case 'PropertyDefinition':
      case 'MethodDefinition':
      case 'TSPropertySignature':
      case 'TSMethodSignature':
        if (node.key?.type === 'Identifier' || node.key?.type === 'PrivateIdentifier') yield node.key;
        break;
    }
    for (const [key, value] of Object.entries(node)) if (key !== 'type') stack.push(value);
  }
}

/**
 * Checks one file. Returns its findings, each with a kind, a line and an excerpt, and the number of its doc comments.
 */
export function checkLanguage(path, text, banned = new Set()) {
  const findings = [];
  const found = (kind, line, excerpt) => findings.push({ kind, path, line, excerpt: excerpt.slice(0, 100) });
  if (textFile.test(path)) {
    text.split('\n').forEach((line, index) => {
      if (phrases.test(line)) found('phrase', index + 1, line.trim());
    });
    return { findings, docComments: 0 };
  }
  const { program, comments } = parseSync(path, text);
  const source = path.startsWith('src/');
  let docComments = 0;
  for (const { type, value, start, end } of comments) {
    const line = lineAt(text, start);
    if (type === 'Block' && value.startsWith('*')) {
      docComments += 1;
      const doc = docText(value);
      if (relativeStart.test(doc)) found('relative-clause', line, doc);
    }
    value.split('\n').forEach((part, index) => {
      if (phrases.test(part)) found('phrase', line + index, part.trim());
    });
    const whole = text.slice(
      text.lastIndexOf('\n', start) + 1,
      (text.indexOf('\n', end) + text.length + 1) % (text.length + 1),
    );
    if (
      !value.includes('biome-ignore') &&
      whole.split('\n').some((part) => part.length > 120 && /^\s*(?:\/\/|\*|\/\*)/.test(part))
    )
      found('long-line', line, value.trim());
  }
  for (const match of text.matchAll(/\b(?:it|describe)(?:\.each\([\s\S]*?\))?\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g)) {
    if (phrases.test(match[2])) found('title-phrase', lineAt(text, match.index), match[2]);
  }
  if (source) {
    for (const { name, start } of declaredNames(program))
      if (banned.has(name)) found('banned-name', lineAt(text, start), name);
  }
  return { findings, docComments };
}

/** Checks the whole project, or the files below one path. */
export function checkProject(below) {
  const banned = readBannedWords();
  const roots = below ? [below] : [...folders, 'README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];
  const findings = [];
  let docComments = 0;
  for (const start of roots) {
    for (const file of filesIn(join(root, start))) {
      const path = relative(root, file);
      if (quoting.test(path) || !(codeFile.test(path) || textFile.test(path))) continue;
      const result = checkLanguage(path, readFileSync(file, 'utf8'), banned);
      findings.push(...result.findings);
      if (path.startsWith('src/')) docComments += result.docComments;
    }
  }
  return { findings, docComments };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const below = process.argv[2];
  const { findings, docComments } = checkProject(below);
  if (below) for (const { kind, path, line, excerpt } of findings) console.log(`${path}:${line}: ${kind}: ${excerpt}`);
  const rooms = new Map();
  for (const { kind, path } of findings) {
    const room = path.split('/').slice(0, 2).join('/');
    const counts = rooms.get(room) ?? {};
    rooms.set(room, { ...counts, [kind]: (counts[kind] ?? 0) + 1 });
  }
  const inSource = findings.filter(({ kind, path }) => kind === 'relative-clause' && path.startsWith('src/')).length;
  console.table(Object.fromEntries([...rooms].sort(([a], [b]) => a.localeCompare(b))));
  console.log(`${inSource} of ${docComments} doc comments in src begin with a relative clause.`);
}
