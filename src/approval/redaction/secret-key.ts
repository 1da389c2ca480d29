import { hasSessionCookie, isCookieHeader } from './cookie-look.js';
import { isLiteral, isPlaceholder, isSentence, looksLikeCredential } from './secret-look.js';

/**
 * The evidence that a name alone gives. `strong`: every value is a secret, except placeholders, labels and sentences.
 * `weak`: only a value that looks like a credential is, unlike `session: 'Yoga at 9'` and `fromToken: 'USDC'`.
 */
export type NameStrength = 'strong' | 'weak' | 'none';

const toSet = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const strongWords = toSet(
  'password passwd pwd pw passphrase passcode secret authorization apikey jwt mnemonic cvv cvc privatekey psk',
);
const weakWords = toSet(
  'pass pin token session sid cookie auth bearer credential cred creds otp totp passwort kennwort contraseña senha wachtwoord hasło пароль 密码 密碼 パスワード',
);

/**
 * Matches names without separators or with unusual capitals: `dbpassword`, `APIkey`. Only at the end: `secretary` is
 * different.
 */
const squeezed =
  /(?:password|passwd|passphrase|secret|(?:api|access|private|secret|signing|encryption|master|preshared)key|(?:auth|access|refresh|session|csrf|xsrf|api|bearer)token)s?$|credentials?$|sess(?:ion)?_?id$|(?:auth|access|refresh)tokens?$/;
const squeezedWeak = /(?:token|credential)s?$/;

/** Matches pairs of words. `key` and `code` alone are harmless. */
const pairs =
  /\b(?:(?:api|access|private|secret|signing|encryption|master|auth|account|shared|pre ?shared|ssh|license|subscription|service|deploy|app|application|consumer|integration|routing|storage|function|admin|root|webhook|session|symmetric|hmac|client|write|ingestion) keys?|key data|(?:recovery|backup|security|verification|scratch|one time|otp|mfa|2fa) codes?|(?:seed|recovery) (?:phrase|words?)|connection string|key ?base|store ?pass|key ?pass|(?:session|sess|php sess) id|amz signature|goog signature|amz security token)\b/;

/** Matches `token` with a word that makes any value a secret. */
const strongTokens =
  /\b(?:access|refresh|id|session|csrf|xsrf|bearer|api|bot|auth|authentication|authorization|oauth|reset|verification|personal|deploy|private|oidc|registration|login|sso|jwt|git|github|gitlab|slack|npm|aws|vault|admin|device|user|service|app|client|security|magic|remember|webhook) tokens?\b/;

/** Matches names that end with a description of a secret, rather than a secret. */
const descriptions =
  / (?:type|name|names|policy|policies|scheme|method|methods|mode|status|state|limits|title|label|description|hint|help|error|errors|placeholder|rules?|strength|score|format|pattern|regex|selectors?|algorithms?|alg|min|max|expires|expiry|expiration|date|time|ttl|timeout|duration|age|enabled|required|disabled|visible|valid|changed|provider|issuer|ur[il]|endpoint|server|path|files?|dir|color|colour|size|version|symbol|decimals|balance|price|amount|rate|level|kind|class|groups?|roles?|scopes?|owner|manager|rotation|days|field|screen|page|form|button|question|santa|ingredient|recipe|garden|store|ref|reference|arn|address|contract|pair|logo|chain|network|supply|holders?|list|index|position|offset|start|end|day|room|location|consent|banner|notice|preferences|settings|config|jar|cutter|cake|dough|flavou?r|code ?challenge|location|through|along|over|by|fail|rating|grade|tag|at|on|in|out|less)$/;

const namesKind =
  / (?:type|name|policy|scheme|method)$|\b(?:cookie cutter|(?:password|token) less)\b|\b(?:auth|authorization|token) (?:url|uri|endpoint|server)$/;

/** Matches words with another meaning: pagination, currencies, syntax, design tokens. */
const otherThings =
  /\bexisting (?:\w+ )?secret\b|\b(?:page|next|prev|previous|continuation|continue|sync|cursor|from|to|base|quote|source|target|design|color|colour|stop|eos|bos|pad|mask|unk|special|first|last|native|gas|reward|governance|staking|nft|erc ?\d*|lp|pool|swap|buy|sell|sold|bought|syntax|lexer|css|spacing|font|typography|payout|deposit|collateral|wrapped|stable|trading) tokens?\b|\b(?:boarding|day|season|ski|bus|train|rail|travel|museum|festival|event|guest|visitor|lift|park|parking|month|monthly|week|weekly|annual|city|metro|backstage|press|mountain|low|high|band|first|second|single|multi|by|test|unit|render|shadow|forward|backward|touchdown|compiler) pass(?:es)?\b|\b(?:gpio|map|location|chip|board|data|clock|led|header|power|reset|input|output|rolling|bowling|push|hair|drawing) pins?\b|\b(?:yoga|training|therapy|photo|jam|study|workout|coaching|class|lab|breakout|poster|keynote|recording|listening|game|gaming|court|legislative|parliament|plenary|trading|morning|afternoon|evening|next|previous|last|first|upcoming|current|conference|workshop) sessions?\b|\bsecret (?:santa|ingredient|garden|agent|service|recipe|menu|level|shop|sauce)\b|\bcookie (?:policy|consent|banner|notice|cutter|recipe|jar|flavou?r|category|categories)\b|\bno auth\b|\b(?:password|token|pass) (?:less|through|along|rate)\b/;

/** Matches names that make a number a count, such as plurals (`tokens`, `outputTokens`). */
const counts =
  /\b(?:max|min|num|number|count|total|limit|budget|length|size|usage|used|remaining|ttl|timeout|age|expiry|expires|duration|interval|seconds|ms|minutes|hours|days|index|per|rate|version|at|position|order|rank|attempts|tries|iterations|rounds)\b|\btoken id$|[^s]s$/;

const wordPattern = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lo}+|\p{N}+/gu;

/** Longer names are treated as text, so the rest is ignored. */
const maxNameLength = 128;

/**
 * Returns the words of a name in lower case, in any style: `X-Auth-Token`, `x_auth_token` and `xAuthToken` are
 * `x auth token`.
 */
export function nameWords(name: string): string {
  const plain = name
    .slice(0, maxNameLength)
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '');
  return (plain.match(wordPattern) ?? []).join(' ').toLowerCase();
}

/**
 * Returns the evidence of a name that its value is a secret.
 *
 * @param name in words, as {@link nameWords} returns them.
 */
export function nameStrength(name: string): NameStrength {
  if (otherThings.test(name) || namesKind.test(name) || descriptions.test(name)) return 'none';
  const all = name.split(' ');
  const has = (list: ReadonlySet<string>): boolean =>
    all.some((word) => list.has(word) || (word.endsWith('s') && list.has(word.slice(0, -1))));
  const joined = name.replaceAll(' ', '');
  if (has(strongWords) || pairs.test(name) || strongTokens.test(name)) return 'strong';
  if (all.some((word) => squeezed.test(word)) || squeezed.test(joined)) return 'strong';
  return has(weakWords) || all.some((word) => squeezedWeak.test(word)) || squeezedWeak.test(joined) ? 'weak' : 'none';
}

/**
 * Returns `true` when a value with this name is a secret. The name and the look of the value decide together: a number
 * is a count for `max_tokens`, but a code for `password`.
 *
 * @param name in words, as {@link nameWords} returns them.
 * @param value lists and objects are secrets if a part of them is.
 */
export function isSecretName(name: string, value: unknown): boolean {
  const strength = nameStrength(name);
  return strength !== 'none' && isSecretValue({ name, strength }, value);
}

/** A name of a secret, with its evidence. */
export interface SecretName {
  readonly name: string;
  readonly strength: 'strong' | 'weak';
}

/** Returns `true` when a value with this name is a secret. */
export function isSecretValue({ name, strength }: SecretName, value: unknown): boolean {
  if (typeof value === 'number') return !isCount(name) && (strength === 'strong' || Math.abs(value) >= 1000);
  if (typeof value === 'string') {
    if (value === '' || isPlaceholder(value) || isLiteral(value.trim())) return false;
    // The value is the name of a header: `API_KEY_HEADER=x-api-key`.
    if (/\bheader$/.test(name) && /^[A-Za-z]{1,16}(?:-[A-Za-z]{1,16}){1,4}$/.test(value)) return false;
    if (/\bcookies?$/.test(name) && isCookieHeader(value)) return hasSessionCookie(value);
    if (/^\d+$/.test(value) && isCount(name)) return false;
    if (strength === 'weak') return looksLikeCredential(value) || isEncodedPair(name, value);
    return /\b(?:phrase|passphrase|mnemonic)\b/.test(name) || !(isSentence(value) || isLabel(name, value));
  }
  return typeof value === 'object' && value !== null;
}

/** Returns `true` when a number under this name, in words, counts or measures something. */
export function isCount(name: string): boolean {
  return counts.test(name);
}

/** Returns `true` when the value is a label for its name: `{ password: 'Password' }`, `{ secret: 'API secret' }`. */
function isLabel(name: string, value: string): boolean {
  const words = nameWords(value);
  if (words === name) return true;
  if (/[^\p{L}\p{M}\s'’.?!…*-]/u.test(value.replace(/:$/, '')) || !/^\p{Lu}|^\p{Lo}/u.test(value)) return false;
  return /\s/.test(value.trim()) ? nameStrength(words) !== 'none' || isCaption.test(value) : captions.has(words);
}
const captions = toSet(
  'password passwort kennwort contraseña senha wachtwoord hasło пароль 密码 密碼 パスワード secret token passphrase passcode authorization login auth',
);
const isCaption = /^(?:Mot de passe|Clé|Forgot|Enter|Choose|Show|Hide|New|Confirm)\b/;

/** Returns `true` for `user:password` in Base64, which settings of registries contain as `auth`. */
function isEncodedPair(name: string, value: string): boolean {
  if (!/\bauths?\b/.test(name) || !/^[A-Za-z0-9+/]{6,}={0,2}$/.test(value)) return false;
  try {
    return /^[\x20-\x7e]+:[\x20-\x7e]+$/.test(atob(value));
  } catch {
    return false;
  }
}
