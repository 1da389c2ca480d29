import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { DeceptiveNotice, DeceptiveText, ValueView } from '../../src/components/index.js';
import { loadKitStyles } from '../setup/load-kit-styles.js';

loadKitStyles();

afterEach(cleanup);

const marks = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-cs="deceptive"]')];
const labels = (): (string | null)[] =>
  [...document.querySelectorAll('[data-cs="mark-label"]')].map(
    (label) => label.textContent?.replace(/[⁨⁩]/g, '') ?? null,
  );

describe('deceptive text', () => {
  it.each([
    ['an override', 'a\u202Egpj.exe', 'bidi-control', 'U+202E', /turns around the order/],
    ['invisible characters', 'https://a.example/\u200Bb', 'invisible', 'U+200B', /Invisible characters/],
    ['a control character', 'a\u001B[2Kb', 'control', 'U+001B U+005B U+0032 U+004B', /control character/],
    ['a look-alike', '/etc\u2215passwd', 'look-alike', '≠ /', /looks like .*\/.* and is not/],
    ['mixed scripts', '/src/p\u0430ckage', 'mixed-script', 'Latin + Cyrillic', /mixes Latin and Cyrillic letters/],
    ['an encoded host', 'https://xn--80ak6aa92e.com/', 'punycode', '= аррӏе', /is .*xn--80ak6aa92e/],
    [
      'a name before the host',
      'https://bank.example@evil.example/',
      'userinfo',
      'not the host',
      /leads to .*evil.example/,
    ],
    ['a number for a host', 'http://2130706433/a', 'numeric-host', '= 127.0.0.1', /is the address .*127\.0\.0\.1/],
    ['a script', 'java\tscript:alert(1)', 'scheme', 'no address', /leads nowhere/],
    ['two extensions', '/srv/report.pdf.exe', 'extension', 'runs', /ends with .*\.exe.*, which runs/],
    ['a way out of a folder', '/home/me/../../etc/passwd', 'traversal', '→ /etc/passwd', /leads to .*\/etc\/passwd/],
    ['blanks', `/a.pdf${' '.repeat(30)}.exe`, 'padding', '30 spaces', /30 spaces can push/],
  ] as const)('marks %s where it is, and explains it', (...[, text, kind, label, words]) => {
    render(<ValueView value={{ target: text }} />);

    const mark = marks().find(({ dataset }) => dataset.kind === kind);

    expect(labels()).toContain(label);
    expect(mark?.title).toMatch(words);
    expect(within(mark ?? document.body).getByText(words)).toHaveAttribute('data-cs', 'spoken');
  });

  it('leaves nothing in the page that turns text around', () => {
    render(<ValueView value={{ path: '/a/\u202Egpj\u202C.exe', '\u2066key': 'x\u200F' }} />);

    const inPage = document.body.textContent ?? '';

    expect(inPage).not.toMatch(/[\u202A-\u202E\u2066\u2067\u200E\u200F]/);
    expect(labels()).toEqual(['U+202E', 'U+202C', 'U+2066', 'U+200F']);
  });

  it('nor does what comes after more marks than anybody looks at', () => {
    render(<DeceptiveText text={`${'a\u200B'.repeat(2_500)}\u202Egpj.exe`} />);

    const inPage = document.body.textContent ?? '';

    expect(inPage).not.toMatch(/[\u200B\u202E]/);
    expect(inPage).toContain('\\u202egpj.exe');
    expect(labels().at(-1)).toBe('continues');
  });

  it('draws pieces in the order in which they are', () => {
    render(<DeceptiveText text={'/a/\u05D0\u05D1\u202Ecd/\u05D2.exe'} kind="path" />);

    const lefts = [...document.querySelectorAll('bdi bdi, mark')].map((part) => part.getBoundingClientRect().left);

    expect(lefts.length).toBeGreaterThan(4);
    expect(lefts).toEqual([...lefts].sort((a, b) => a - b));
  });

  it('tells the letters of the rarer script apart', () => {
    render(<DeceptiveText text={'src/p\u0430ckage'} kind="path" />);

    expect([...document.querySelectorAll('[data-cs="rare-letters"]')].map((part) => part.textContent)).toEqual([
      '\u0430',
    ]);
  });

  it('leaves ordinary text alone', () => {
    render(<ValueView value={{ note: 'Приве́т, 世界 👩‍👩‍👧 שלום', path: 'src/index.ts' }} />);

    expect(marks()).toEqual([]);
  });

  it('says that there are marks in what is folded away', () => {
    render(<ValueView value={{ text: `${'a\n'.repeat(20)}b\u202Ec` }} />);

    expect(screen.getByText('1 marked place further down')).toBeVisible();
  });

  it('is looked for in hidden values too, once they are shown', () => {
    render(<ValueView value={{ password: 'a\u202Eb' }} redact="none" />);

    expect(labels()).toEqual(['U+202E']);
  });
});

describe('DeceptiveNotice', () => {
  it('lists what is deceptive in the whole call, with its place', () => {
    render(<DeceptiveNotice value={{ title: 'Delete', input: { files: ['a', '/b\u202Ec'], '\u200Bd': 1 } }} />);

    const note = screen.getByRole('note', { name: 'Look closely.' });
    const items = within(note)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent?.replace(/[⁨⁩]/g, ''));

    expect(items).toEqual([
      'input › files › 2 A hidden character (U+202E) turns around the order in which text is shown.',
      'the name input › \\u200bd Invisible characters (U+200B) stand here.',
    ]);
  });

  it('says the same once, and how often', () => {
    render(<DeceptiveNotice value={{ path: '/\u202Ea\u202Eb\u202E' }} />);

    expect(screen.getByRole('listitem')).toHaveTextContent(/\(3 times\)/);
  });

  it('says how much more there is', () => {
    render(<DeceptiveNotice value={Array.from({ length: 30 }, () => 'a\u202Eb')} />);

    expect(screen.getAllByRole('listitem')).toHaveLength(13);
    expect(screen.getByText('And 18 more places.')).toBeVisible();
  });

  it('says what is wrong with what is hidden, and nothing of it', () => {
    const value = {
      password: 'hunt\u0435r2',
      pin: { 'a\u0430b': 'op\u0435n' },
      url: 'https://bank.example:hunter3@evil.example/',
    };
    render(<DeceptiveNotice value={value} redactions={{ hide: [['pin']] }} />);

    const items = within(screen.getByRole('note'))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent?.replace(/[⁨⁩]/g, ''));

    expect(items).toContain('password “[redacted]” mixes Latin and Cyrillic letters, some of which look the same.');
    expect(items.filter((text) => text?.startsWith('pin “[redacted]” mixes'))).not.toHaveLength(0);
    expect(items.join()).toMatch(/is not where this URL leads. It leads to “evil.example”/);
    expect(items.join()).not.toMatch(/hunt|op\u0435n|a\u0430b/);
  });

  it('says nothing where there is nothing to say', () => {
    const { container } = render(<DeceptiveNotice value={{ path: 'src/index.ts' }} />);

    expect(container).toBeEmptyDOMElement();
  });
});
