import { UserError } from './base/errors.js';
import { type JSONValue, toJson } from './base/json.js';
import { isList, isRecord } from './base/record.js';
import type { CallDescription, DeferredCall } from './deferred.js';

/** The change that a call would make, for a card. Plain data. */
export type Preview =
  | {
      readonly type: 'diff';
      readonly before: string;
      readonly after: string;
      readonly path?: string;
      /** For highlighting, such as `ts`. */
      readonly language?: string;
    }
  | { readonly type: 'table'; readonly columns: readonly string[]; readonly rows: readonly (readonly JSONValue[])[] }
  | { readonly type: 'image'; readonly url: string; readonly alt: string }
  | { readonly type: 'json'; readonly value: JSONValue }
  | { readonly type: 'text'; readonly text: string };

/**
 * The description of a call with another input than the model's: its card's text, and the decision of the policies
 * about it.
 */
export interface EditedCall
  extends CallDescription,
    Pick<DeferredCall, 'capabilities' | 'asksFor' | 'reason' | 'redactions' | 'effectiveInput' | 'unpredictablePaths'> {
  /** Set if only a title is known, made from the input: neither the tool nor the policies could be asked. */
  readonly known?: 'title';
  /** The reason why it cannot be approved: a policy refuses this input, or requires several people for it. */
  readonly refusal?: string;
}

/**
 * Validates the value that a tool's `preview` returned.
 *
 * @throws UserError when it is not a preview.
 */
export function parsePreview(value: unknown): Preview {
  // A copy, because the tool may change its own object.
  const data = toJson(value, 'The preview');
  if (isRecord(data) && isPreview(data)) return data;
  throw new UserError(
    'preview',
    `The tool's preview gave ${JSON.stringify(data).slice(0, 80)}, which a card cannot show. Give a complete diff, table, image, json or text.`,
  );
}

/** Returns `true` for a preview that a card can show. */
export function isPreview(data: Readonly<Record<string, unknown>>): data is Preview {
  const { type, columns, rows } = data;
  const isText = (...keys: readonly string[]): boolean => keys.every((key) => typeof data[key] === 'string');
  switch (type) {
    case 'diff':
      return isText('before', 'after', ...['path', 'language'].filter((key) => key in data));
    case 'table': {
      const isRow = (row: unknown): boolean => Array.isArray(row) && row.length === (columns as unknown[]).length;
      return isList(columns) && columns.every((name) => typeof name === 'string') && isList(rows) && rows.every(isRow);
    }
    case 'image':
      return isText('url', 'alt');
    case 'json':
      return 'value' in data;
    default:
      return type === 'text' && isText('text');
  }
}
