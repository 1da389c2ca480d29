import { parse } from 'postcss';
import { describe, expect, it } from 'vitest';
// biome-ignore lint/correctness/useImportExtensions: an unbuilt script of this repository
import { mergeRules } from '../scripts/merge-rules.mjs';

function merged(css: string): string {
  const root = parse(css);
  mergeRules(root);
  return root.toString().replace(/\s+/g, ' ').trim();
}

describe('rules that say the same', () => {
  it('become one where those between them are of other elements, or set other things', () => {
    const css = `[data-cs='a'] { gap: 1px } [data-cs='b'] { gap: 2px } [data-cs] { color: red } [data-cs='c'] { gap: 1px }`;

    expect(merged(css)).toBe(
      `[data-cs='a'], [data-cs='c'] { gap: 1px } [data-cs='b'] { gap: 2px } [data-cs] { color: red }`,
    );
  });

  it('become one where the later stands, when only the earlier can move', () => {
    const css = `[data-cs='a'] { gap: 1px } [data-cs='b'] { gap: 2px } [data-cs='b']:hover { gap: 1px }`;

    expect(merged(css)).toBe(`[data-cs='b'] { gap: 2px } [data-cs='a'], [data-cs='b']:hover { gap: 1px }`);
  });

  it.each([
    ['one between sets the same of the same element', `[data-cs='c'] { gap: 2px }`],
    ['one between may be of any element', '[data-cs] { row-gap: 2px }'],
    ['one between sets it by a shorthand', `:is([data-cs='a'], [data-cs='c']) { gap: 2px 3px }`],
  ])('stay two where %s', (_, between) => {
    const css = `[data-cs='a'] { gap: 1px } ${between.replace("[data-cs='c'] {", "[data-cs='a'][data-x], [data-cs='c'] {")} [data-cs='c'] { gap: 1px }`;

    expect(merged(css)).toBe(css);
  });

  it.each([
    [
      'in which a browser may not know a selector',
      `[data-cs='a']::-moz-progress-bar { gap: 1px } [data-cs='c'] { gap: 1px }`,
    ],
    ['under another condition', `[data-cs='a'] { gap: 1px } @media (hover: none) { [data-cs='c'] { gap: 1px } }`],
    ['in and outside of a layer', `@layer x { [data-cs='a'] { gap: 1px } } [data-cs='c'] { gap: 1px }`],
  ])('stay two %s', (_, css) => {
    expect(merged(css)).toBe(css);
  });

  it('leave no condition behind that holds nothing', () => {
    const css = `@media (hover: none) { [data-cs='a'] { gap: 1px } } @media (hover: none) { [data-cs='c'] { gap: 1px } }`;

    expect(merged(css)).toBe(`@media (hover: none) { [data-cs='a'], [data-cs='c'] { gap: 1px } }`);
  });
});
