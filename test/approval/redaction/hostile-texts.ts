/** Texts that were crafted to keep a search busy: repeated beginnings of matches without an end. By name. */
export const hostileTexts: Readonly<Record<string, (length: number) => string>> = {
  plain: repeat('The quick brown fox jumps over the lazy dog. '),
  'one word': repeat('a'),
  digits: repeat('1'),
  blanks: repeat(' '),
  tabs: repeat('\t'),
  'line breaks': repeat('\n'),
  backslashes: repeat('\\'),
  quotes: repeat('"'),
  'x-x-': repeat('x-'),
  'x-key': repeat('x-key'),
  'x-…-key:': repeat('x-a-key: '),
  'header beginnings': repeat('Authorization:'),
  'header schemes': repeat('authorization: bearer '),
  'bearer words': repeat('bearer '),
  'bearer runs': repeat('bearer a/1'),
  'URL beginnings': repeat('://'),
  'URL users': repeat('://a:'),
  'URL user without end': begin('://a:', 'b'),
  'URL percents': begin('://a:', '%41'),
  'query names': repeat('?token_'),
  settings: repeat('token='),
  'settings that are calls': begin('token=', 'token=', '('),
  'settings of settings': repeat('token:token='),
  'colons with spaces': repeat('token : '),
  'equals with spaces': repeat('= '),
  'names without end': repeat('password-'),
  'names of many kinds': (length) => numbered((at) => `token${at}=`, length),
  'values without a digit': begin('token: ', 'token=token=', '('),
  'quoted names': repeat('"password":'),
  'escaped quotes': repeat('\\\\"password\\\\":\\\\"'),
  'brackets and quotes': repeat('["token"]='),
  variables: repeat('; $TOKEN '),
  'variables that are run': begin('TOKEN=a', ';$a(('),
  'sk-': repeat('sk-'),
  'sk- without a digit': begin('sk-', 'a'),
  ghp_: repeat('ghp_'),
  'ghp_ in words': repeat('-ghp_aaaaaaaaaaaaaaaaaaa-'),
  'eyJ parts': repeat('eyJaaaaaaaa.'),
  'eyJ in one run': repeat('-eyJaaaaaaaa'),
  'eyJ and dots': repeat('eyJaaaaaaaa.aaaaaaaa '),
  'key marks': repeat('-----BEGIN PRIVATE KEY-----'),
  'key marks with long names': repeat('-----BEGIN A A A A A A A A A A A A A A A A A PRIVATE '),
  'key marks and bodies': repeat('-----BEGIN PRIVATE KEY-----\nAb3'),
  'key bodies without end': begin('-----BEGIN PRIVATE KEY-----\n', 'Ab3\n'),
  'key body in one line': begin('-----BEGIN PRIVATE KEY-----\n', 'Ab3', '|'),
  'key line breaks': begin('-----BEGIN PRIVATE KEY-----', '\\n'),
  'key notes': begin('-----BEGIN PRIVATE KEY-----\n', 'Proc-Type: 4,ENCRYPTED\n'),
  'eyJ in words and dots': begin('eyJaaaaaaaa', '-eyJaaaaaaaa', `.${'a'.repeat(5_000)}`),
  'dotted runs': repeat('a.'),
  'prefixes of keys': repeat('-npm_-SG.-AKIA-xoxb-hvs.-dapi-'),
  'prefixes of short keys': repeat('/re_aaaaaa_aaaaaaaaaaaa/sk-aaaaaaaaaaaaaaaa'),
  'commands without options': repeat('curl mysql sshpass '),
  'options without values': repeat(' --token'),
  'options with words': repeat(' --token word'),
  'elements without end': repeat('<password>'),
  'elements with attributes': repeat('<a b '),
  'names without values': repeat('name="password" '),
  'cookie headers': repeat('Cookie: a=b; '),
  'statements without values': repeat('IDENTIFIED BY '),
  'logins without values': repeat('machine a login b '),
  'addresses with segments': repeat('https://a/login/'),
  'marks of hashes': repeat('$2b$12$'),
  'words of a wallet': repeat('seed phrase: abandon '),
  'lists of codes': repeat('recovery codes: 1 '),
  manifests: repeat('kind: Secret\ndata:\n'),
  'keys of JSON': repeat('"kty" "d":"'),
  vaults: repeat('$ANSIBLE_VAULT;1.1;AES256\n'),
  'users and at signs': begin('://', 'a@'),
  'passwords with signs': repeat('password="a@a@'),
  'letters of all scripts': repeat('tökén=пароль密码'),
  'half pairs': repeat('\uD83D'),
};

/** Known secrets to search for in them, which are similar to the texts. */
export const hostileSecrets: Readonly<Record<string, readonly string[]>> = {
  none: [],
  few: ['hunter2', 'correct horse battery staple'],
  'nearly there': ['x-'.repeat(2_000).concat('!'), 'token='.repeat(700).concat('!'), 'a'.repeat(4_000).concat('!')],
  'one in another': Array.from({ length: 250 }, (_, index) => `${'a'.repeat(index + 4)}!`),
  many: Array.from({ length: 5_000 }, (_, index) => `secret number ${index}`),
};

function repeat(part: string): (length: number) => string {
  return (length) => part.repeat(Math.ceil(length / part.length)).slice(0, length);
}

function begin(first: string, part: string, last = ''): (length: number) => string {
  return (length) => first + repeat(part)(length - first.length - last.length) + last;
}

function numbered(part: (at: number) => string, length: number): string {
  let text = '';
  for (let at = 0; text.length < length; at++) text += part(at);
  return text.slice(0, length);
}
