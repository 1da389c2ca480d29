import postcss from 'postcss';
import { describe, expect, it } from 'vitest';
// biome-ignore lint/correctness/useImportExtensions: an unbuilt script of this repository
import { splitStyles } from '../scripts/split-styles.mjs';

async function split(css: string): Promise<string> {
  const { css: made } = await postcss([splitStyles()]).process(css, { from: undefined });
  return made.replace(/\s+/g, ' ').trim();
}

describe('a skin', () => {
  it('of controls and of others stands outside of the layer for the ones, and in it for the others', async () => {
    const css = `@layer countersign { [data-cs='button'], [data-cs='text'] { color: red } }`;

    expect(await split(css)).toBe(
      `@layer countersign { [data-cs='text'] { color: red } } [data-cs='button']:where(:not([data-unstyled])) { color: red }`,
    );
  });

  it('stays in the layer for all where it has a token', async () => {
    const css = `@layer countersign { [data-cs='button'], [data-cs='text'] { --cs-glyph: red; color: red } }`;

    expect(await split(css)).toBe(
      `@layer countersign { [data-cs='button'], [data-cs='text'] { --cs-glyph: red; color: red } } [data-cs='button']:where(:not([data-unstyled])) { color: red }`,
    );
  });

  it('of controls alone leaves the layer', async () => {
    const css = `@layer countersign { [data-cs='button'] { color: red } [data-cs='text'] { color: red } }`;

    expect(await split(css)).toBe(
      `@layer countersign { [data-cs='text'] { color: red } } [data-cs='button']:where(:not([data-unstyled])) { color: red }`,
    );
  });

  it('C462 of a control is not for elements with `data-unstyled`, nor for their placeholders', async () => {
    const css = `@layer countersign { [data-cs='text'] { color: blue } [data-cs='button'] { color: red } [data-cs='composer-input']::placeholder { color: red } }`;

    expect(await split(css)).toBe(
      `@layer countersign { [data-cs='text'] { color: blue } } [data-cs='button']:where(:not([data-unstyled])) { color: red } [data-cs='composer-input']:where(:not([data-unstyled]))::placeholder { color: red }`,
    );
  });
});
