import { type DecidedBy, labelPeople } from '../../protocol/decided-by.js';
import type { CountersignStrings } from '../strings.js';
import { de, germanActions } from './german-words.js';

function germanBy(by: DecidedBy): string {
  switch (by.type) {
    case 'person':
      return (by.name ?? by.id) === undefined ? 'durch eine Person' : `durch ${by.name ?? by.id}`;
    case 'people':
      return `durch ${labelPeople(by.people).join(', ')}`;
    case 'page':
      return 'durch diese Seite';
    case 'handler':
      return by.name === undefined ? 'durch die App' : `durch ${by.name}, laut App`;
    case 'rule':
      return by.rule === undefined
        ? `durch Richtlinie ${by.policy}`
        : `durch Regel ${by.rule} der Richtlinie ${by.policy}`;
    case 'grant':
      return 'durch eine gemerkte Entscheidung';
    case 'expiry':
      return 'durch Zeitablauf';
    default:
      return by satisfies never;
  }
}

/** The feed of events. */
export const feed: CountersignStrings['feed'] = {
  title: 'Ereignisse',
  live: 'live',
  run: 'Agent gestartet',
  runEnd: {
    completed: 'Agent fertig',
    deferred: 'Agent pausiert, Aktionen offen gelassen',
    aborted: 'Agent gestoppt',
    failed: 'Agent gescheitert',
  },
  step: (step) => `Schritt ${de.number(step)}`,
  model: 'Modell gefragt',
  retry: (attempt) => `das Modell hat nicht geantwortet, neuer Versuch (${de.number(attempt + 1)})`,
  tokens: (input, output) => `${input} → ${output} Tokens`,
  text: 'Text',
  reasoning: 'Überlegung',
  call: (title, state) => `${title}: ${state}`,
  characters: (count) => de.plural(count, { other: '# Zeichen' }),
  handed: (count) => `Sie wurden zu ${germanActions(count)} gefragt`,
  answered: (count) => `${germanActions(count)} beantwortet`,
  declined: (count) => `${germanActions(count)} offen gelassen`,
  takenBack: (title) => `Antwort zurückgenommen: ${title}`,
  refused: 'der Server hat die Antworten abgelehnt',
  extended: (title) => `mehr Zeit: ${title}`,
  until: (time) => `bis ${time}`,
  late: 'verspätete Antwort verworfen',
  lateReasons: { answered: 'anderswo beantwortet', cancelled: 'Agent gestoppt', expired: 'Zeit abgelaufen' },
  policy: {
    allow: (by, reason) => `erlaubt ${by}: ${reason}`,
    ask: (by, reason) => `Freigabe verlangt ${by}: ${reason}`,
    deny: (by, reason) => `abgelehnt ${by}: ${reason}`,
    block: (by, reason) => `gesperrt ${by}: ${reason}`,
  },
  kept: (toolName) => `${toolName} wird dem Modell nicht angeboten`,
  by: germanBy,
  count: (count, written) => de.plural(count, { one: '# Zeile', other: '# Zeilen' }, written),
  found: (found, all, written) => `${found} von ${de.plural(all, { one: '# Zeile', other: '# Zeilen' }, written)}`,
  empty: 'Noch ist nichts geschehen',
  noMatch: 'Keine Zeile passt',
  earlier: {
    none: 'Das ist alles',
    kept: 'Es gibt frühere Ereignisse',
    dropped: 'Frühere Ereignisse sind nicht mehr verfügbar',
  },
  showEarlier: 'Frühere zeigen',
  kinds: {
    step: '',
    live: 'läuft',
    note: '',
    ok: 'erledigt',
    wait: 'wartet',
    no: 'abgelehnt oder fehlgeschlagen',
    warn: 'Achtung',
  },
  filter: 'Filter',
  topics: { model: 'Modell', tools: 'Werkzeuge', people: 'Personen', policy: 'Richtlinie', problems: 'Probleme' },
  agents: 'Agent',
  allAgents: 'Alle Agenten',
  search: 'Ereignisse durchsuchen',
  follow: 'Mitlaufen',
  latest: 'Zum Ende springen',
  fold: 'Zuklappen',
  unfold: 'Aufklappen',
  events: (count) => de.plural(count, { one: '# Ereignis', other: '# Ereignisse' }),
  cut: (count) =>
    `${de.plural(count, { one: '# weiteres Ereignis', other: '# weitere Ereignisse' })} hier nicht gezeigt. Der Export enthält alle.`,
  copy: 'Kopieren',
  copied: 'Kopiert',
  copyFailed: 'Kopieren nicht möglich: Der Browser hat es nicht erlaubt.',
  reveal: 'Verborgenes zeigen',
  raw: 'Rohe Ereignisse',
  facts: {
    began: 'Beginn',
    took: 'Dauer',
    tool: 'Werkzeug',
    input: 'Eingabe',
    edited: 'Geänderte Eingabe',
    result: 'Ergebnis',
    actions: 'Aktionen',
    text: 'Text',
  },
  export: 'Exportieren',
  exportRedacted: 'Ohne Geheimnisse herunterladen',
  exportRedactedHint: 'Ein Ereignis je Zeile, als JSON. Was nach einem Geheimnis aussieht, fehlt.',
  exportAll: 'Alles herunterladen',
  exportAllWarning:
    'Das enthält Passwörter, Schlüssel und Dateiinhalte aus dem Durchlauf. Wer die Datei hat, kann sie lesen.',
  exportSaving: 'Wird gespeichert…',
  exportFailed: (problem) => `Nichts wurde gespeichert: ${problem}`,
  totals: {
    steps: 'Schritte',
    calls: 'Aktionen',
    tokens: 'Tokens',
    retries: 'Wiederholungen',
    problems: 'Probleme',
    time: 'Zeit',
  },
  open: 'Ereignisse zeigen',
  dock: { corner: 'Ecke', side: 'Seite', bottom: 'Unten' },
  dockLabel: 'Position des Fensters',
  close: 'Schließen',
  replay: {
    title: 'Wiedergabe',
    position: 'Position im Durchlauf',
    at: (position, all, time) => `Ereignis ${position} von ${all}${time === undefined ? '' : `, ${time}`}`,
    first: 'Zum Anfang',
    back: 'Ein Ereignis zurück',
    forward: 'Ein Ereignis weiter',
    last: 'Zum Ende',
    readOnly: 'Dies ist eine Aufzeichnung: Nichts wird beantwortet oder ausgeführt.',
  },
};
