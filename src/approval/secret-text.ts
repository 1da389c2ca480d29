/** Stands in place of what is not shown. */
export const hiddenMark = '[redacted]';

const header = String.raw`\b(?:authorization|x-[\w-]*(?:key|token|secret))["']?\s*[:=]\s*["']?`;
const scheme = '(?:bearer|basic|token|digest|negotiate)';
const query = String.raw`[?&](?:[\w.-]*[_.-])?(?:api_?key|token|accesstoken|secret|password|passwd|pwd|auth|sig|signature)=`;

/** Each match is what stays, and then what is hidden: as little as a secret is made of, so that no command hides among it. */
const patterns: readonly RegExp[] = [
  /(:\/\/)[^\s/?#@:]*:[^\s/?#@]*(?=@)/g,
  new RegExp(`(${header}(?:${scheme}\\s+)?)(?!${scheme}\\b)[\\w.~+/=%-]+`, 'gi'),
  /(\bbearer\s+)(?=[\w.~+/=-]*\d)[\w.~+/=-]{8,}/gi,
  new RegExp(`(${query})[\\w.~+/=%-]+`, 'gi'),
  // Keys that tell by their first letters whose they are, and signed tokens.
  /()\b(?:sk-(?=[\w-]*\d)[\w-]{16,}|[rs]k_(?:live|test)_\w{16,}|gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{20,}|npm_\w{36}|xox[abeprs]-[\w-]{10,}|A[KS]IA[0-9A-Z]{16}|AIza[\w-]{35}|eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*)/g,
  /(-----BEGIN [A-Z ]*PRIVATE KEY-----)(?:[\w\s+/=:,.\\]|-(?!-))+/g,
];

/** Hides what is plainly a secret in a text: a URL's user and password, credentials in a header or a query, well-known keys. */
export function hideSecrets(text: string): { readonly text: string; readonly hidden: number } {
  let hidden = 0;
  const shown = patterns.reduce(
    (rest, pattern) =>
      rest.replace(pattern, (match: string, kept: string) => {
        // Nothing stands there: hiding it again would count it again.
        if (match.length === kept.length) return match;
        hidden += match.length - kept.length;
        return kept + hiddenMark;
      }),
    text,
  );
  return { text: shown, hidden };
}
