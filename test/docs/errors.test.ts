import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSources, root } from '../setup/source-files.js';

const kebab = /'([a-z]+(?:-[a-z]+)*)'/g;

/** Matches the first argument up to its comma: a code, or a conditional between two. */
const made = /\bnew (?:\w*Error|UnexpectedModelBehavior|UsageLimitExceeded|RunAborted)\(\s*([^`,()]*)[,)]/g;
const warned = /type: 'warning',\s*code: ([^,]*),/g;
/** Codes of a remote agent's server, which are passed on as data or by separate functions. */
const told =
  /(?:\bremoteError|#warn)\(\s*('[^']*'),|\bname: 'RemoteError',\s*code: ([^,]*),|\bconst code =\s+status ([^;]*);/g;
/** A subclass in its own file passes its code to `super`. */
const named = /\bextends (?:CountersignError|UserError)\b[\s\S]*?super\(\s*([^`,()]*),/g;

function codesIn(source: string): readonly string[] {
  const found = [made, warned, told, named]
    .flatMap((pattern) => [...source.matchAll(pattern)])
    .flatMap(([, ...groups]) => [...groups.join(' ').matchAll(kebab)].map(([, code = '']) => code));
  return [...new Set(found)];
}

/** Returns the codes that are created in a folder. Codes passed through a function are found at its calls. */
function codesOf(folder: string): ReadonlySet<string> {
  return new Set([...readSources(folder)].flatMap(([, source]) => codesIn(source)));
}

/** Returns the codes in the table: those in the cells before the cause. */
function documentedCodes(text: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => {
      const [, first = '', second = ''] = line.split('|');
      return [...(/`[A-Z]/.test(first) ? second : first).matchAll(/`([a-z-]+)`/g)].map(([, code = '']) => code);
    });
}

it('docs/errors.md has each code of the sources, once, and no other', () => {
  const inDocs = documentedCodes(readFileSync(join(root, 'docs/errors.md'), 'utf8'));

  const inSources = codesOf('src');

  expect(inSources.size).toBeGreaterThan(60);
  expect([...inDocs].sort()).toEqual([...inSources].sort());
});

it('codes are read from errors and warnings, and from nothing else', () => {
  const source = `
    throw new UserError('one', 'says \\'two\\'');
    new UnexpectedModelBehavior(
      isFirst ? 'three' : 'four',
      text,
    );
    emit({ type: 'warning', code: 'five', message: 'six' });
    class LostError extends CountersignError { constructor() { super('seven', 'eight'); } }
    const code = status === 429 ? 'nine' : 'ten';
    const lost = { name: 'RemoteError', code: 'eleven', message: 'twelve' };
    this.#warn('thirteen', 'fourteen');
    new TypeError(\`status \${'nine'}\`);
  `;

  expect(codesIn(source)).toEqual(['one', 'three', 'four', 'five', 'nine', 'ten', 'eleven', 'thirteen', 'seven']);
});
