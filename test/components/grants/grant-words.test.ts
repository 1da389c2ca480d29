import { describe, expect, it } from 'vitest';
import type { Grant, GrantLifetime } from '../../../src/approval/grants/grant.js';
import { grantWords } from '../../../src/components/grants/grant-words.js';
import { grantsStrings } from '../../../src/words/english/grants.js';

const language = { strings: grantsStrings.english, format: { locale: 'en-GB' } };

/** Removes the marks that isolate the direction of a name. */
const plain = (text: string): string => text.replaceAll(/[\u2068\u2069]/g, '');

function capability(pattern: string): string {
  const remember = { scope: { capability: pattern }, for: 'session' } as const;
  return plain(grantWords({ effect: 'allow', toolName: 't', remember }, language));
}

describe('grantWords says of a capability', () => {
  it.each([
    ['fs.write:/drafts/**', 'writing under /drafts'],
    ['fs.write:drafts/notes/**', 'writing under drafts/notes'],
    ['fs.read:/a.md', 'reading /a.md'],
    ['fs.delete', 'deleting any file'],
    ['fs.write:/drafts/*.md', 'writing what matches /drafts/*.md'],
    ['fs.write:/**', 'writing what matches /**'],
    ['fs.write:/a*/**', 'writing what matches /a*/**'],
    ['net.egress:api.example.com', 'connecting to api.example.com'],
    ['net.egress:*.example.com', 'connecting to any subdomain of example.com'],
    ['net.egress', 'connecting to any host'],
    ['proc.exec:git status', 'running “git status”'],
    ['proc.exec', 'running any command'],
    ['mail.send', '“mail.send”'],
    ['mail.send:a@b.test', '“mail.send” of “a@b.test”'],
    ['fs.chmod:/drafts/**', '“fs.chmod” under /drafts'],
    ['fs.*:/drafts/**', '“fs.*” under /drafts'],
    ['constructor:x', '“constructor” of “x”'],
    ['*', '“*”'],
  ])('%s: %s', (pattern, words) => {
    expect(capability(pattern)).toBe(`Allow ${words} — until this page is closed.`);
  });
});

describe('grantWords', () => {
  const scope: Grant['scope'] = { type: 'tool', toolName: 'mail' };
  const at = new Date(2030, 0, 2, 15, 4).getTime();

  it.each<[GrantLifetime, Grant['effect'], string]>([
    [{ type: 'run', runId: 'r' }, 'allow', 'Allow any use of “mail” — until the agent is done.'],
    [{ type: 'session' }, 'deny', 'Refuse any use of “mail” — until this page is closed.'],
    [{ type: 'always' }, 'allow', 'Always allow any use of “mail” — until you revoke it.'],
    [{ type: 'always' }, 'deny', 'Always refuse any use of “mail” — until you revoke it.'],
    [{ type: 'until', at }, 'allow', 'Allow any use of “mail” — until 2 Jan 2030, 15:04.'],
    [{ type: 'until', at: Number.NaN }, 'allow', 'Allow any use of “mail” — until NaN.'],
  ])('says %j, %s', (...[lifetime, effect, words]) => {
    expect(plain(grantWords({ effect, scope, lifetime }, language))).toBe(words);
  });

  it('says of a grant what it said of the choice', () => {
    const chosen = { scope: { capability: 'fs.write:/drafts/**' }, for: 'always' } as const;
    const grant = {
      scope: { type: 'capability', capability: 'fs.write:/drafts/**' },
      lifetime: { type: 'always' },
    } as const;

    expect(grantWords({ effect: 'allow', ...grant }, language)).toBe(
      grantWords({ effect: 'allow', toolName: 'write', remember: chosen }, language),
    );
  });

  it('lets no name turn its words around, or hide in them', () => {
    const words = grantWords(
      { effect: 'allow', scope: { type: 'tool', toolName: 'a\u202Eb' }, lifetime: { type: 'session' } },
      language,
    );

    expect(words).toContain('\u2068a\\u202eb\u2069');
  });
});
