import { isInOtherPage } from '../../conversation/state/page-id.js';
import { kindOfRefused } from '../../protocol/base/serialize-error.js';
import { type DecidedBy, labelPeople } from '../../protocol/decided-by.js';
import type { CapabilityTerms, LifetimeTerms, ScopeTerms } from '../english/grants.js';
import type { CountersignStrings } from '../strings.js';
import { de, germanActions } from './german-words.js';

function germanDecider(by: DecidedBy): string {
  switch (by.type) {
    case 'person':
      return by.name ?? by.id ?? (isInOtherPage(by) ? 'eine Person in einem anderen Tab' : 'eine Person');
    case 'people':
      return labelPeople(by.people).join(', ');
    case 'page':
      return 'diese Seite';
    case 'handler':
      return by.name ?? 'die App';
    case 'rule':
      return by.rule === undefined ? `Richtlinie ${by.policy}` : `Richtlinie ${by.policy}, Regel ${by.rule}`;
    case 'grant':
      return 'eine gemerkte Antwort';
    case 'expiry':
      return 'niemand, die Zeit war um';
    default:
      return by satisfies never;
  }
}

function germanNoAnswer(status: number | undefined): string {
  if (status === undefined) return 'Das Modell hat nicht geantwortet.';
  return status === 429 ? 'Das Modell ist ausgelastet (429).' : `Das Modell konnte nicht antworten (${status}).`;
}

/** The conversation and its composer. */
export const chat: CountersignStrings['chat'] = {
  conversation: 'Unterhaltung',
  you: 'Sie',
  agent: 'Agent',
  status: {
    idle: '',
    running: 'Arbeitet',
    waiting: 'Wartet auf Sie',
    deferred: 'Pausiert: Aktionen offen gelassen',
    failed: 'Fehlgeschlagen',
  },
  place: { opening: 'Wird geöffnet…', elsewhere: 'In einem anderen Tab geöffnet' },
  useHere: 'Hier verwenden',
  stopped: (reason) => (reason === undefined ? 'Gestoppt' : `Gestoppt: ${reason}`),
  tokens: (input, output) => `${input} → ${output} Tokens`,
  steps: (count) => de.plural(count, { one: '# Schritt', other: '# Schritte' }),
  retryIn: (wait, status) => `${germanNoAnswer(status)} Neuer Versuch in ${wait}.`,
  attachment: 'Anhang',
  download: (name) => `${name} herunterladen`,
  sources: 'Quellen',
  reasoning: 'Überlegung',
  thinking: 'Denkt nach',
  jump: 'Zum Ende springen',
  suggestions: 'Vorschläge',
  copyMessage: 'Nachricht kopieren',
  copyCode: 'Code kopieren',
  copyInput: 'Eingabe kopieren',
  picture: (alt) => (alt === '' ? 'Bild' : `Bild: ${alt}`),
  table: 'Tabelle',
  task: (state) => ({ open: 'Zu tun', done: 'Erledigt' })[state],
  edit: 'Bearbeiten',
  editLabel: 'Ihre Nachricht. Wenn Sie sie erneut senden, ersetzt das alles Folgende.',
  editSend: 'Erneut senden',
  cancel: 'Abbrechen',
  regenerate: 'Erneut versuchen',
  unsent: 'Nicht gesendet',
  cutOff: (reason) =>
    ({
      length: 'An der Längengrenze abgeschnitten',
      'content-filter': 'Vom Inhaltsfilter gestoppt',
      error: 'Durch einen Fehler des Modells abgebrochen',
    })[reason],
  continueAnswer: 'Fortsetzen',
  continuePrompt: 'Fahre dort fort, wo du aufgehört hast.',
  regenerateAnyway: 'Trotzdem erneut versuchen',
  refused: (refused) => {
    const what = {
      user: 'Ihre Nachricht',
      assistant: 'eine Antwort',
      result: 'das Ergebnis von',
      tool: 'das Werkzeug',
    }[kindOfRefused(refused)];
    return refused.basis === 'named'
      ? `Der Anbieter des Modells lehnt das ab: ${what}`
      : `Der Anbieter des Modells sagt nicht, was er ablehnt. Der neueste Inhalt ist ${what}`;
  },
  removeRefused: (refused) =>
    ({
      user: 'Diese Nachricht entfernen und fortfahren',
      assistant: 'Diese Antwort entfernen und fortfahren',
      result: 'Dieses Ergebnis entfernen und fortfahren',
      tool: 'Ohne dieses Werkzeug fortfahren',
    })[kindOfRefused(refused)],
  alreadyRan: (count) =>
    de.plural(count, {
      one: '# Aktion dieser Antwort wurde schon ausgeführt. Ihre Wirkung bleibt.',
      other: '# Aktionen dieser Antwort wurden schon ausgeführt. Ihre Wirkung bleibt.',
    }),
  progress: (title) => `Fortschritt von ${title}`,
  tool: 'Werkzeug',
  input: 'Eingabe',
  editedInput: 'Eingabe, wie bearbeitet',
  originalInput: 'Eingabe, wie vom Modell geschrieben',
  ranAs: 'Eingabe, wie vom Server ausgeführt',
  ranOtherwise: 'der Server führte sie mit einer anderen Eingabe aus',
  result: 'Ergebnis',
  resultLines: (count) => de.plural(count, { one: '# Zeile', other: '# Zeilen' }),
  resultItems: (count) => de.plural(count, { one: '# Eintrag', other: '# Einträge' }),
  answeredBy: 'Beantwortet von',
  by: germanDecider,
  message: 'Nachricht',
  placeholder: 'Womit kann ich helfen?',
  send: 'Senden',
  stop: 'Stoppen',
  hint: 'Enter sendet, Umschalt+Enter beginnt eine neue Zeile',
  hintNewLine: 'Strg+Enter sendet, Enter beginnt eine neue Zeile',
  toAnswer: (needYou) => `${needYou}: ↑ zum Prüfen`,
  toAnswerSpoken: 'Drücken Sie Pfeil nach oben in der leeren Nachricht, um zu prüfen.',
  attach: 'Dateien anhängen',
  attachments: 'Angehängte Dateien',
  removeAttachment: (name) => `${name} entfernen`,
  reading: 'wird gelesen…',
  drop: 'Dateien hier ablegen, um sie anzuhängen',
  attachmentProblem: {
    type: (name, limit) => `${name} wurde nicht angehängt: Möglich sind nur ${limit}.`,
    image: (name) =>
      `${name} wurde nicht angehängt: Modelle können diese Art von Bild nicht lesen. Speichern Sie es zuerst als JPEG oder PNG.`,
    size: (name, limit) => `${name} wurde nicht angehängt: Die Datei ist größer als ${limit}.`,
    count: (name, limit) => `${name} wurde nicht angehängt: Eine Nachricht fasst höchstens ${limit} Dateien.`,
    unreadable: (name) =>
      `${name} wurde nicht angehängt: Die Datei ist nicht lesbar. Ist es ein Ordner, oder wurde sie verschoben?`,
  },
  sendAndEnd: 'Senden und verwerfen',
  sendingEnds: (count) =>
    de.plural(count, {
      one: 'Eine Aktion ist offen. Senden Sie erneut, um sie zu verwerfen: Sie wird nicht ausgeführt, und Sie können sie nicht mehr beantworten.',
      other:
        '# Aktionen sind offen. Senden Sie erneut, um sie zu verwerfen: Sie werden nicht ausgeführt, und Sie können sie nicht mehr beantworten.',
    }),
  queued: (text, until) =>
    ({
      batch: `„${text}“ wird gesendet, wenn Sie geantwortet haben.`,
      run: `„${text}“ wird gesendet, wenn der Agent fertig ist.`,
      held: `„${text}“ wartet, weil der Agent nicht fertig wurde.`,
      parked: `„${text}“ wartet auf die offenen Aktionen.`,
    })[until],
  queuedFiles: (count) => de.plural(count, { one: '# Datei', other: '# Dateien' }),
  unqueue: 'Nicht senden',
  sendQueued: 'Jetzt senden',
  sendWhenDone: 'Erst am Ende senden',
  steering: (text, until) =>
    until === 'batch'
      ? `„${text}“ wird mit Ihren Antworten gesendet.`
      : `„${text}“ wird nach dem aktuellen Schritt gesendet.`,
};

/** The list of conversations. */
export const conversations: CountersignStrings['conversations'] = {
  title: 'Unterhaltungen',
  untitled: 'Neue Unterhaltung',
  since: (moment) => `seit ${moment}`,
  start: 'Neue Unterhaltung',
  elsewhere: 'Anderswo',
  actions: (title) => `Aktionen für „${title}“`,
  rename: 'Umbenennen…',
  renameNamed: (title) => `„${title}“ umbenennen`,
  newTitle: 'Titel',
  noTitle: 'Ein Titel braucht mindestens einen Buchstaben oder eine Ziffer.',
  save: 'Speichern',
  cancel: 'Abbrechen',
  delete: 'Löschen…',
  deleteNamed: (title) => `„${title}“ löschen`,
  deleteAsk: (title) => `„${title}“ löschen?`,
  deleteLoses: 'Ihre Nachrichten und ihr Verlauf werden endgültig gelöscht.',
  deleteWhile: {
    running: 'Sie arbeitet gerade und wird gestoppt.',
    waiting: 'Sie wartet auf Ihre Freigabe. Ihre Aktionen werden nicht ausgeführt.',
    deferred: 'Sie hat offene Aktionen. Diese werden nicht ausgeführt.',
  },
  deleteYes: 'Löschen',
  deleteNot: 'Behalten',
  export: 'Exportieren',
  exportNamed: (title) => `„${title}“ als Datei exportieren`,
  import: 'Importieren…',
  notImported: (file) => `„${file}“ ist keine exportierte Unterhaltung oder beschädigt. Nichts wurde importiert.`,
  done: {
    renamed: (title) => `In „${title}“ umbenannt.`,
    deleted: (title) => `„${title}“ gelöscht.`,
    exported: (file) => `Als „${file}“ gespeichert.`,
    imported: (file) => `Aus „${file}“ importiert.`,
  },
  gone: 'Sie wurde gelöscht.',
  undone: (message) => `Das hat nicht geklappt: ${message}`,
};

const germanDoing: Readonly<Record<string, readonly [verb: string, anything: string]>> = {
  'fs.read': ['Lesen von', 'jeder Datei'],
  'fs.write': ['Schreiben von', 'jeder Datei'],
  'fs.delete': ['Löschen von', 'jeder Datei'],
  'net.egress': ['Verbinden mit', 'jedem Host'],
  'proc.exec': ['Ausführen von', 'jedem Befehl'],
};

function germanCapability({ name, where, target }: CapabilityTerms): string {
  const [verb, anything] = (Object.hasOwn(germanDoing, name) ? germanDoing[name] : undefined) ?? [`„${name}“`, ''];
  const text = /^(?:fs|net)\./.test(name) ? target : `„${target}“`;
  const object = {
    every: anything,
    exactly: text,
    under: name.startsWith('net.') ? `jeder Subdomain von ${text}` : `allem unter ${text}`,
    pattern: `allem, was auf ${text} passt`,
  }[where];
  return object === '' ? verb : `${verb} ${object}`;
}

function germanScope(terms: ScopeTerms): string {
  switch (terms.type) {
    case 'input':
      return `„${terms.toolName}“ mit genau dieser Eingabe`;
    case 'tool':
      return `jede Verwendung von „${terms.toolName}“`;
    case 'predicate':
      return terms.toolName === undefined ? terms.name : `„${terms.toolName}“: ${terms.name}`;
    case 'capability':
      return germanCapability(terms.capability);
    default:
      return terms satisfies never;
  }
}

function germanLifetime(lifetime: LifetimeTerms): string {
  if (lifetime.type === 'until') return `bis ${lifetime.at}`;
  return {
    run: 'bis der Agent fertig ist',
    session: 'bis diese Seite geschlossen wird',
    always: 'bis Sie es widerrufen',
  }[lifetime.type];
}

function germanCapitalized(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

/** Remembered answers. */
export const grants: CountersignStrings['grants'] = {
  scope: germanScope,
  remember: 'Merken',
  once: 'Nur dieses Mal',
  onceWords: 'Beim nächsten Mal werden Sie wieder gefragt.',
  sentence: (effect, what, lifetime) => {
    const [verb, always] = effect === 'allow' ? ['Erlaubt', 'Immer erlaubt'] : ['Abgelehnt', 'Immer abgelehnt'];
    return `${lifetime.type === 'always' ? always : verb}: ${what} — ${germanLifetime(lifetime)}.`;
  },
  scopeChoice: germanCapitalized,
  lifetimeChoice: (lifetime) =>
    lifetime.type === 'always' ? 'Immer, bis Sie es widerrufen' : germanCapitalized(germanLifetime(lifetime)),
  lifetime: 'Wie lange',
  alsoAsks: (what) => `Eine solche Aktion verlangt auch ${de.list(what)}, deshalb werden Sie weiterhin gefragt.`,
  onlyFor: (path) => `Nur für ${path.join(' › ')}.`,
  onlyForUnnamed: 'Nur für den Agenten, der gefragt hat.',
  panel: 'Gemerkte Entscheidungen',
  empty: 'Nichts ist gemerkt. Sie werden jedes Mal gefragt.',
  given: (when, by) => (by === undefined ? `Erteilt: ${when}` : `Erteilt: ${when}, von ${by}`),
  told: (message) => `Das Modell liest: ${message}`,
  revoke: 'Widerrufen',
  revokeNamed: (sentence) => `Widerrufen: ${sentence}`,
  revoked: 'Widerrufen',
  nowRevoked: (sentence) => `Widerrufen: ${sentence}`,
};

/** The inbox. */
export const inbox: CountersignStrings['inbox'] = {
  title: 'Wartet auf Sie',
  waiting: germanActions,
  more: (count) => `danach noch ${de.number(count)}`,
  connecting: 'Ihre Anfragen werden geladen…',
  empty: 'Nichts braucht Ihre Freigabe.',
  problem: (message) => `Ihre Anfragen konnten nicht geladen werden. Neuer Versuch läuft. ${message}`,
  tryAgain: 'Erneut versuchen',
  asked: (name, when) => `Angefragt von ${name}, ${when}`,
  list: {
    title: 'Anfragen',
    filter: 'Anzeigen',
    group: { all: 'Alle', risky: 'Hohes Risiko', due: 'Mit Frist' },
    search: 'Anfragen durchsuchen',
    noMatch: 'Keine Anfrage passt.',
    others: (count) => `+${de.number(count)} weitere`,
    back: 'Alle Anfragen',
  },
  pages: { label: 'Anzeigen', waiting: 'Für Sie', decided: 'Von Ihnen entschieden' },
  decided: {
    title: 'Von Ihnen entschieden',
    empty: 'Sie haben noch nichts entschieden.',
    problem: (message) => `Ihre Entscheidungen konnten nicht geladen werden. ${message}`,
    at: (verdict, when) => `${verdict}, ${when}`,
    asked: (name) => `Angefragt von ${name}`,
    missing: (missing) => de.plural(missing, { one: 'Es fehlt noch # Freigabe', other: 'Es fehlen noch # Freigaben' }),
    overruled: {
      approved: (by) => `Nicht verwendet: freigegeben, ${by}`,
      denied: (by) => `Nicht verwendet: abgelehnt, ${by}`,
      expired: () => 'Nicht verwendet: Die Zeit war um',
      answered: (by) => `Nicht verwendet: beantwortet, ${by}`,
    },
    withdrawn: 'Nicht verwendet: gestoppt',
  },
  inChat: 'Im Chat beantworten',
  link: {
    refused: 'Dieser Link ist abgelaufen oder wurde schon benutzt.',
    again: 'Bitten Sie die Person, die ihn geschickt hat, um einen neuen.',
    unknown: 'Diese Anfrage gibt es nicht mehr, oder Sie dürfen sie nicht beantworten.',
    answered: 'Diese Anfrage wurde beantwortet.',
    withdrawn: 'Diese Anfrage ist nicht mehr nötig, weil gestoppt wurde.',
    used: 'Ihre Antwort wurde gesendet. Dieser Link kann nicht noch einmal benutzt werden.',
  },
  signIn: 'Melden Sie sich an, um Ihre Anfragen zu sehen.',
  news: 'Neuigkeiten',
  counted: (title, missing) =>
    `${title}: Sie haben freigegeben. Es ${de.plural(missing, { one: 'fehlt noch eine Freigabe', other: 'fehlen noch # Freigaben' })}.`,
  stands: {
    approved: (title, by) => `${title}: freigegeben, ${by}.`,
    denied: (title, by) => `${title}: abgelehnt, ${by}.`,
    expired: (title) => `${title}: Niemand hat rechtzeitig geantwortet.`,
    answered: (title, by) => `${title}: beantwortet, ${by}.`,
  },
  late: (stands) => `${stands} Ihre Antwort kam später und wurde nicht verwendet.`,
  refused: (title, message) => `${title}: Ihre Antwort wurde nicht angenommen. ${message}`,
  over: (title) => `${title}: nicht mehr nötig, weil gestoppt wurde.`,
  history: 'Verlauf',
  historyEmpty: 'Noch nichts ist abgeschlossen.',
  historyLoading: 'Wird geladen…',
  outcome: { completed: 'erledigt', deferred: 'offen gelassen', aborted: 'gestoppt', failed: 'fehlgeschlagen' },
};

/** The record of decisions. */
export const decisions: CountersignStrings['decisions'] = {
  title: 'Entscheidungen',
  decided: (by, when) => `${by}, ${when}`,
  told: (message) => `Das Modell liest: ${message}`,
  because: (reason) => `Grund: ${reason}`,
  fingerprint: 'Fingerabdruck der Aktion',
  input: 'Eingabe',
  filter: 'Entscheidungen filtern',
  group: { all: 'Alle', approved: 'Freigegeben', refused: 'Abgelehnt', automatic: 'Ohne Person' },
  search: 'Entscheidungen durchsuchen',
  export: 'Exportieren',
  empty: 'Noch keine Entscheidungen.',
  noMatch: 'Keine Entscheidung passt.',
  problem: (message) => `Die Entscheidungen konnten nicht gelesen werden. ${message}`,
};

/** The use of the context. */
export const meter: CountersignStrings['meter'] = {
  context: 'Kontext',
  used: (tokens, window) => (window === undefined ? `${tokens} Tokens` : `${tokens} von ${window} Tokens`),
  level: { high: 'Fast voll', full: 'Voll' },
  cost: 'Kosten',
};
