/** Files that usually hold secrets: environment files, keys, certificates. `*` stands for any characters in a name. */
export const PROTECTED: readonly string[] = ['.env', '.env.*', '*.key', '*.pem'];

function toExpression(pattern: string): RegExp {
  const source = pattern
    .split('*')
    .map((literal) => literal.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
  return new RegExp(`^${source}$`, 'i');
}

const EXPRESSIONS = PROTECTED.map(toExpression);

/**
 * Returns `true` when writing to a file requires approval. It checks only the name, so that it applies in every folder.
 */
export function isProtected(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return EXPRESSIONS.some((expression) => expression.test(name));
}
