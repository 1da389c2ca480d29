import type { CountersignStrings } from '../strings.js';
import { de } from './german-words.js';

const germanUnits = {
  characters: { other: '# Zeichen' },
  items: { one: '# Eintrag', other: '# Einträge' },
  fields: { one: '# Feld', other: '# Felder' },
} as const;

function germanAmount(count: number, unit: keyof typeof germanUnits): string {
  return de.plural(count, germanUnits[unit]);
}

/** Formatted values. */
export const value: CountersignStrings['value'] = {
  empty: 'leer',
  none: 'Keine Eingabe',
  raw: 'Eingabe als JSON',
  effectiveInput: 'Wird ausgeführt als',
  madeWhenRun: 'entsteht bei der Ausführung',
  notAsItIs: (kind) => `JSON kann es nicht genau zeigen (${kind}).`,
  unchecked: 'Eingabe ungeprüft: Dieses Werkzeug bringt kein Schema mit, das hier geprüft werden kann.',
  showAll: (lines, characters) =>
    lines > 1 ? `Alle ${de.number(lines)} Zeilen zeigen` : `Alle ${germanAmount(characters, 'characters')} zeigen`,
  showLess: 'Weniger zeigen',
  showMore: (more, left, unit) =>
    more >= left
      ? `Die letzten ${germanAmount(left, unit)} zeigen`
      : `${de.number(more)} weitere von noch ${germanAmount(left, unit)} zeigen`,
  foldedMarks: (count) =>
    `${de.plural(count, { one: '# markierte Stelle', other: '# markierte Stellen' })} weiter unten`,
  yes: 'ja',
  no: 'nein',
  nothing: 'kein Wert',
  absent: 'nicht angegeben',
  emptyList: 'leere Liste',
  emptyObject: 'keine Felder',
  onlyBlanks: (count) => de.plural(count, { other: '# Leerzeichen' }),
  list: (count) => de.plural(count, { one: 'Liste mit # Eintrag', other: 'Liste mit # Einträgen' }),
  object: (count) => germanAmount(count, 'fields'),
  asWritten: (literal) => `Wie geschrieben: ${literal}`,
  writing: 'Das Modell schreibt dies noch.',
  copy: 'Kopieren',
  copyJson: 'JSON kopieren',
  copied: 'Kopiert',
  copyFailed: 'Kopieren nicht möglich: Der Browser hat es nicht erlaubt.',
  hidden: {
    gap: 'verborgen',
    chip: ({ hidden, unit }) => `verborgen, ${germanAmount(hidden, unit)}`,
    reason: {
      key: 'Wegen seines Namens verborgen.',
      'secret-text': 'Verborgen, weil es wie ein Geheimnis aussieht.',
      tool: 'Verborgen, weil das Werkzeug es verlangt.',
      'too-deep': 'Verborgen, weil es zu tief verschachtelt ist.',
    },
    show: 'Zeigen',
    showNamed: (name) => `Den verborgenen Wert von ${name} zeigen`,
    showAll: (count) =>
      de.plural(count, { one: 'Den verborgenen Wert zeigen', other: 'Alle # verborgenen Werte zeigen' }),
    nowShown: (name) => `Jetzt sichtbar: ${name}`,
    nowHidden: (name) => `Wieder verborgen: ${name}`,
    all: 'alle verborgenen Werte',
    unnamed: 'dieser Wert',
    note: (count) =>
      `${de.plural(count, { one: '# Wert ist', other: '# Werte sind' })} nur hier verborgen. Ausgeführt wird die ganze Eingabe, auch mit verborgenen Werten.`,
    jsonNote: 'Verborgene Werte stehen hier als „[redacted]“. Ausgeführt wird die ganze Eingabe.',
  },
};

/** Deceptive text. */
export const deceptive: CountersignStrings['deceptive'] = {
  title: 'Genau hinsehen.',
  quoted: (text) => `„${text}“`,
  explain: {
    'bidi-control': ({ label }) =>
      `Ein verborgenes Zeichen (${label}) dreht die Reihenfolge um, in der Text erscheint.`,
    invisible: ({ label, hidden }) =>
      hidden === undefined
        ? `Hier stehen unsichtbare Zeichen (${label}).`
        : `Unsichtbare Zeichen (${label}) verbergen den Text ${hidden}.`,
    control: ({ label }) =>
      `Hier steht ein Steuerzeichen (${label}), auf das ein Bildschirm oder ein Terminal reagieren kann.`,
    stacked: ({ label }) =>
      `Viele Akzente stehen übereinander auf einem Buchstaben (${label}), was Zeilen verdecken kann.`,
    'look-alike': ({ text, label, looksLike }) => `${text} (${label}) sieht aus wie ${looksLike}, ist es aber nicht.`,
    'mixed-script': ({ text, scripts }) =>
      `${text} mischt Buchstaben aus ${de.list(scripts)}; manche davon sehen gleich aus.`,
    punycode: ({ ascii, decoded, looksLike }) =>
      decoded === undefined
        ? `Der Hostname ${ascii} gibt vor, für andere Buchstaben zu stehen, steht aber für keine.`
        : `Der Hostname ${decoded} ist ${ascii}${looksLike === undefined ? '' : `, und das ist nicht ${looksLike}`}.`,
    userinfo: ({ text, host }) => `${text} ist nicht das Ziel dieser URL. Sie führt zu ${host}.`,
    'numeric-host': ({ text, host }) => `Der Host ${text} ist die Adresse ${host}.`,
    scheme: ({ text }) => `${text} führt nirgendwohin: Was ausgeführt oder gezeigt wird, steht in der URL selbst.`,
    extension: ({ extension }) =>
      `Der Name endet auf ${extension}, was ausführbar ist, hinter der Endung eines Dokuments.`,
    traversal: ({ resolved }) => `Der Pfad verlässt einen Ordner, den er nennt. Er führt zu ${resolved}.`,
    location: ({ text, place }) =>
      `${text} führt ${place === 'computer' ? 'zu einem anderen Computer' : place === 'device' ? 'am Dateisystem vorbei' : 'zum persönlichen Ordner eines Menschen'}.`,
    stream: ({ text }) => `${text} ist unter Windows ein verborgener zweiter Inhalt dieser Datei oder dieses Ordners.`,
    padding: ({ text }) =>
      `${de.plural(text.length, { other: '# Leerzeichen' })} können das Folgende aus dem Blick schieben.`,
    long: ({ limit }) =>
      `Der Text ist länger als ${germanAmount(limit, 'characters')}; nicht alles davon ist zu sehen.`,
  },
  label: {
    blanks: (count) => de.plural(count, { other: '# Leerzeichen' }),
    notTheHost: 'nicht der Host',
    program: 'keine Adresse',
    runs: 'ausführbar',
    location: { computer: 'anderer Computer', device: 'Gerätepfad', home: 'persönlicher Ordner' },
    stream: 'verborgener Inhalt',
    unreadable: 'steht für nichts',
    long: 'geht weiter',
  },
  inName: (path) => `der Name ${path}`,
  times: (sentence, count) => `${sentence} (${de.number(count)}-mal)`,
  more: (count) => `Und ${de.plural(count, { one: '# weitere Stelle', other: '# weitere Stellen' })}.`,
};

const germanLines = (count: number): string => de.plural(count, { one: '# Zeile', other: '# Zeilen' });
const germanMore = (count: number, left: number, what: string): string =>
  count >= left
    ? `Die letzten ${de.number(left)} ${what} zeigen`
    : `${de.number(count)} weitere von noch ${de.number(left)} ${what} zeigen`;

/** Previews. */
export const preview: CountersignStrings['preview'] = {
  title: { diff: 'Was sich ändert', table: 'Einzelheiten', image: 'Bild', json: 'Einzelheiten', text: 'Einzelheiten' },
  loading: 'Die Vorschau wird geladen…',
  whole: 'Die ganze Vorschau zeigen',
  failed: (message) => `Die Vorschau ist fehlgeschlagen: ${message} Sie können auch ohne sie entscheiden.`,
  retry: 'Erneut versuchen',
  openBeside: 'Daneben öffnen',
  closeBeside: 'Schließen',
  diff: {
    layout: 'Anordnung',
    unified: 'Eine Spalte',
    split: 'Nebeneinander',
    counts: (added, removed) => `${germanLines(added)} hinzugefügt, ${de.number(removed)} entfernt`,
    created: (count) => `Neu, ${germanLines(count)}`,
    emptied: (count) => `Geleert, ${germanLines(count)} entfernt`,
    same: 'Nichts ändert sich: vorher und nachher sind gleich.',
    before: 'Vorher',
    after: 'Nachher',
    removed: (line) => `Entfernt, Zeile ${de.number(line)}:`,
    added: (line) => `Hinzugefügt, Zeile ${de.number(line)}:`,
    unchanged: (count) => `${de.plural(count, { one: '# unveränderte Zeile', other: '# unveränderte Zeilen' })} zeigen`,
    showMore: (count, left) => germanMore(count, left, 'Zeilen'),
    lineEndings: 'Auch Zeilenenden ändern sich: Bei manchen Zeilen ändert sich nur das.',
    finalNewline: {
      added: 'Am Ende kommt ein Zeilenumbruch hinzu.',
      removed: 'Der Zeilenumbruch am Ende wird entfernt.',
    },
    hidden: 'verborgen',
    showHidden: (count) => de.plural(count, { one: 'Den verborgenen Wert zeigen', other: '# verborgene Werte zeigen' }),
    hiddenNote: {
      written: 'Geheimnisse sind nur hier verborgen. Geschrieben wird der ganze Text.',
      removed: 'Geheimnisse in entfernten Zeilen sind nur hier verborgen.',
    },
    cut: (characters) => `und ${de.plural(characters, { one: '# weiteres Zeichen', other: '# weitere Zeichen' })}`,
    coarse: 'Die Texte sind zu verschieden, um sie Zeile für Zeile zu vergleichen.',
    plain: 'Die Zeilen konnten hier nicht verglichen werden: Dies ist der ganze Text vorher und nachher.',
  },
  table: {
    size: (rows, columns) =>
      `${de.plural(rows, { one: '# Zeile', other: '# Zeilen' })}, ${de.plural(columns, { one: '# Spalte', other: '# Spalten' })}`,
    showMore: (count, left) => germanMore(count, left, 'Zeilen'),
    noRows: 'Keine Zeilen',
  },
  image: {
    remote: (host) => `Dieses Bild kommt von ${host}. Wenn Sie es laden, erfährt dieser Host, dass es jemand ansieht.`,
    load: 'Das Bild laden',
    failed: 'Das Bild konnte nicht geladen werden.',
  },
};
