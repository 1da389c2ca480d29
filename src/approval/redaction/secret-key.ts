/** Words that make a name a secret's, wherever they stand in it. */
const words: ReadonlySet<string> = new Set(
  'password passwd pwd pw pass pin passphrase passcode secret token cookie authorization auth bearer session sid credential cred apikey jwt otp totp cvv cvc mnemonic'.split(
    ' ',
  ),
);

/** Names written in one go, or in unusual capitals: `dbpassword`, `APIkey`. As an end only: `secretary` is none. */
const squeezed =
  /(?:password|passwd|passphrase|secret|token|credential|(?:api|access|private|secret|signing|encryption|master)key)s?$/;

/** Pairs: a `key` alone is innocent, and so is a `code`. */
const pairs =
  /\b(?:(?:api|access|private|secret|signing|encryption|master|auth|account|shared|ssh|license|subscription|service|deploy) keys?|(?:recovery|backup|security|verification) codes?|seed phrase|connection string)\b/;

/** What is said about a secret is none. */
const namesKind =
  / (?:type|name|policy|scheme|method)$|\b(?:cookie cutter|(?:password|token) less)\b|\b(?:auth|authorization|token) (?:url|uri|endpoint|server)$/;

/** Beside one of these, or in the plural (`tokens`, `outputTokens`), a number counts something. */
const counts =
  /\b(?:max|min|num|number|count|total|limit|budget|length|size|usage|used|remaining|ttl|timeout|age|expiry|expires|duration|interval|seconds|ms|minutes|hours|days|index|per|rate|version)\b|[^s]s$/;

const wordPattern = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+/gu;

/** Longer names are texts: nobody reads them as names. */
const maxNameLength = 128;

/** A name's words in lower case, whatever its style: `X-Auth-Token`, `x_auth_token` and `xAuthToken` are `x auth token`. */
export function nameWords(name: string): string {
  const plain = name
    .slice(0, maxNameLength)
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '');
  return (plain.match(wordPattern) ?? []).join(' ').toLowerCase();
}

/**
 * Tells whether a name stands for a secret, given what it names: a number is a count in `max_tokens`, and a code in `token`.
 *
 * @param name in any style, as {@link nameWords} gives it.
 */
export function isSecretName(name: string, value: unknown): boolean {
  if (!namesSecret(name)) return false;
  return typeof value === 'number' ? !counts.test(name) : typeof value !== 'string' || !namesKind.test(name);
}

function namesSecret(name: string): boolean {
  const isWord = (word: string): boolean => words.has(word) || (word.endsWith('s') && words.has(word.slice(0, -1)));
  return (
    name.split(' ').some((word) => isWord(word) || squeezed.test(word)) ||
    pairs.test(name) ||
    squeezed.test(name.replaceAll(' ', ''))
  );
}
