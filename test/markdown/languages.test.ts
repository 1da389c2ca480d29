import { Markdown } from 'countersign/markdown';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';

/** Markup without attributes and without the host that is added to a link. */
function markup(text: string, state: 'streaming' | 'done' = 'done'): string {
  return renderToStaticMarkup(createElement(Markdown, { text, state }))
    .replace(/<\/?(?:bdi|section|div|table|thead|tbody)\b[^>]*>/g, '')
    .replace(/<a [^>]*href="([^"]*)"[^>]*>/g, '<a $1>')
    .replace(/<(\w+) [^>]*?(\/?)>/g, (tag, name, end) => (name === 'a' ? tag : `<${name}${end}>`));
}

const link = (address: string): string => `<a ${address}${/\w\/./.test(address) ? '' : '/'}>${address}</a>`;

const bold: readonly (readonly [string, string, string])[] = [
  ['Chinese', '**重要：**请先备份。', '<strong>重要：</strong>请先备份。'],
  ['Chinese', '这是**“引用”**的内容', '这是<strong>“引用”</strong>的内容'],
  ['Chinese', '他用**《红楼梦》**举例', '他用<strong>《红楼梦》</strong>举例'],
  ['Chinese', '结果为**50%**左右，成本约**$100**元', '结果为<strong>50%</strong>左右，成本约<strong>$100</strong>元'],
  ['Chinese', '**人工智能（AI）**是计算机科学', '<strong>人工智能（AI）</strong>是计算机科学'],
  ['Chinese', '请运行**`npm test`**命令', '请运行<strong><code>npm test</code></strong>命令'],
  [
    'Chinese',
    '（**注意**）**甲**、**乙**和**丙！**都行',
    '（<strong>注意</strong>）<strong>甲</strong>、<strong>乙</strong>和<strong>丙！</strong>都行',
  ],
  ['Chinese', '***重点：***看这里，*斜体（x）*后', '<em><strong>重点：</strong></em>看这里，<em>斜体（x）</em>后'],
  ['Chinese', '**🔥热门🔥**推荐', '<strong>🔥热门🔥</strong>推荐'],
  ['Japanese', '**「重要」**なお知らせです', '<strong>「重要」</strong>なお知らせです'],
  ['Japanese', 'これは**注意（必読）**です。', 'これは<strong>注意（必読）</strong>です。'],
  ['Japanese', '**手順１：**ファイルを開く', '<strong>手順１：</strong>ファイルを開く'],
  ['Japanese', '**完了しました。**次へ', '<strong>完了しました。</strong>次へ'],
  ['Japanese', '~~旧価格（税込）~~新価格', '<del>旧価格（税込）</del>新価格'],
  ['Korean', '**마크다운(Markdown)**은 가볍다', '<strong>마크다운(Markdown)</strong>은 가볍다'],
  ['Korean', "**'인용'**이라고 했다", '<strong>&#x27;인용&#x27;</strong>이라고 했다'],
  ['Korean', '가격은 **1,000원!**입니다', '가격은 <strong>1,000원!</strong>입니다'],
  ['Arabic', '**ملاحظة:**احفظ الملف', '<strong>ملاحظة:</strong>احفظ الملف'],
  [
    'Arabic',
    'هذا هو الـ**(ملف)** الجديد، و**«النص»** أيضًا',
    'هذا هو الـ<strong>(ملف)</strong> الجديد، و<strong>«النص»</strong> أيضًا',
  ],
  ['Arabic', 'هل حذفت **الملف؟**نعم', 'هل حذفت <strong>الملف؟</strong>نعم'],
  ['Hindi', '**ध्यान दें।**यह फ़ाइल हटेगी', '<strong>ध्यान दें।</strong>यह फ़ाइल हटेगी'],
  ['Hindi', '**"राम"**ने कहा', '<strong>&quot;राम&quot;</strong>ने कहा'],
  [
    'German',
    'Das ist „**wichtig**“ und **fett:** ja',
    'Das ist „<strong>wichtig</strong>“ und <strong>fett:</strong> ja',
  ],
  [
    'French',
    '**Attention\u202f:** « **mot** » (*voir*)',
    '<strong>Attention\u202f:</strong> « <strong>mot</strong> » (<em>voir</em>)',
  ],
  [
    'English',
    '**Note:** it is **"done"**, *really*.',
    '<strong>Note:</strong> it is <strong>&quot;done&quot;</strong>, <em>really</em>.',
  ],
  ['English', 'x**(n+1) and y**(m+2)', 'x**(n+1) and y**(m+2)'],
  ['English', '2*3*4 = 24, 2**3**2 = 512, 2 * 3 * 4', '2*3*4 = 24, 2**3**2 = 512, 2 * 3 * 4'],
];

const tildes: readonly (readonly [string, string, string])[] = [
  ['English', '5~10 minutes and 20~30 MB', '5~10 minutes and 20~30 MB'],
  ['English', 'in ~/src and ~/docs, ~5 of ~10', 'in ~/src and ~/docs, ~5 of ~10'],
  ['English', '~gone~ but ~~struck~~, ~~a~b~~, ~~~no~~~ x', '~gone~ but <del>struck</del>, <del>a~b</del>, ~~~no~~~ x'],
  ['Chinese', '约5~10分钟，20~30兆', '约5~10分钟，20~30兆'],
  ['Korean', '3~5일, 10~12일 걸립니다~', '3~5일, 10~12일 걸립니다~'],
  ['German', 'etwa 5~7 Tage, ~~alt~~ neu', 'etwa 5~7 Tage, <del>alt</del> neu'],
];

const links: readonly (readonly [string, string, string])[] = [
  ['Chinese', '访问https://example.com/a。然后', `访问${link('https://example.com/a')}。然后`],
  ['Chinese', '见（https://example.com/a），好', `见（${link('https://example.com/a')}），好`],
  ['Chinese', '“https://example.com/a”：说明', `“${link('https://example.com/a')}”：说明`],
  [
    'Chinese',
    '官网https://example.com查看，https://zh.example.org/wiki/中文！',
    `官网${link('https://example.com')}查看，<a https://zh.example.org/wiki/%E4%B8%AD%E6%96%87>https://zh.example.org/wiki/中文</a>！`,
  ],
  ['Chinese', 'https://example.com/a——**重要：**看', `${link('https://example.com/a')}——<strong>重要：</strong>看`],
  [
    'Japanese',
    '「https://example.com/a」を参照、https://example.com/b　次',
    `「${link('https://example.com/a')}」を参照、${link('https://example.com/b')}　次`,
  ],
  ['Japanese', '【https://example.com/a?b=1】', `【${link('https://example.com/a?b=1')}】`],
  ['Korean', 'https://example.com에서 확인하세요', `${link('https://example.com')}에서 확인하세요`],
  [
    'Arabic',
    'انظر https://example.com/a، ثم https://example.com/b؟',
    `انظر ${link('https://example.com/a')}، ثم ${link('https://example.com/b')}؟`,
  ],
  ['Hindi', 'https://example.com/a। फिर', `${link('https://example.com/a')}। फिर`],
  [
    'German',
    '„https://example.com/a“ und https://example.com/b…',
    `„${link('https://example.com/a')}“ und ${link('https://example.com/b')}…`,
  ],
  ['French', '«https://example.com/a»', `«${link('https://example.com/a')}»`],
  [
    'English',
    'https://example.com/a–b_(c), yes.',
    '<a https://example.com/a%E2%80%93b_(c)>https://example.com/a–b_(c)</a>, yes.',
  ],
];

const paragraphs = [...bold, ...tildes, ...links];

/** Marks that mean something. Tildes and stars between digits are text. */
const seen = /\*\*|~~(?!~)|\]\(|<br|&lt;b/;

describe('Markdown of models in eight languages', () => {
  it.each(paragraphs)('C369 %s: %s', (_, text, expected) => {
    expect(markup(text).replace(/ <span>\(.*?\)<\/span>/g, '')).toBe(`<p>${expected}</p>`);
  });

  it.each(paragraphs.filter(([, , expected]) => !expected.includes('**') && !expected.includes('~~')))(
    'C369 %s while it streams: %s',
    (_, text) => {
      const states = Array.from({ length: text.length }, (_, at) => markup(text.slice(0, at + 1), 'streaming'));

      expect(states.filter((state) => seen.test(state))).toEqual([]);
    },
  );

  it.each(['<br>', '<br/>', '<br />', '<BR>'])(
    'C370 %s breaks a line in the cell of a table, and only there',
    (tag) => {
      const table = `| 甲 | b |\n|---|---|\n| **一${tag}二** | c${tag}d <b>e</b> \`${tag}\` |\n`;
      const escaped = tag.replace('<', '&lt;').replace('>', '&gt;');

      expect(markup(table)).toContain('<td><strong>一<br/>二</strong></td><td>c<br/>d &lt;b&gt;e&lt;/b&gt;');
      expect(markup(table)).toContain(`<code>${escaped}</code>`);
      expect(markup(`one${tag}two`)).toBe(`<p>one${escaped}two</p>`);
      expect(markup('| a |\n|---|\n| b<br onclick="x">c |')).not.toContain('<br');
    },
  );

  it.each(['| a | b |\n|---|---|\n| one<br />two | x |', 'a | b\n---|---\none<br>two | x'])(
    'C370 shows no part of the tag while it streams: %j',
    (text) => {
      const states = Array.from({ length: text.length }, (_, at) => markup(text.slice(0, at + 1), 'streaming'));

      expect(states.filter((state) => state.includes('&lt;'))).toEqual([]);
    },
  );

  it('C369 does not mark honest addresses as deceptive', () => {
    const html = renderToStaticMarkup(
      createElement(Markdown, { text: links.map(([, text]) => text).join('\n\n'), state: 'done' }),
    );

    expect(html).not.toContain('<mark');
  });
});
