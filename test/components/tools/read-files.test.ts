import { describe, expect, it } from 'vitest';
import { createFormat } from '../../../src/components/format.js';
import { isAccepted } from '../../../src/components/shared/is-accepted.js';
import { type ReadOptions, readFiles } from '../../../src/components/tools/read-files.js';
import { limitsOf } from '../../../src/components/tools/read-input.js';
import { fileStrings } from '../../../src/words/english/tools.js';

describe('isAccepted', () => {
  it.each([
    { name: 'a.CSV', type: 'text/csv', accept: '.csv', is: true },
    { name: 'a.csv', type: '', accept: '.csv', is: true },
    { name: 'a.csv', type: 'text/csv', accept: 'text/*', is: true },
    { name: 'a.csv', type: 'text/csv', accept: 'TEXT/CSV', is: true },
    { name: 'a.csv', type: 'text/csv', accept: ' .md , text/csv ', is: true },
    { name: 'a.csv', type: 'text/csv', accept: '', is: true },
    { name: 'a.csv', type: 'text/csv', accept: ' , ', is: true },
    { name: 'a.csv', type: '', accept: '*/*', is: true },
    { name: 'a.csv', type: '', accept: 'text/*', is: false },
    { name: 'a.csv', type: '', accept: '/*', is: false },
    { name: 'csv', type: 'text/csv', accept: '.csv', is: false },
    { name: 'a.csv.exe', type: 'application/x-msdownload', accept: '.csv,text/*', is: false },
    { name: 'a.csv', type: 'textual/csv', accept: 'text/*', is: false },
  ])('says of $name ($type), asked for “$accept”: $is', ({ name, type, accept, is }) => {
    expect(isAccepted({ name, type }, accept)).toBe(is);
  });
});

describe('limitsOf', () => {
  it.each([
    [{}, {}, { accept: '', maxFiles: 1, maxBytes: 1_000_000 }],
    [{}, { maxFiles: 5, maxBytes: 5_000_000 }, { accept: '', maxFiles: 5, maxBytes: 1_000_000 }],
    [
      { maxFiles: 3, maxBytes: 9_000_000 },
      { maxFiles: 5, maxBytes: 10 },
      { accept: '', maxFiles: 3, maxBytes: 10 },
    ],
    [{ accept: '.csv' }, { accept: '*/*' }, { accept: '.csv', maxFiles: 1, maxBytes: 1_000_000 }],
    [{}, { accept: ['.a', 7, '.b'] }, { accept: '.a,.b', maxFiles: 1, maxBytes: 1_000_000 }],
    [{}, { maxFiles: -1, maxBytes: Number.NaN, accept: {} }, { accept: '', maxFiles: 1, maxBytes: 1_000_000 }],
    [{}, { maxFiles: 0.4, maxBytes: 10.7 }, { accept: '', maxFiles: 1, maxBytes: 10 }],
    [{}, 'all', { accept: '', maxFiles: 1, maxBytes: 1_000_000 }],
  ])('lets the app %j and the model %j agree', (app, input, expected) => {
    expect(limitsOf(app, input)).toEqual(expected);
  });
});

describe('readFiles', () => {
  const options: ReadOptions = {
    limits: { accept: '', maxFiles: 2, maxBytes: 10 },
    read: 'text',
    strings: fileStrings.english.files,
    format: createFormat('en'),
    present: 0,
  };

  it('keeps what can be sent, and says of each other file why not', async () => {
    const gone = new File(['x'], 'gone.txt');
    gone.arrayBuffer = () => Promise.reject(new DOMException('The file has moved.', 'NotFoundError'));
    const given = [gone, new File(['a'], 'a.txt'), new File(['b'], 'b.txt'), new File(['c'], 'c.txt')];

    const { files, problems } = await readFiles(given, options);

    expect(files.map(({ name }) => name)).toEqual(['a.txt', 'b.txt']);
    expect(problems).toEqual([
      '“gone.txt” could not be read. It may have been moved or changed since; choose it again.',
      '“c.txt” was left out: the limit is 2.',
    ]);
  });

  it('counts what is there already', async () => {
    const { files } = await readFiles([new File(['a'], 'a.txt'), new File(['b'], 'b.txt')], { ...options, present: 1 });

    expect(files.map(({ name }) => name)).toEqual(['a.txt']);
  });
});
