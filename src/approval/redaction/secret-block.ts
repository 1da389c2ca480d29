import { isBackslash } from './secret-setting.js';
import { charsOf, isPathLike, type Span, type TextScan } from './text-scan.js';

/** Finds secrets of several lines or words: private keys, vaults, password hashes, recovery phrases, lists of codes. */
export function findBlocks(scan: TextScan): readonly Span[] {
  return [
    ...findKeyBodies(scan),
    ...findVaults(scan),
    ...findHashes(scan),
    ...findMnemonics(scan),
    ...findCodes(scan),
    ...findManifestSecrets(scan),
    ...findJwkMembers(scan),
  ];
}

/** RFC 7468 (also OpenSSH), RFC 9580 (OpenPGP), RFC 4716 (SSH2), PuTTY. */
const begins =
  /-{4,5} ?BEGIN [A-Z\d ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}|\bPrivate-Lines: \d{1,3}(?=[\s\\])|\bPrivate-MAC: (?=[0-9a-f]{16})/g;

const isBase64 = charsOf(/[A-Za-z0-9+/=]/);
const isSpace = charsOf(/\s/);
/**
 * Finds the lines of private keys. It stops at the first line that cannot be part of a key, so that no other text is
 * hidden.
 */
function findKeyBodies(scan: TextScan): readonly Span[] {
  const { text } = scan;
  const found: Span[] = [];
  for (const { 0: begin, index } of text.matchAll(begins)) {
    const start = keySpaceEnd(scan, armorEnd(scan, index + begin.length));
    let end = start;
    for (let line = start; ; line = keySpaceEnd(scan, end)) {
      const lineEnd = keyLineEnd(scan, line);
      if (lineEnd === undefined) break;
      end = lineEnd;
    }
    if (end > start) found.push({ start, end });
  }
  return found;
}

/**
 * Returns the end of the headers of an OpenPGP armor (RFC 9580, section 6.2.2), which are free text and stay visible.
 */
function armorEnd(scan: TextScan, start: number): number {
  const header = /(?:\s|\\[nr]){1,4}(?:Version|Comment|Hash|Charset|MessageID): [^\r\n\\]{0,80}/y;
  header.lastIndex = start;
  let end = start;
  for (let count = 0; count < 8 && header.test(scan.text); count++) end = header.lastIndex;
  return end;
}

/** Returns the end of whitespace, including line breaks that are written as `\n`. */
function keySpaceEnd(scan: TextScan, start: number): number {
  const { text } = scan;
  let at = scan.endOf(start, isSpace);
  for (;;) {
    const slashes = scan.endOf(at, isBackslash, 4);
    if (slashes === at || !/[nr]/.test(text.charAt(slashes))) return at;
    at = scan.endOf(slashes + 1, isSpace);
  }
}

const keyHeaders = /^(?:Proc-Type: 4,ENCRYPTED|DEK-Info: [A-Z\d-]{1,30},[\dA-F]{1,64})(?![^\s\\])/;

/** Returns the end of a key's line. Commands and paths use the same letters, but rarely all kinds of them. */
function keyLineEnd(scan: TextScan, start: number): number | undefined {
  const { text } = scan;
  const isNote = text.startsWith('Proc-Type: ', start) || text.startsWith('DEK-Info: ', start);
  const note = isNote ? keyHeaders.exec(scan.slice(start, start + 120)) : null;
  if (note !== null) return start + note[0].length;
  const end = scan.endOf(start, isBase64);
  const line = text.slice(start, end);
  const isCased = /[A-Z]/.test(line) && /[a-z]/.test(line);
  const isMixed = isCased && (/\d/.test(line) || (line.length >= 20 && !line.includes('/')));
  const isDigest = /^[\da-f]{40,64}$/.test(line);
  const isWhole = end === text.length || /^(?:[\s\\"'`<]|\.{2,3}|…|-{4,5} ?END )/.test(text.slice(end, end + 9));
  return (isMixed || isDigest) && isWhole && !isPathLike(line.slice(0, 32)) ? end : undefined;
}

const isHex = charsOf(/[\dA-Fa-f]/);

/**
 * Finds Ansible vaults (docs.ansible.com/ansible/latest/vault_guide) and static OpenVPN keys: lines of hexadecimal
 * digits.
 */
function findVaults(scan: TextScan): readonly Span[] {
  const found: Span[] = [];
  for (const { 0: head, index } of scan.text.matchAll(
    /\$ANSIBLE_VAULT;[\d.]{3,5};AES256(?:;[\w-]{1,64})?|-{5}BEGIN OpenVPN Static key V\d-{5}/g,
  )) {
    let line = keySpaceEnd(scan, index + head.length);
    for (let end = scan.endOf(line, isHex); end - line >= 8; end = scan.endOf(line, isHex)) {
      found.push({ start: line, end });
      line = keySpaceEnd(scan, end);
    }
  }
  return found;
}

const isHashChar = charsOf(/[\w./+=-]/);
/**
 * man7.org crypt(5), httpd.apache.org password formats, password-hashing.net (PHC strings), Django, Werkzeug, LDAP,
 * PostgreSQL, MySQL.
 */
const hashes =
  /\$(?:2[abxy]?|[5671y]|gy|apr1|argon2(?:id|i|d)|scrypt|pbkdf2[\w-]{0,16})\$|\b(?:pbkdf2_sha\d{1,3}|bcrypt_sha256|scrypt|argon2)\$|\b(?:scrypt|pbkdf2):[\w:]{1,32}\$|\{(?:S?SHA\d{0,3}|S?MD5)\}|SCRAM-SHA-\d{1,3}\$|\*(?=[\dA-F]{40}\b)/g;

/** Finds password hashes. Their parameters stay visible. */
function findHashes(scan: TextScan): readonly Span[] {
  const { text } = scan;
  const found: Span[] = [];
  for (const { 0: head, index } of text.matchAll(hashes)) {
    let start = index + head.length;
    for (let part = 0; part < 8; part++) {
      const end = scan.endOf(start, isHashChar, 512);
      const value = text.slice(start, end);
      if (value.length >= 22 && /\d/.test(value) && /[A-Za-z]/.test(value)) found.push({ start, end });
      if (!/[$,:]/.test(text.charAt(end))) break;
      start = end + 1;
    }
  }
  return found;
}

const isWordChar = charsOf(/[a-z]/);
const isWordSpace = charsOf(/[\s,.\d)]/);
const phraseNames =
  /\b(?:mnemonic|(?:seed|recovery|secret|backup|wallet)[ _-]?(?:recovery[ _-]?)?(?:phrase|words?)|bip-?39)["']?(?:[^\n:=a-z]{0,8}(?:is|are|phrase|words?|for|my|wallet|the)){0,4}["']?\s{0,4}[:=]?\s{0,4}["']?(?:\d{1,2}[.)]\s{0,4})?/gi;

/** Finds recovery phrases of wallets (BIP-39: 12 to 24 words), if a word such as `mnemonic` announces them. */
function findMnemonics(scan: TextScan): readonly Span[] {
  const { text } = scan;
  const found: Span[] = [];
  for (const { 0: head, index } of text.matchAll(phraseNames)) {
    const words: Span[] = [];
    for (let start = index + head.length; words.length < 25; ) {
      const end = scan.endOf(start, isWordChar, 9);
      if (end - start < 3 || end - start > 8) break;
      words.push({ start, end });
      start = scan.endOf(end, isWordSpace, 6);
      if (start === end) break;
    }
    if (words.length >= 12) found.push(...words);
  }
  return found;
}

const isCodeChar = charsOf(/[\w-]/);
const isCodeSpace = charsOf(/[\s,;|*•[\]"']/);

/** Finds lists of one-time codes. */
function findCodes(scan: TextScan): readonly Span[] {
  const { text } = scan;
  const found: Span[] = [];
  for (const { 0: head, index } of text.matchAll(
    /\b(?:recovery|backup|scratch|emergency|one[- _]time)[ _-]?codes?\b["']?(?:[ \t](?:are|is|for [\w ]{1,40}))?[ \t]{0,4}[:=]?/gi,
  )) {
    let start = scan.endOf(index + head.length, isCodeSpace, 12);
    for (let count = 0; count < 32; count++) {
      const end = scan.endOf(start, isCodeChar, 40);
      const code = text.slice(start, end);
      if (code.length < 6 || !/\d/.test(code) || /^\d{4}-\d\d-\d\d$/.test(code)) break;
      found.push({ start, end });
      const next = scan.endOf(end, isCodeSpace, 12);
      if (next === end) break;
      start = next;
    }
  }
  return found;
}

const isPlain = charsOf(/[\w.~+/=-]/);

/** Finds the data of a `kind: Secret` (kubernetes.io/docs/concepts/configuration/secret). */
function findManifestSecrets(scan: TextScan): readonly Span[] {
  const { text } = scan;
  const found: Span[] = [];
  if (!/\bkind["']?:[ \t]{0,4}["']?Secret\b/.test(text)) return found;
  for (const { 0: head, index } of text.matchAll(
    /(?:^|\n)["']?(?:data|stringData)["']?:[ \t]{0,4}\{?[ \t]{0,4}(?=\r?\n)|["'](?:data|stringData)["']:\s{0,4}\{/g,
  )) {
    const entry =
      /[\s,]{1,40}["']?[\w.-]{1,128}["']?:[ \t]{0,4}(?:["']|(?=[^\s{[|>]))|["'][\w.-]{1,128}["']:\s{0,4}["']/y;
    entry.lastIndex = index + head.length;
    for (let match = entry.exec(text); match !== null; match = entry.exec(text)) {
      if (/^\r?\n\S/.test(match[0])) break;
      const end = scan.endOf(entry.lastIndex, isPlain, 4096);
      if (end > entry.lastIndex) found.push({ start: entry.lastIndex, end });
      entry.lastIndex = /["']/.test(text.charAt(end)) ? end + 1 : end;
    }
  }
  return found;
}

/** Finds the private members of a JSON Web Key (RFC 7518, section 6). */
function findJwkMembers(scan: TextScan): readonly Span[] {
  const { text } = scan;
  if (!/["']kty["']/.test(text)) return [];
  return Array.from(
    text.matchAll(/(["'](?:d|p|q|dp|dq|qi|k)["']\s{0,4}:\s{0,4}["'])[\w-]{16,8192}/g),
    ({ 0: member, 1: lead = '', index }) => ({ start: index + lead.length, end: index + member.length }),
  );
}
