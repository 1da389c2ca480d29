/** Returns `true` for a placeholder: `<token>`, `${TOKEN}`, `YOUR_API_KEY`, `xxxxx`, `process.env.API_KEY`. */
export function isPlaceholder(value: string): boolean {
  const text = value.trim().slice(0, 256);
  return marks.test(text) || references.test(text) || (!/\d{2}/.test(text) && fillers.test(text) && isWordy(text));
}

/** Matches brackets, variables and repeated characters. */
const marks =
  /^(?:<[^<>]*>|\[[^[\]]*\]|\{\{?[^{}]*\}?\}|\$[A-Z_][A-Z\d_]*|\$[a-z]+(?:_[a-z]+)*|(?:[\w-]*\$\{\{?[^{}]*\}?\}[\w-]*)+|\$\([^()]*\)|%[A-Z_]+%|#\{[^{}]*\}|(?:sk-|ghp_)?(?:[xX]{2,}|\*{2,}|•+|\.{2,}|…|_{2,}|-{2,})|[xX]+(?:-[xX]+)+|\?+)$/;

/** Matches expressions that read a value. */
const references =
  /^(?:process\.env|import\.meta\.env|os\.(?:environ|getenv)|env|ENV|secrets|vars?|local|inputs|params|config|settings|self|this|props|ctx|req|request|options|args|body|form)(?:\.[A-Za-z_]\w*|\[["']?\w+["']?\]|\(["']\w+["']\))+$|^(?:op|vault|ssm|arn|awssm|gcpsm|keyring|ref\+\w+):[\w/:.#+-]+$/;

const fillers =
  /(?:^|[^A-Za-z])(?:your|insert|placeholder|redacted|example|dummy|todo|tbd|change[-_ ]?(?:me|it)|replace[-_ ]?(?:me|this|with))(?![a-z])|[-_ ](?:goes[-_ ])?here$/i;

/** Returns `true` when a text consists of words and short numbers, as in `next-page-2`. */
export function isWordy(text: string): boolean {
  // Prose has no `!` or `?` inside of a word.
  if (/[\p{L}\p{N}][!?]+[\p{L}\p{N}]/u.test(text)) return false;
  return !/[^\p{L}\p{N}\p{M}\s._\-/:,!?'’"()]/u.test(text) && !text.split(/[^\p{L}\p{N}\p{M}]+/u).some(mixesKinds);
}

/** Returns `true` for letters and digits that are neither a word with a number, nor a number with a unit. */
function mixesKinds(segment: string): boolean {
  if (segment === '') return false;
  if (/^\p{L}+\d{1,4}$|^\d{1,4}\p{L}{1,3}$|^\d{1,10}$/u.test(segment)) return false;
  return /\p{N}/u.test(segment) || isIrregular(segment);
}

/** Returns `true` for letters whose capitals fit no naming style: `dXNlcjpwYXNz`, unlike `userName` or `HTTPServer`. */
function isIrregular(letters: string): boolean {
  if (letters.length < 10) return false;
  const words = letters.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
  return words.length > 2 && letters.length / words.length < 3.4;
}

/** Returns `true` when a part of a text looks generated, as keys do. */
export function looksRandom(text: string): boolean {
  const segments = text.split(/[^A-Za-z0-9]+/);
  if (segments.some((part) => part.length >= 12 && mixesKinds(part) && !/^[a-z]{3,}\d{1,4}$/i.test(part))) return true;
  if (segments.some((part) => part.length >= 18 && /\d\D*\d/.test(part) && /[A-Za-z]/.test(part))) return true;
  const mixed = segments.filter((part) => part.length >= 4 && mixesKinds(part));
  return text.length >= 16 && mixed.join('').length >= 10;
}

/** Matches names of techniques, versions and dates: `base64`, `oauth2`, `ed25519`, `v2`, `winter2026`. */
const technical =
  /^(?:(?:base|sha|md|oauth|utf|ed|x|argon|bcrypt|scrypt|rsa|aes|hs|rs|es|ps|http|tls|ssl|ipv|v|h|p|web|level|step|part|version|node|saml|pbkdf|erc|bep|iso|rfc|auth|python|log|curve|secp|rc|draft|day|week|room|type|tier|group|stage|phase|unit|season|episode|chapter)[-_]?\d[\w.-]{0,8}|\p{L}{3,}[-_]?(?:19|20)\d\d)$/iu;
/** Matches product codes in capitals: `GPIO17`, `ERC20`. */
const codeName = /^[A-Z]{1,8}[-_]?\d{1,3}[A-Z]?$/;
const date =
  /^\d{4}-\d\d(?:-\d\d)?(?:[T ][\d:.,]+(?:Z|[+-]\d\d:?\d\d)?)?$|^\d{1,2}[./:]\d{1,2}(?:[./:]\d{2,4})?$|^\d{1,2}(?::\d\d)?\s?[ap]m$/i;

/** Returns `true` when a text looks like a credential, and not like words, a date, an address or a technical name. */
export function looksLikeCredential(value: string): boolean {
  const text = value.replaceAll(shortened, '').trim();
  if (text.length < 4 || isPlaceholder(text) || date.test(text) || isTechnical(text) || isAddress(text)) return false;
  if (/^\d+$/.test(text) || looksRandom(text)) return true;
  if (/\s/.test(text)) return !text.split(/\s+/).every((part) => proseWord.test(part));
  if (/^[$€£@]\w+$/.test(text) || /^[\d.,:/+()%#–-]+$/.test(text)) return false;
  if (/[-_./]/.test(text) && isWordy(text)) return false;
  return /[^\p{L}\p{M}\p{N}._\-/:,'’]/u.test(text) || (text.length >= 6 && /\d/.test(text) && /\p{L}/u.test(text));
}

/** Matches the marks of an earlier redaction. */
const shortened = /\[redacted\]|(?:\[[redact]{0,8})?… \[cut\]$/g;

/** Matches a word, a number or a punctuation mark of prose. */
const proseWord =
  /^(?:[("'„“‘«¿¡#@&+–—-]{0,3}\p{L}[\p{L}\p{M}'’/&.-]*\p{N}{0,4}[.,:;!?)"'”’»…]{0,3}|[#(]?[$€£]?\p{N}[\p{N}.,:%/–×-]*[\p{L}€$£°]{0,4}[.,:;!?)]{0,2}|[&+–—·•|/×→-]{1,2}|\p{Extended_Pictographic}.{0,8})$/u;

/** Returns `true` for the name of a technique or a product code. */
export function isTechnical(text: string): boolean {
  return codeName.test(text) || technical.test(text);
}

/** Returns `true` for a URL, an email address or the public address of a wallet. */
function isAddress(text: string): boolean {
  return (
    /^(?:https?|mailto|tel|wss?):/i.test(text) ||
    /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(text) ||
    /^0x[\dA-Fa-f]{40}$/.test(text)
  );
}

const functionWords =
  /(?:^|\s)(?:the|an?|is|are|was|must|should|may|can|cannot|of|to|for|your|at|be|in|with|required|please|not|and|or|if|when|used|does|do|has|have|too|under|over|der|die|das|ist|muss|und|le|la|les|est|el|es|de|du|des|il|no|o|e)(?=\s|$|[.,:;!?])/i;

/** Returns `true` when a text is a sentence or a phrase of a language, and not a passphrase. */
export function isSentence(text: string): boolean {
  if (!/\S\s+\S+\s+\S/.test(text)) return false;
  return functionWords.test(text) || /[.!?…]$/.test(text) || /^\p{Lo}/u.test(text);
}

/** Returns `true` for types, states and instructions, which occur in place of a value. */
export function isLiteral(text: string): boolean {
  return literals.test(text);
}
const literals =
  /^(?:true|false|null|nil|none|undefined|yes|no|on|off|string|str|text|number|int|integer|boolean|bool|object|array|any|unknown|buffer|bytes|uuid|secure ?string|optional|required|missing|invalid|valid|incorrect|wrong|changed|expired|enabled|disabled|hidden|empty|unset|default|inherit|include|omit|same-origin|n\/a)$/i;
