import { describe, expect, it } from 'vitest';
import { findForeignText } from './setup/foreign-text-rules.js';
import { readSources } from './setup/source-files.js';

/** Expressions that the rule cannot trace, by file, with the reason why they are clean. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  // Names of keys, from a table of this package.
  'src/components/batch/batch-help.tsx': ['key'],
  // Interface strings, passed as a parameter.
  'src/components/approval/approval-people.tsx': ["call.needs?.map(strings.needsPeople).join(' ')"],
  'src/components/approval/approve-button.tsx': [
    'ignoredLetter[ignored.because](keys)',
    'isBusy ? strings.checking : words',
    'note',
  ],
  'src/components/inbox/inbox-parts.tsx': ['what', 'hint'],
  'src/components/inbox/inbox-read.tsx': ['problem(quoteSafely(read.message))'],
  'src/components/outlet/interrupted-call.tsx': ['note'],
  'src/components/preview/diff-notes.tsx': ['note'],
  'src/components/part/copy-button.tsx': ["{ idle: '', copied: words.copied, failed: words.copyFailed }[state]"],
  // Elements of the app, or of the kit.
  'src/components/chat/agent-chat.tsx': ['title'],
  'src/components/form/schema-field.tsx': ['slots.name'],
  'src/components/outlet/open-outlet.tsx': ['problem'],
  // Elements whose texts `toElements` escapes.
  'src/markdown/highlighted-code.tsx': ['content ?? escapeUnseen(code)', 'inside'],
  // A string of the app.
  'src/components/meter/meter-parts.tsx': ['cost'],
  // Cleaned at the start of the function, and cut here.
  'src/components/feed/feed-line.tsx': ['text.slice(0, at)', 'title', 'text.slice(at + title.length)', 'parts'],
  // Numbers, and dates that matched a pattern.
  'src/components/feed/feed-count.tsx': ['value'],
  'src/components/value/scalar.tsx': ['String(value)', 'isLiteral ? literal : own', 'formatDate(text, locale)'],
};

const views = [...readSources('src/components', 'src/markdown')].filter(([path]) => path.endsWith('.tsx'));

describe('Text of models, tools, servers and other people', () => {
  it('C333 is rendered by the one component or function that makes invisible characters visible', () => {
    const found = views.flatMap(([path, source]) => findForeignText(path, source));

    const problems = found
      .filter(({ path, expression }) => exceptions[path]?.includes(expression) !== true)
      .map(
        ({ path, line, expression }) => `${path}:${line} renders {${expression}}: use escapeUnseen or DeceptiveText`,
      );

    expect(views.length).toBeGreaterThan(150);
    expect(problems).toEqual([]);
  });

  it('C333 needs each exception', () => {
    const found = new Set(
      views.flatMap(([path, source]) => findForeignText(path, source).map(({ expression }) => `${path} ${expression}`)),
    );

    const unused = Object.entries(exceptions).flatMap(([path, all]) =>
      all.map((expression) => `${path} ${expression}`).filter((one) => !found.has(one)),
    );

    expect(unused).toEqual([]);
  });

  it('C333 reaches a page in no other way', () => {
    const ways =
      /dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacent|document\.write|setAttribute\('(?:title|alt|aria)/;

    const problems = [...readSources('src')].filter(([, source]) => ways.test(source)).map(([path]) => path);

    expect(problems).toEqual([]);
  });
});

const component = (body: string): string => `function A({ call, children, onPress }) { ${body} }`;
const check = (body: string): readonly string[] =>
  findForeignText('src/components/a.tsx', component(body)).map(({ expression }) => expression);

describe('The check of rendered text', () => {
  it.each([
    ['a member', 'return <p>{call.title}</p>;', 'call.title'],
    ['a variable', 'const { title } = call; return <p>{title}</p>;', 'title'],
    ['an attribute', 'return <p title={call.title} />;', 'call.title'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source code
    ['a label', 'return <button aria-label={`Approve ${call.title}`} />;', '`Approve ${call.title}`'],
    ['a sum', "return <p>{'Approve ' + call.title}</p>;", "'Approve ' + call.title"],
    ['a choice', "return <p>{call.title === '' ? 'none' : call.title}</p>;", "call.title === '' ? 'none' : call.title"],
    ['a default', "return <p>{call.title ?? 'none'}</p>;", "call.title ?? 'none'"],
    ['a list', 'return <ul>{call.facts.map((fact) => fact)}</ul>;', 'call.facts.map((fact) => fact)'],
    ['an item of a list', 'return <ul>{call.facts.map((fact) => <li>{fact}</li>)}</ul>;', 'fact'],
    [
      'a call of the file',
      'return <p>{nameOf(call)}</p>; } function nameOf(call) { return call.title;',
      'nameOf(call)',
    ],
    ['a call of another file', 'return <p>{titleOf(call)}</p>;', 'titleOf(call)'],
    ['what is given to a component', 'return <Button>{call.title}</Button>;', 'call.title'],
    ['a word that is none', 'const words = call; return <p>{words.title}</p>;', 'words.title'],
    ['a slot', 'return <Form actions={call.title} />;', 'call.title'],
  ])('C333 finds %s', (_, body, expression) => {
    expect(check(body)).toEqual([expression]);
  });

  it.each([
    ['a text of its own', 'return <p title="a">Approve {\'now\'}</p>;'],
    ['a cleaned text', 'return <p title={escapeUnseen(call.title)}>{escapeUnseen(call.title)}</p>;'],
    ['a variable of it', 'const title = escapeUnseen(call.title); return <p>{title}</p>;'],
    ['the component', 'return <p><DeceptiveText text={call.title} /></p>;'],
    ['words', 'const strings = useWords(table); return <p title={strings.a}>{strings.b(call.title)}</p>;'],
    ['one word', 'const { approve } = useWords(table); return <p>{approve}</p>;'],
    ['a number', 'return <p>{call.items.length} {call.at - 1}</p>;'],
    ['children', 'return <p>{children}</p>;'],
    ['elements', 'return <p>{call.facts.map((fact) => <b>{escapeUnseen(fact)}</b>)}</p>;'],
  ])('C333 passes %s', (_, body) => {
    expect(check(body)).toEqual([]);
  });
});
