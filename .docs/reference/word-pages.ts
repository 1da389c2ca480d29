import { keyboard } from '../../.storybook/reference/keyboard.js';
import { readTokens } from '../../.storybook/reference/styling.js';
import { defaultStrings } from '../../src/words/strings.js';
import { toCode, toPage, toTable, toText } from './markdown.js';

/** Writes the page of all strings, group by group. */
export function stringsPage(): string {
  const groups = Object.entries(defaultStrings).map(
    ([group, words]) => `## ${group}\n\n${toTable(['Key', 'English'], stringRows(words))}`,
  );
  return toPage(
    '# Strings',
    'Every string that the components show, by group. Replace some or all of them with `StringsProvider`. A string with ' +
      'parameters is a function.',
    ...groups,
  );
}

function stringRows(words: object, path = ''): readonly (readonly string[])[] {
  return Object.entries(words).flatMap(([key, word]: [string, unknown]): readonly (readonly string[])[] => {
    const name = path + (/^[\w$]+$/.test(key) ? `${path === '' ? '' : '.'}${key}` : `['${key}']`);
    if (typeof word === 'string') return [[toCode(name), toText(word)]];
    if (typeof word === 'function') return [[toCode(name), toCode(sourceOf(word))]];
    return typeof word === 'object' && word !== null ? stringRows(word, name) : [[toCode(name), toCode(String(word))]];
  });
}

/** Returns a function as it is in the source: imported names without the module of the test runner around them. */
function sourceOf(word: unknown): string {
  return String(word).replace(/\(0, ?__vite_ssr_import_\d+__\.(\w+)\)/g, '$1');
}

/** The purpose of each documented CSS variable. A test compares the names with `tokens.css`. */
export const variablePurposes: Readonly<Record<string, string>> = {
  '--cs-background': 'Background of the chat.',
  '--cs-surface': 'Background of cards and popovers.',
  '--cs-sunken': 'Background of code, inputs and folded content.',
  '--cs-hover': 'Background under the pointer.',
  '--cs-turn': "Background of the user's messages.",
  '--cs-line': 'Hairlines.',
  '--cs-line-strong': 'Borders of cards.',
  '--cs-control-line': 'Borders of buttons and fields.',
  '--cs-text': 'Text.',
  '--cs-text-muted': 'Secondary text.',
  '--cs-text-faint': 'Times, hints and counts.',
  '--cs-accent': 'Accent colour: main buttons, links and selections.',
  '--cs-on-accent': 'Text on the accent colour.',
  '--cs-ok': 'Success.',
  '--cs-warn': 'Medium risk and warnings.',
  '--cs-danger': 'Destructive actions and errors.',
  '--cs-danger-background': 'Background of an error.',
  '--cs-warn-background': 'Background of a warning.',
  '--cs-added-background': 'Added lines of a diff.',
  '--cs-added-word': 'Added words of a diff.',
  '--cs-removed-background': 'Removed lines of a diff.',
  '--cs-removed-word': 'Removed words of a diff.',
  '--cs-shadow': 'Shadow of popovers and floating panels.',
  '--cs-radius': 'Radius of cards.',
  '--cs-radius-small': 'Radius of buttons and fields.',
  '--cs-control-size': 'Height of buttons and fields.',
  '--cs-row': 'Height of rows in lists.',
  '--cs-icon-size': 'Size of icon buttons.',
  '--cs-font': 'Font of the interface.',
  '--cs-font-mono': 'Font of code.',
  '--cs-prose-size': 'Text size of messages.',
  '--cs-text-size': 'Text size of everything else.',
  '--cs-text-size-small': 'Text size of secondary text.',
  '--cs-text-size-tiny': 'Text size of labels.',
  '--cs-measure': 'Width of the column of messages.',
  '--cs-focus': 'Focus ring. The accent colour is used when it is unset.',
};

/** Writes the page of the documented CSS variables with their defaults. */
export function variablesPage(root: string): string {
  const tokens = readTokens(root);
  const names = [...new Set([...Object.keys(variablePurposes), ...Object.keys(tokens)])];
  return toPage(
    '# CSS variables',
    'Set these custom properties on any element around the components. Colors and shadows are in `@layer countersign`, ' +
      'so unlayered rules of your app override them. [CSS layers](../guides/theming.md#css-layers) lists the rest. ' +
      '[Theming](../guides/theming.md) shows complete themes.',
    toTable(
      ['Variable', 'Purpose', 'Default'],
      names.map((name) => [
        toCode(name),
        variablePurposes[name] ?? '',
        tokens[name] === undefined ? 'unset' : toCode(tokens[name]),
      ]),
    ),
  );
}

/** Writes the page of all keys, component by component. */
export function keyboardPage(): string {
  const tables = Object.entries(keyboard).map(
    ([name, keys]) =>
      `## ${name}\n\n${toTable(
        ['Key', 'Action'],
        keys.map(({ keys: pressed, action }) => [pressed.map((key) => `\`${key}\``).join(' or '), action]),
      )}`,
  );
  return toPage(
    '# Keyboard',
    'The keys of each component. Tab, Enter and Space work on every control. Letters are ignored while a person types, and ' +
      'work only while the focus is in the component.',
    ...tables,
  );
}
