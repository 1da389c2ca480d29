import { isSecretName, nameStrength, nameWords } from './secret-key.js';
import { isPlaceholder, isTechnical, looksLikeCredential, looksRandom } from './secret-look.js';
import { charsOf, isPathLike, type Span, type TextScan } from './text-scan.js';

/** A pattern of the text before a secret. */
interface Phrase {
  /** Matches up to the start of the secret. The first group, if any, is its name. Every repetition is bounded. */
  readonly lead: RegExp;
  /**
   * `any`: the following value is a secret. `credential`: it has to look like one. `random`: it has to look generated.
   * `named`: the first group has to name a secret.
   */
  readonly follows: 'any' | 'credential' | 'random' | 'named';
}

const phrase = (follows: Phrase['follows'], lead: RegExp): Phrase => ({ follows, lead });

/** Command-line options, statements and file formats in which a secret follows its name without `=` or `:`. */
const phrases: ReadonlySet<Phrase> = new Set([
  // Options of any command. An option that only asks for input (`--password-stdin`) has no value.
  phrase('credential', /(?<=^|\s)--?([A-Za-z][\w-]{1,40})[ \t]{1,4}["']?/g),
  phrase(
    'any',
    /(?<=^|\s)--(?:password|passwd|passphrase|api-?key|secret(?:-key)?|client-secret|(?:access|auth|api)-token)[ \t]{1,4}["'](?=[^"'\s]{1,256}["'])/g,
  ),
  // curl.se/docs/manpage.html, gnu.org/software/wget/manual, httpie.io/docs
  phrase('any', /\bcurl(?:\.exe)?\b[^\n;|&]{0,400}?\s(?:-u|--user|-U|--proxy-user)[ =]?["']?[\w.@+/-]{0,64}:/g),
  phrase('any', /\bhttps?[ \t][^\n;|&]{0,200}?\s(?:-a|--auth)[ =]["']?[\w.@+-]{1,64}:/g),
  // dev.mysql.com/doc/refman/en/connecting.html
  phrase(
    'any',
    /\b(?:mysql|mysqldump|mysqladmin|mysqlimport|mysqlsh|mariadb|mariadb-dump|mysqlcheck)\b[^\n;|&]{0,300}?\s-p["']?(?=[\w])/g,
  ),
  phrase(
    'any',
    /\b(?:sshpass|docker login|podman login|helm registry login|az login|cf login|oc login|nats|ansible-vault)\b[^\n;|&]{0,200}?\s-p[ \t]{0,2}["']?(?=[\w])/g,
  ),
  phrase(
    'any',
    /\b(?:mongo|mongosh|mongodump|mongorestore|influx|cqlsh)\b[^\n;|&]{0,200}?\s-p[ \t]{1,2}["']?(?=[\w])/g,
  ),
  phrase('any', /\bredis-cli\b[^\n;|&]{0,200}?\s-a[ \t]{1,2}["']?/g), // redis.io/docs/latest/develop/tools/cli
  phrase('any', /\bldap(?:search|modify|add|delete|whoami|passwd)\b[^\n;|&]{0,300}?\s-w[ \t]{0,2}["']?(?=[\w])/g), // openldap.org
  phrase('any', /\b(?:sqlcmd|bcp|isql|osql)\b[^\n;|&]{0,200}?\s-P[ \t]{0,2}["']?(?=[\w])/g), // learn.microsoft.com/sql/tools/sqlcmd
  phrase('any', /\b(?:plink|pscp|psftp|putty)(?:\.exe)?\b[^\n;|&]{0,200}?\s-pw[ \t]{1,2}["']?/g), // putty.org.uk
  phrase('any', /\b7z(?:a|r)?\b[^\n;|&]{0,200}?\s-p["']?(?=[\w])/g), // 7-zip.org
  phrase('any', /\b(?:zip|unzip)\b[^\n;|&]{0,200}?\s-P[ \t]{1,2}["']?/g), // infozip.sourceforge.net
  phrase('any', /\b(?:keytool|jarsigner|apksigner)\b[^\n;|&]{0,300}?\s-(?:store|key)pass(?:wd)?[ \t]{1,2}["']?/g), // docs.oracle.com keytool
  phrase('any', /\s-pass(?:in|out)?[ \t]{1,2}["']?pass:/g), // docs.openssl.org/master/man1/openssl-passphrase-options
  phrase(
    'any',
    /\bhtpasswd[ \t]{1,4}-[A-Za-z]{0,6}b[A-Za-z]{0,6}[ \t]{1,4}\S{1,128}[ \t]{1,4}\S{1,64}[ \t]{1,4}["']?/g,
  ), // httpd.apache.org/docs/2.4/programs/htpasswd.html
  phrase('any', /\bnet1?(?:\.exe)?[ \t]{1,4}user[ \t]{1,4}["']?[\w.-]{1,64}["']?[ \t]{1,4}["']?(?=\w)/gi), // learn.microsoft.com/windows-server/administration/windows-commands/net-user
  phrase('any', /\bnet[ \t]{1,4}use[ \t]{1,4}[^\n]{1,128}?[ \t]\/user:\S{1,64}[ \t]{1,4}["']?(?=\w)/gi),
  phrase(
    'any',
    /\bnet[ \t]{1,4}use[ \t]{1,4}[^\n]{0,64}?\\\\[\w.$-]{1,64}\\[\w.$\\-]{1,64}[ \t]{1,4}(?=[^\s/]{2,128}[ \t]{1,4}\/user:)/gi,
  ),
  phrase(
    'any',
    /\b(?:clickhouse-client|clickhouse client|snowsql|cockroach|mongosh|mongodump|psql|mariadb)\b[^\n;|&]{0,200}?\s--password[ =]["']?(?=\w)/g,
  ), // clickhouse.com/docs/interfaces/cli
  phrase('credential', /\bsnmp-server[ \t]{1,4}community[ \t]{1,4}/g), // cisco.com/c/en/us/td/docs/ios
  phrase('any', /\bConvertTo-SecureString\b[ \t]{1,4}(?:-String[ \t]{1,4})?["'](?=[^\n]{1,256}-AsPlainText)/gi), // learn.microsoft.com/powershell/module/microsoft.powershell.security/convertto-securestring
  phrase('any', /\bConvertTo-SecureString\b[ \t]{1,4}-AsPlainText[^\n"']{0,64}["']/gi),
  phrase('any', /\bsmbclient\b[^\n;|&]{0,200}?\s(?:-U|--user)[ =]{0,2}["']?[\w.\\/-]{1,64}%(?![\dA-F]{2})/g), // samba.org
  phrase('any', /\becho[ \t]{1,4}(?:-n[ \t]{1,4})?["']?(?=[^\n|]{1,128}\|[ \t]{0,4}sudo[ \t]{1,4}-\w{0,4}S)/g), // sudo.ws/docs/man/sudo.man
  phrase('any', /\becho[ \t]{1,4}["']?[\w.-]{1,64}:(?=[^\n|]{1,128}\|[ \t]{0,4}(?:sudo[ \t]{1,4})?chpasswd)/g), // man7.org chpasswd
  phrase('any', /\bsqlplus\b[^\n;|&]{0,64}?[ \t]["']?[\w.$#-]{1,64}\/(?=[^\s@/]{1,64}@)/g), // docs.oracle.com SQL*Plus
  phrase('any', /\bjdbc:oracle:\w{2,4}:[\w.-]{1,64}\/(?=[^\s@/]{1,64}@)/g), // docs.oracle.com JDBC
  phrase(
    'named',
    /(?<=^|[\n;&|])[ \t]{0,8}(?:ENV|ARG|setx|setenv|set -gx|npm config set|yarn config set|aws configure set|pulumi config set --secret|wrangler secret put)[ \t]{1,4}["']?(?:\/\/[\w.:/-]{1,128}\/:)?([\w.:-]{1,128})["']?[ \t]{1,4}["']?/g,
  ),
  phrase(
    'random',
    /\b(?:vault|doppler|fly auth|railway|gh auth|netlify|vercel) (?:login|configure|token)[ \t]{1,4}(?:-{1,2}\w{1,20}[ \t]{1,4})?["']?/g,
  ),
  // SQL: dev.mysql.com/doc/refman/en/create-user.html, postgresql.org/docs/current/sql-createrole.html
  phrase(
    'any',
    /\bIDENTIFIED[ \t\n]{1,4}(?:WITH[ \t\n]{1,4}["'\w]{1,64}[ \t\n]{1,4})?(?:BY|AS)[ \t\n]{1,4}(?:PASSWORD[ \t\n]{1,4})?["']\*?/gi,
  ),
  phrase('any', /\b(?:ENCRYPTED[ \t\n]{1,4})?PASSWORD[ \t]{1,4}'/g),
  phrase('credential', /\b(?:role|user|login|encrypted|with|superuser)\b[^\n']{0,60}?\bpassword[ \t]{1,4}'/gi),
  phrase('any', /\bPASSWORD\('/gi),
  phrase('any', /\bSET[ \t]{1,4}PASSWORD[ \t]{1,4}(?:FOR[ \t]{1,4}\S{1,128}[ \t]{1,4})?=[ \t]{0,4}'/gi),
  // gnu.org/software/inetutils/manual (netrc), postgresql.org/docs/current/libpq-pgpass.html
  phrase(
    'any',
    /\bmachine[ \t]{1,4}\S{1,128}[ \t\n]{1,8}login[ \t]{1,4}\S{1,128}[ \t\n]{1,8}(?:account[ \t]{1,4}\S{1,64}[ \t\n]{1,8})?password[ \t]{1,4}["']?/g,
  ),
  phrase(
    'credential',
    /\b(?:login|user|account)[ \t]{1,4}\S{1,128}[ \t\n]{1,8}(?:account[ \t]{1,4}\S{1,64}[ \t\n]{1,8})?password[ \t]{1,4}["']?/g,
  ),
  phrase(
    'any',
    /(?<=^|\n)[\w.*-]{1,253}:(?:\d{3,5}|\*):[\w*-]{0,63}[A-Za-z*][\w*-]{0,63}:[\w*.-]{0,63}[A-Za-z*][\w*.-]{0,63}:(?=[^\s:]{1,128}(?:\n|$))/g,
  ),
  // Markup: XML and property lists, forms, lists of names and values
  phrase('named', /<(?:\w{1,16}:)?([A-Za-z][\w.-]{0,63})(?:[ \t][^<>\n]{0,128})?>\s{0,8}(?=[^<>]{1,512}<\/)/g),
  phrase('named', /<key>([^<\n]{1,64})<\/key>\s{0,64}<(?:string|data)>\s{0,8}/g),
  phrase(
    'named',
    /\b(?:name|key|id)["']?[ \t]{0,2}[=:][ \t]{0,2}["']([\w.[\]:-]{1,64})["'][^"'<>{}]{0,64}(?:\btype=["']\w{1,16}["'][ \t]{0,4})?\b["']?value["']?[ \t]{0,2}[=:][ \t]{0,2}["']/gi,
  ),
  phrase(
    'named',
    /["'](?:name|key|id)["'][ \t]{0,2}:[ \t]{0,2}["']([\w.:-]{1,64})["'][\s,]{1,64}["']value["'][ \t]{0,2}:[ \t]{0,2}["']/gi,
  ),
  phrase('named', /\bname:[ \t]{0,4}["']?([\w.-]{1,64})["']?[ \t]{0,4}\r?\n[ \t]{0,32}value:[ \t]{0,4}["']?/g),
  phrase('named', /\bname="([\w.[\]-]{1,64})"(?:\r?\n[\w-]{1,32}:[^\n]{0,128}){0,4}\r?\n\r?\n/g), // RFC 7578
  phrase('any', /:\d{1,6}:[0-9a-f]{32}:(?=[0-9a-f]{32}:::)/gi), // NT hashes, as tools dump them
  phrase('credential', /\t(?:TRUE|FALSE)\t\S{1,128}\t(?:TRUE|FALSE)\t\d{1,12}\t\S{1,128}\t/g), // curl.se/docs/http-cookies.html
  phrase(
    'named',
    /<\w{1,32}[ \t][^<>\n]{0,64}\b(?:name|key|id)=["']([\w.-]{1,64})["'][^<>\n]{0,64}>\s{0,8}(?=[^<>]{1,512}<\/)/g,
  ),
  phrase('any', /(?<=^|\n)[ \t]{0,4}(?:requirepass|masterauth)[ \t]{1,4}["']?/g), // redis.io/docs/latest/operate/oss_and_stack/management/config
  phrase('any', /\bopenssl[ \t]{1,4}enc\b[^\n;|&]{0,200}?\s-k[ \t]{1,2}["']?/g), // docs.openssl.org/master/man1/openssl-enc
  phrase('random', /\bUnseal Key \d{1,2}:[ \t]{1,4}/g), // developer.hashicorp.com/vault/docs/commands/operator/init
  phrase('random', /\b(?:00D[A-Za-z0-9]{12,15}!|\d{15,16}\||(?:prod|dev|preview|project):[\w:-]{1,64}\|)/g), // Salesforce session, Meta app token, Convex key
  phrase('random', /\b(?:authtoken|api-?key)[ \t]{1,2}["']?/gi),
  phrase('any', /\b(?:otp|totp)[ \t]{1,2}(?=\d{6,8}\b)/gi),
  // Wi-Fi codes: github.com/zxing/zxing/wiki/Barcode-Contents
  phrase('any', /\bWIFI:(?:[A-OQ-Z]:[^;\n]{0,64};){0,6}P:/g),
  // Digest access (RFC 7616), SASL
  phrase('any', /\bDigest\b[^\n]{0,400}?\bresponse="/g),
  phrase('random', /\b(?:Credential|SignedHeaders)=[^\n]{1,300}?\bSignature=/g), // docs.aws.amazon.com/AmazonS3/latest/API/sigv4-auth-using-authorization-header.html
  // URLs: RFC 6749 (authorization codes), signed URLs of S3, CloudFront, Azure; sign-in links
  phrase(
    'random',
    /[?&#](?:code|sig|signature|key|hash|hmac|ticket|samlresponse|auth|h|t|otp|oobcode|magic|invite|nonce_token|confirmation|st|k)=/gi,
  ),
  phrase(
    'random',
    /https?:\/\/[^\s"'<>]{1,200}?\/(?:magic(?:-link)?|passwordless|reset(?:-password)?|password[-_/]reset|verify(?:-email)?|confirm(?:-email)?|activate|one-time|otp|login|signin|sign-in|invite|invitations?|token|auth|recover|unlock|share|s)\/(?:confirm\/|callback\/)?/gi,
  ),
  phrase('random', /\/api\/v4\/projects\/[\w%-]{1,64}\/trigger\/pipeline\?token=/g),
  // Prose
  phrase(
    'credential',
    /\b(?:password|passphrase|passcode|pass ?word|passwd|pwd|passwort|kennwort|contraseña|senha|mot de passe|wachtwoord|pin|otp)(?:[ \t]{1,2}(?:for|of|to)[ \t]{1,2}[^\n.:;]{1,60}?)?[ \t]{1,2}(?:is|was|are|ist|es|est|é|=>|->|→)(?:[ \t]{1,2}(?:now|set to|still|changed to))?:?[ \t]{1,2}["'`“]?/gi,
  ),
  phrase(
    'credential',
    /\b(?:password|passphrase|passcode|passwort|kennwort)[ \t]{1,2}(?:to|with)[ \t]{1,2}["'`“]?(?=\S{6})/gi,
  ),
  phrase(
    'credential',
    /\b(?:recovery|backup|scratch|one[- ]time|verification|security|login|sign[- ]in|2fa|mfa|otp|sms|access|confirmation)[ -](?:codes?|pass(?:code|word)s?|pin)(?:[ \t]{1,2}(?:is|are|was))?:?[ \t]{1,2}["'`“]?/gi,
  ),
  phrase(
    'random',
    /\b(?:(?:api|access|private|secret|account|signing|encryption|master|license|auth|bearer|refresh|storage)[ -](?:key|token|secret)|token|secret|credential)[ \t]{0,2}(?:\([^()\n]{0,40}\))?[ \t]{0,2}(?:is|was|=|:|->|→|=>)?:?[ \t]{1,2}["'`“]?/gi,
  ),
]);

const isPlain = charsOf(/[\w.~+/=-]/, (code) => /[\p{L}\p{N}\p{M}]/u.test(String.fromCharCode(code)));

/** Finds secrets after words that announce them. */
export function findPhrases(scan: TextScan): readonly Span[] {
  const { text } = scan;
  const found: Span[] = [];
  for (const { lead, follows } of phrases) {
    lead.lastIndex = 0;
    for (let match = lead.exec(text); match !== null; match = lead.exec(text)) {
      scan.looked += match[0].length;
      const start = match.index + match[0].length;
      const end = scan.endOf(start, isPlain, 4096);
      const value = text.slice(start, end).replace(/[.,]+$/, '');
      if (isAnnounced(follows, match[1], value)) found.push({ start, end: start + value.length });
      // The text directly after this match may announce another secret.
      if (end > start + 1) lead.lastIndex = Math.max(start, match.index + 1);
    }
  }
  return found;
}

function isAnnounced(follows: Phrase['follows'], name: string | undefined, value: string): boolean {
  if (value.length < 2 || isPathLike(value.slice(0, 32)) || isPlaceholder(value) || /^-/.test(value)) return false;
  if (follows === 'any') return true;
  if (follows === 'random') return looksRandom(value);
  if (follows === 'named') return name !== undefined && isSecretName(nameWords(name), value);
  if (name === undefined) return looksLikeCredential(value) && !isTechnical(value) && !/^\d{1,3}$/.test(value);
  const words = nameWords(name);
  return nameStrength(words) !== 'none' && !asks.test(words) && looksLikeCredential(value);
}

/** Matches options that have no secret as their value: they ask for one, read it elsewhere, or are switches. */
const asks =
  /\b(?:ask|prompt|no|use|with|stdin|show|print|read|reset|change|generate|verify|check|require|from|file|path|env|fd|command|cmd|helper|program|exec)\b/;
