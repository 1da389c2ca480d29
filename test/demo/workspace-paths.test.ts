import { describe, expect, it } from 'vitest';
import { isProtected, normalisePath, WorkspaceError } from '../../demo/workspace/index.js';
import { nearMatches } from '../../demo/workspace/near-matches.js';

describe('normalisePath', () => {
  it.each([
    ['README.md', 'README.md'],
    ['./notes/./todo.md', 'notes/todo.md'],
    ['.env', '.env'],
    ['notes/two words.md', 'notes/two words.md'],
    ['cafe\u0301.txt', 'caf\u00e9.txt'],
  ])('takes %j as %j', (path, expected) => {
    expect(normalisePath(path)).toBe(expected);
  });

  it.each([
    ['', /empty/],
    ['.', /empty/],
    ['/etc/passwd', /absolute/],
    ['C:/x', /absolute/],
    ['a//b', /empty segment/],
    ['notes/', /empty segment/],
    ['../secret', /"\.\."/],
    ['a/../../b', /"\.\."/],
    ['a\\b', /backslash/],
    ['a\u0000b', /control character/],
    ['a\nb', /control character/],
    ['invoice\u202etxt.exe', /invisible/],
    ['notes/ todo.md', /space/],
    ['x'.repeat(121), /longer than 120/],
    [Array(14).fill('d').join('/'), /deeper than 12/],
  ])('refuses %j', (path, problem) => {
    const attempt = (): string => normalisePath(path);

    expect(attempt).toThrow(WorkspaceError);
    expect(attempt).toThrow(problem);
    expect(attempt).toThrow(/Use a relative path/);
  });
});

describe('isProtected', () => {
  it.each(['.env', '.ENV', 'config/.env', '.env.local', 'keys/server.key', 'server.pem'])('protects %s', (path) => {
    expect(isProtected(path)).toBe(true);
  });

  it.each(['README.md', 'env', '.envrc', 'monkey', 'key/readme.md', 'a.pem.md'])('leaves %s open', (path) => {
    expect(isProtected(path)).toBe(false);
  });
});

describe('nearMatches', () => {
  const paths = ['README.md', 'notes/todo.md', 'src/app.py', 'src/utils/dates.py'];

  it.each([
    ['readme.md', ['README.md']],
    ['todo.md', ['notes/todo.md']],
    ['src/date.py', ['src/utils/dates.py']],
    ['something-else.bin', []],
  ])('finds what %j may mean', (path, expected) => {
    expect(nearMatches(path, paths)).toEqual(expected);
  });
});
