import type { DeceptiveClass } from './deceptive-class.js';

/** Returns every combination of a start and an end. */
const each = (starts: readonly string[], ends: readonly string[]): readonly string[] =>
  starts.flatMap((start) => ends.map((end) => start + end));
const words = (list: string): readonly string[] => list.trim().split(/\s+/);

const files = words('a.txt docs/b.md C:/x/report.docx src/index.ts logs/app.log photo.jpg');
const folders = words('drafts docs/2024 C:/Users/ana src /srv/www build');
const oddSpaces = ['\u00a0', '\u2000', '\u2002', '\u2003', '\u2009', '\u202f', '\u205f', '\u3000', '\u1680', '\u2028'];
const commands = ['rm_-rf /', 'curl_https://a.example', 'git push_--force', 'sh -c_id', 'chmod_777 a', 'npm_publish'];

/** Paths that lead elsewhere, commands whose blanks are none, and hosts in letters that are not ASCII. */
export const locations: readonly DeceptiveClass[] = [
  {
    name: 'a path that begins elsewhere',
    kinds: ['path'],
    member: 'path',
    marks: ['location'],
    deceptive: [
      ...each(
        [
          '\\\\evil.example\\',
          '\\\\10.0.0.1\\',
          '//files.evil.example/',
          '//evil/',
          '\\\\evil@SSL\\',
          '\\\\evil@8080\\',
          '/\\evil\\',
          '\\/evil/',
        ],
        ['share\\a.txt', 'DavWWWRoot\\x', 'c$\\secrets'],
      ),
      ...each(['\\\\localhost\\', '\\\\127.0.0.1\\', '\\\\server\\', '//server/'], ['c$\\Users', 'C$\\', 'd$/data']),
      ...each(
        ['\\\\?\\', '\\\\.\\', '\\??\\', '//?/', '//./'],
        ['C:\\Windows', 'UNC\\server\\share\\a', 'GLOBALROOT\\Device\\x', 'PhysicalDrive0'],
      ),
      ...words('~root ~root/.ssh/id_rsa ~admin/x ~www-data/html ~+/a ~-/b ~ana/notes.md ~postgres'),
    ],
    honest: [
      ...each(
        ['/drafts/', 'src/', '../', './', '~/', 'C:\\data\\'],
        words('a.md b/c.md ~backup.md x~ a.b/c _d @scope/name c$ $slug.tsx'),
      ),
      ...words('~$report.docx ~backup.md ~ ~/ /~x/a \\\\server\\share\\a.txt C:\\Users\\ana D: / a//b /a//b'),
    ],
  },
  {
    name: 'a stream behind a name',
    kinds: ['path'],
    member: 'path',
    marks: ['stream'],
    deceptive: [
      ...each(files, ['::$DATA', ':evil.exe', ':hidden', ':Zone.Identifier', ':x:$DATA', ':payload.ps1']),
      ...each(folders, [
        '::$INDEX_ALLOCATION',
        ':$I30:$INDEX_ALLOCATION',
        '::$DATA',
        ':x:$DATA',
        '::$index_allocation',
      ]),
    ],
    honest: [
      ...each(
        ['/srv/', 'docs/', ''],
        words('a.ts:12 a.ts:12:3 10:30.log 2024-01-01T10:00:00Z.log Chapter1:Intro.md a:b std::vector.md x:y:z'),
      ),
      ...each(['C:\\', 'C:/', 'd:/'], words('a.txt Users\\ana b\\c.md x.tar.gz report.docx')),
      ...each(['/home/ana/', '~/', './', '../'], words('a.md b.txt c/d.js e f.tar.gz')),
      ...each(['資料/', '/срв/'], ['会議：総結.docx', 'отчёт.pdf']),
    ],
  },
  {
    name: 'a blank in a command that is another character',
    kinds: ['code'],
    member: 'command',
    marks: ['look-alike', 'control'],
    deceptive: oddSpaces.flatMap((space) => commands.map((command) => command.replace('_', space))),
    honest: [
      ...commands.map((command) => command.replace('_', ' ')),
      ...each(
        ['echo ', 'git commit -m ', 'grep -r ', 'printf '],
        ['"日本語　テスト"', "'naïve café'", '"Привет, мир"', '"שלום"', '"5 €"', "'ü'"],
      ),
      ...each(
        ['ls ', 'cat ', 'rm -i '],
        ['a', 'b\tc', '-l', '*.md', '"a b"', '$HOME', '~/x', './a\\ b', '{a,b}', '資料/報告.docx'],
      ),
    ],
  },
  {
    name: 'a host that reads as another',
    kinds: ['host'],
    member: 'host',
    marks: ['punycode', 'mixed-script'],
    deceptive: [
      ...each(words('раураl аррӏе ѕсоре рауpal gооgle аmazon раура miсrosoft fаcebook сосоа αο νορ'), [
        '.com',
        '.de',
        '.org',
        '.co.uk',
      ]),
      ...each(words('góogle pàypal ämazon appłe åpple miĉrosoft fàcebook nétflix'), ['.com', '.de', '.net']),
    ],
    honest: [
      ...each(words('münchen bücher café straße señor smörgås köln łódź český ağaç phởhànội göteborg são-paulo'), [
        '.de',
        '.com',
      ]),
      ...words(
        'www.münchen.de MÜNCHEN.de tromsø.no αθήνα.gr ελλάδα.com δοκιμή.org пример.com привет.org москва.рф почта.рф сор.рф',
      ),
      ...words(
        '日本語.jp 例え.com さくら.net カタカナ.org 中文.com 例子.中国 한국.kr 서울.com עברית.com שלום.co.il عربي.com موقع.eg',
      ),
      ...words(
        'हिन्दी.com ไทย.com தமிழ்.com ქართული.ge հայերեն.am বাংলা.com ລາວ.com ខ្មែរ.com မြန်မာ.com example.com a.b-c.example',
      ),
    ],
  },
];
