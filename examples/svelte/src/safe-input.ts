import { findDeceptiveText, type JSONValue, redact } from 'countersign/core';

/** Shows characters without a visible form as escapes. They could hide text, or reorder it. */
export function escapeHidden(text: string): string {
  return text.replace(/[^\P{C}\n]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** Returns the input of a call as text without secrets. */
export function describeInput(input: JSONValue): string {
  return escapeHidden(JSON.stringify(redact(input).value, null, 2));
}

function stringsIn(value: JSONValue | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** Returns a warning for each part of the input that may look like something else. */
export function findWarnings(input: JSONValue): readonly string[] {
  const marks = stringsIn(input).flatMap((text) => findDeceptiveText(text));
  const warnings = marks.map(({ kind, text }) => `Check this text (${kind}): ${escapeHidden(text.slice(0, 100))}`);
  return [...new Set(warnings)];
}
