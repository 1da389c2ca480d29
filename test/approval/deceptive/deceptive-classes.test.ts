import { describe, expect, it } from 'vitest';
import { findDeceptiveText } from '../../../src/approval/deceptive/deceptive-text.js';
import { findDeceptiveValues } from '../../../src/approval/deceptive/deceptive-values.js';
import { commands } from './classes/commands.js';
import { hosts } from './classes/hosts.js';
import { locations } from './classes/locations.js';
import { paths } from './classes/paths.js';
import { urls } from './classes/urls.js';

const classes = [...urls, ...hosts, ...paths, ...commands, ...locations];

/** Returns the marks of a text, or of a member with that value if `member` is set. */
function marksOf(
  text: string,
  where: { readonly kind?: Parameters<typeof findDeceptiveText>[1]; readonly member?: string },
) {
  if (where.member === undefined) return findDeceptiveText(text, where.kind);
  return findDeceptiveValues({ [where.member]: text }).flatMap(({ marks }) => marks);
}

describe.each(classes)('$name', ({ kinds, member, honestMember = member, marks, deceptive, honest }) => {
  const asMember = (name: string | undefined) => (name === undefined ? [] : [{ member: name }]);

  it('C121 has at least sixty samples of each side', () => {
    expect(new Set(deceptive).size).toBeGreaterThanOrEqual(60);
    expect(new Set(honest).size).toBeGreaterThanOrEqual(60);
  });

  it.each([...kinds.map((kind) => ({ kind: { kind } })), ...asMember(member)])('C121 is marked as %j', (where) => {
    const missed = deceptive.filter((text) => !marksOf(text, where).some(({ kind }) => marks.includes(kind)));

    expect(missed).toEqual([]);
  });

  it.each([{ kind: { kind: kinds[0] } }, ...asMember(honestMember)])('C121 has no false positives as %j', (where) => {
    const alarms = honest.flatMap((text) => {
      const found = marksOf(text, where).map(({ kind }) => kind);
      return found.length === 0 ? [] : [{ text, found }];
    });

    expect(alarms).toEqual([]);
  });
});

describe('the name of a member', () => {
  it.each(['path', 'filePath', 'file_name', 'cwd'])('C121 makes a line break in %s deceptive', (name) => {
    expect(findDeceptiveValues({ [name]: 'src/notes.txt\n.exe' })).toMatchObject([{ marks: [{ kind: 'control' }] }]);
  });

  it.each([
    { file: 'first line of a file\nsecond/line\n' },
    { destination: 'Ana\n1 High Street\nLondon' },
    { path: 'M 0 0\nL 10 10.5\nZ' },
    { paths: 'src/a.ts\nsrc/b.ts' },
    { url: 'https://a.example\nhttps://b.example' },
    { link: 'none\nyet' },
  ])('C121 a line break is allowed in %j', (input) => {
    expect(findDeceptiveValues(input)).toEqual([]);
  });
});
