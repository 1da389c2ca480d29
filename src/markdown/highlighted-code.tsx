'use client';
import { type ComponentType, type CSSProperties, type ReactNode, useMemo } from 'react';
import { escapeUnseen } from '../approval/deceptive/escape-unseen.js';
import type { MarkdownCodeProps } from './markdown-context.js';

/** A tree in the hast format, as lowlight, refractor and Shiki return it. */
interface SyntaxNode {
  readonly type: string;
  readonly value?: string;
  readonly tagName?: string;
  readonly properties?: object;
  readonly children?: readonly SyntaxNode[];
}

/** Longer code is shown without colours, because a block that streams is highlighted again with each update. */
const maxLength = 20_000;

/** Deeper elements are not drawn. */
const maxDepth = 32;

/**
 * Makes a component for the prop `code` of `Markdown` from any highlighter that returns a hast tree. Elements are made
 * by React, so the highlighter cannot add HTML. Code is shown without colours if it names no language, if it is longer
 * than 20,000 characters, or if the highlighter throws or changes the text.
 *
 * @param highlight receives the code and the language that the model named. It may throw for an unknown language.
 * @example
 * import { common, createLowlight } from 'lowlight';
 * import { highlightedCode, Markdown } from 'countersign/markdown';
 *
 * const lowlight = createLowlight(common);
 * const Code = highlightedCode((code, language) => lowlight.highlight(language, code));
 * export const Text = ({ text }: { text: string }) => <Markdown text={text} code={Code} />;
 */
export function highlightedCode(
  highlight: (code: string, language: string) => SyntaxNode,
): ComponentType<MarkdownCodeProps> {
  return function HighlightedCode({ code, language }) {
    const content = useMemo(() => highlightSafely(highlight, code, language), [code, language]);
    return <>{content ?? escapeUnseen(code)}</>;
  };
}

function highlightSafely(
  highlight: (code: string, language: string) => SyntaxNode,
  code: string,
  language: string | undefined,
): ReactNode {
  if (language === undefined || code.length > maxLength) return undefined;
  try {
    const tree = highlight(code, language);
    // The block's copy button copies `code`, so the same text must be on screen.
    return treeText(tree, 0) === code ? toElements(tree, 'root') : undefined;
  } catch {
    return undefined;
  }
}

function treeText({ value = '', children = [] }: SyntaxNode, depth: number): string {
  if (depth > maxDepth) throw new RangeError('The syntax tree is too deep.');
  return value + children.map((child) => treeText(child, depth + 1)).join('');
}

function toElements({ value, tagName, properties = {}, children = [] }: SyntaxNode, key: number | string): ReactNode {
  if (value !== undefined) return escapeUnseen(value);
  const inside = children.map(toElements);
  // Shiki adds `pre` and `code`, which are here already.
  if (tagName !== 'span') return inside;
  const { className, class: classes = className, style } = properties as Readonly<Record<string, unknown>>; // any members
  return (
    <span
      key={key}
      className={Array.isArray(classes) ? classes.join(' ') : typeof classes === 'string' ? classes : undefined}
      style={typeof style === 'string' ? toTextStyle(style) : undefined}
    >
      {inside}
    </span>
  );
}

const textProperties: Readonly<Record<string, string>> = {
  color: 'color',
  'font-style': 'fontStyle',
  'font-weight': 'fontWeight',
  'text-decoration': 'textDecoration',
};

/** Parses the declarations that change text, and custom properties (`--shiki-dark`). */
function toTextStyle(style: string): CSSProperties {
  const declarations = style.split(';').flatMap((declaration): readonly (readonly [string, string])[] => {
    const [name = '', value] = declaration.split(':').map((text) => text.trim());
    const property = name.startsWith('--') ? name : textProperties[name];
    return property === undefined || value === undefined ? [] : [[property, value]];
  });
  return Object.fromEntries(declarations);
}
