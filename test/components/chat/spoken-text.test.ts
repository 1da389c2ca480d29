import { describe, expect, it } from 'vitest';
import { spokenText } from '../../../src/components/chat/spoken-text.js';
import { cpuMillisecondsSince } from '../../support/cpu-time.js';

describe('spokenText', () => {
  it.each([
    ['code in a sentence', 'Wrote `README.md`, kept `__init__.py`.', 'Wrote README.md, kept __init__.py.'],
    ['code with a backtick', 'Type ``a`b`` now', 'Type a`b now'],
    ['strong words', 'This is **very** _important_, __really__. ***Now!***', 'This is very important, really. Now!'],
    ['strong code', 'See **`a_b_c`**.', 'See a_b_c.'],
    ['a heading', '## Done ##\nAll of it.', 'Done\nAll of it.'],
    ['a list', '- one\n* two\n+ three\n- [x] four\n1. five', 'one\ntwo\nthree\nfour\n1. five'],
    ['a quotation', '> So he said.\n>> And she.', 'So he said.\nAnd she.'],
    [
      'a link and a picture',
      'See [the docs](https://a.b/c_(d)) and ![a cat](cat.png "Cat").',
      'See the docs and a cat.',
    ],
    ['a block of code', 'Run:\n```sh\nnpm `x` **y**\n```\nthen `z`', 'Run:\nnpm `x` **y**\nthen z'],
    ['a block that is not closed', 'Run:\n```\n# a', 'Run:\n# a'],
    ['a rule', 'a\n\n---\n\nb', 'a\n\nb'],
    ['a cell of two lines', '| one<br />two | b |', 'one two, b'],
    ['a table', '| File | Size |\n|---|--:|\n| `a` | 2 |', 'File, Size\na, 2'],
    ['what was struck out', '~~no~~ yes', 'no yes'],
    ['an escape', '\\*not strong\\*', '*not strong*'],
  ])('reads %s without its signs', (_, markdown, spoken) => {
    expect(spokenText(markdown)).toBe(spoken);
  });

  it.each([
    ['a product', '2 * 3 * 4 = 24 and 2*3*4'],
    ['names', 'snake_case_name, __init__.py and $HOME'],
    ['one backtick', 'it`s fine'],
    ['brackets', 'items[0] (the first)'],
    ['nothing', ''],
  ])('leaves %s alone', (_, text) => {
    expect(spokenText(text)).toBe(text);
  });

  it.each([
    '*',
    '_',
    '`',
    '[',
    '![](',
    '> ',
    '|',
    '~~',
    '**a ',
    '*a',
    '__a ',
    '`a',
    '``a`',
    '[a](',
    '|-',
    '# ',
    ' ',
    '# #',
    '```\n',
  ])('is through %j in no time, however often it stands there', (sign) => {
    const text = `# ${sign.repeat(20_000)}x`;
    const begin = process.cpuUsage();
    spokenText(text);

    expect(cpuMillisecondsSince(begin)).toBeLessThan(1_000);
  });
});
