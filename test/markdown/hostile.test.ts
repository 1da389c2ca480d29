import { Markdown } from 'countersign/markdown';
import { type ComponentProps, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';

function html(text: string, props: Partial<ComponentProps<typeof Markdown>> = {}): string {
  return renderToStaticMarkup(createElement(Markdown, { text, ...props }));
}

/** Returns the names of all elements, and all URLs. */
function partsOf(text: string, props: Partial<ComponentProps<typeof Markdown>> = {}) {
  const markup = html(text, props);
  return {
    tags: new Set([...markup.matchAll(/<([a-z0-9]+)/g)].map(([, tag]) => tag)),
    addresses: [...markup.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address),
  };
}

const host = (text: string): string =>
  (/data-cs="link-host"[^>]*>(.*?)<\/span>(?!\))/s.exec(html(text))?.[1] ?? '').replace(/<[^>]*>/g, '');

describe('Markdown of a model', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'inline <b onclick="alert(1)">bold</b> and <iframe src="https://a.example"></iframe>',
    '<style>*{display:none}</style>\n\n<form action="https://a.example"><input name=a></form>',
    '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
    '&lt;script&gt;alert(1)&lt;/script&gt; &#60;img src=x&#62;',
  ])('C169 leaves raw HTML as text: %s', (text) => {
    const { tags } = partsOf(text);

    expect([...tags].filter((tag) => !/^(?:div|p|bdi|span|mark)$/.test(tag ?? ''))).toEqual([]);
  });

  it.each([
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt:alert(1))',
    '[a](java&#10;script:alert(1))',
    '[a](javascript&colon;alert(1))',
    '[a](&#106;avascript:alert(1))',
    '[a](vbscript:x)',
    '[a](data:text/html,<script>alert(1)</script>)',
    '[a](file:///etc/passwd)',
    '[a](blob:https://a.example/x)',
    '[a](//a.example)',
    '[a](/settings?delete=1)',
    '[a](#top)',
    '<javascript:alert(1)>',
    '[a][r]\n\n[r]: javascript:alert(1)',
    '[a](mailto:a@b.example?body=secret)',
    '![a](javascript:alert(1))',
    '![a](data:image/svg+xml,<svg onload=alert(1)>)',
    '![a](data:text/html,x)',
  ])('C169 makes no link of an address that is not of the web: %s', (text) => {
    expect(partsOf(text, { allowImage: () => true }).addresses).toEqual([]);
  });

  it('C169 loads no picture, in any notation', () => {
    const text =
      '![a](https://a.example/1.png) ![b][r] [![c](https://a.example/2.png)](https://a.example)\n\n[r]: https://a.example/3.png';

    const { tags } = partsOf(text);

    expect(tags.has('img')).toBe(false);
    expect(html(text)).toContain('Picture: a');
    expect(html('[![c](https://a.example/2.png)](https://b.example)').match(/<a /g)).toHaveLength(1);
  });

  it('loads the pictures that the app allows, and pixels that the text carries', () => {
    const allowImage = (url: string): boolean => url.startsWith('https://mine.example/') || url.startsWith('data:');
    const text = '![a](https://mine.example/1.png) ![b](https://a.example/2.png) ![c](data:image/png;base64,AAAA)';

    const sources = [...html(text, { allowImage }).matchAll(/<img[^>]* src="([^"]*)"/g)].map(([, source]) => source);

    expect(sources).toEqual(['https://mine.example/1.png', 'data:image/png;base64,AAAA']);
    expect(html(text, { allowImage })).toContain('no-referrer');
  });

  it.each([
    ['[our site](https://a.example/x)', '(a.example)'],
    ['[https://bank.example](https://evil.example)', '(evil.example)'],
    ['[bank.example](https://bank.example.evil.example)', '(bank.example.evil.example)'],
    ['[bank.example@evil.example](https://bank.example@evil.example/)', '(evil.example)'],
    ['[mail](mailto:a@b.example)', '(a@b.example)'],
    ['https://bank.example@evil.example/', '(evil.example)'],
    ['https://a.example/path', ''],
    ['[a.example](https://a.example/path)', ''],
    ['www.a.example', ''],
    ['a@b.example', ''],
  ])('C169 shows where %s leads', (text, expected) => {
    expect(host(text)).toBe(expected);
  });

  it('C169 marks a host that looks like another, and a link whose text looks like another host', () => {
    expect(html('[the bank](https://xn--pple-43d.com)')).toContain('data-kind="punycode"');
    expect(html('[https://bank.example@evil.example](https://evil.example)')).toContain('data-kind="userinfo"');
    expect(html('[photo\u202Egpj.exe](https://evil.example)')).toContain('data-kind="bidi-control"');
  });

  it('opens links elsewhere, without telling where from', () => {
    expect(html('[a](https://a.example)')).toMatch(/<a [^>]*target="_blank" rel="noopener noreferrer"/);
  });

  const many = 20_000;
  it.each([
    ['quotes', '>'.repeat(many)],
    ['quotes with spaces', `${'> '.repeat(many / 2)}a`],
    ['lists', `${'- '.repeat(many / 2)}a`],
    ['numbers', '1. '.repeat(many / 3)],
    ['brackets', '['.repeat(many)],
    ['links', '[a]('.repeat(many / 4)],
    ['pictures', '![['.repeat(many / 3)],
    ['emphasis', '_a'.repeat(many / 2)],
    ['strong emphasis', '**a'.repeat(many / 3)],
    ['emphasis within emphasis', '*a **b '.repeat(many / 7)],
    ['code', Array.from({ length: 190 }, (_, at) => `${'`'.repeat(at + 1)}a`).join(' ')],
    ['cells', `${'|a'.repeat(many / 4)}\n${'|-'.repeat(many / 4)}|\n`],
    ['tags', '<a '.repeat(many / 3)],
    ['comments', '<!-- '.repeat(many / 5)],
    ['addresses of mail', `${'a.'.repeat(many / 2)}@`],
    ['blanks', `a${' '.repeat(many)}b`],
    ['line breaks', '\n'.repeat(many)],
    ['headings', 'a\n='.repeat(many / 3)],
    ['fences', '```\n'.repeat(many / 4)],
    ['one word', 'a'.repeat(many)],
    ['joined marks', '汉**（~'.repeat(many / 5)],
    ['joined links', 'https://a。'.repeat(many / 10)],
  ])('C170 ends with 20,000 characters of %s', (_, text) => {
    expect(html(text, { state: 'streaming' })).toContain('data-cs="markdown"');
    expect(html(text)).toContain('data-cs="markdown"');
  });
});
