import type { DefinitionPart } from '../../protocol/base/definition.js';
import { toTitle } from '../../protocol/base/words.js';
import { runsOtherwise, serverAsks } from '../../protocol/effective-input.js';
import { plainName } from '../english/approval.js';
import type { CountersignStrings } from '../strings.js';
import { de, germanActions } from './german-words.js';

const definitionWords: Readonly<Record<DefinitionPart, string>> = {
  server: 'Server',
  description: 'Beschreibung',
  inputSchema: 'Eingabeschema',
  annotations: 'Sicherheitshinweise',
};

/** The card and its answers. */
export const approval: CountersignStrings['approval'] = {
  callsNeedYou: ({ approvals, answers, others }) => {
    const all = [
      [approvals, { one: '# Aktion braucht Ihre Freigabe', other: '# Aktionen brauchen Ihre Freigabe' }],
      [answers, { one: '# Aktion braucht Ihre Antwort', other: '# Aktionen brauchen Ihre Antwort' }],
      [others, { one: '# Aktion wartet auf andere', other: '# Aktionen warten auf andere' }],
    ] as const;
    const parts = all
      .filter(([count], at) => count > 0 || (at === 0 && answers + others === 0))
      .map(([count, forms]) => de.plural(count, forms));
    return parts.map((part, place) => (place === 0 ? part : part.replace(/ Aktion(?:en)?/, ''))).join(', ');
  },
  allDecided: (count) => de.plural(count, { one: '# Aktion entschieden', other: 'Alle # Aktionen entschieden' }),
  callsRunHere: (count) =>
    de.plural(count, { one: '# Aktion läuft auf dieser Seite', other: '# Aktionen laufen auf dieser Seite' }),
  decided: (done, all) => `${de.number(done)} von ${de.number(all)} entschieden`,
  askedAgain: (round) => `Runde ${de.number(round)}: Eine freigegebene Aktion fragt erneut`,
  expires: (moment) => `Läuft ab: ${moment}`,
  together: 'Wird gemeinsam gesendet, sobald alle beantwortet sind',
  approveAll: 'Alle freigeben',
  approveOthers: (count) => de.plural(count, { one: 'Die andere freigeben', other: 'Die # anderen freigeben' }),
  denyAll: 'Alle ablehnen…',
  denyAllWith: 'Alle mit dieser Begründung ablehnen',
  bulkProblem: (count) =>
    `${de.plural(count, { one: '# Antwort wurde', other: '# Antworten wurden' })} nicht angenommen. Näheres steht auf den Karten.`,
  risk: { low: 'geringes Risiko', medium: 'mittleres Risiko', high: 'hohes Risiko', destructive: 'unwiderruflich' },
  reasons: {
    protected: 'Freigabe nötig, weil dies geschützt ist.',
    [runsOtherwise]: 'Erneute Freigabe nötig: Was ausgeführt würde, hat sich seit der Anzeige geändert.',
    [serverAsks]: 'Freigabe nötig, weil der Server sie verlangt.',
  },
  askedBecause: (reason) => `Freigabe nötig, weil: ${reason}`,
  askedAlways: 'Dieses Werkzeug braucht immer Ihre Freigabe.',
  definitionChanged: (parts) =>
    `Erneute Freigabe nötig: Seit Ihrer Erlaubnis wurde an diesem Werkzeug geändert: ${de.list(parts.map((part) => definitionWords[part]))}.`,
  needsPeople: ({ approvals, from = [], notRequester }) => {
    const who = from.length === 0 ? '' : ` von ${de.either(from.map(plainName))}`;
    const other = notRequester === true ? ' (nicht von der anfragenden Person)' : '';
    return `Braucht ${de.plural(approvals, { one: '# Freigabe', other: '# Freigaben' })}${who}${other}`;
  },
  you: 'Sie',
  hasApproved: 'Freigegeben von',
  isMissing: 'Es fehlt noch:',
  missingPeople: ({ from, count, isYou }) => {
    const who = de.either(from.map(plainName));
    const one = who === '' ? 'jemand anderes' : `jemand von ${who}`;
    const other = who === '' ? '# weitere Personen' : `# weitere von ${who}`;
    return de.plural(count, { one: isYou ? `Sie oder ${one}` : one, other });
  },
  waitsForPeople: (approved, missing) => {
    const before = approved.length === 0 ? '' : `Freigegeben von ${de.list(approved)}. `;
    return `${before}Es fehlt noch: ${missing.length === 0 ? 'jemand anderes' : de.list(missing)}`;
  },
  approvedByYou: 'Freigegeben',
  youApproved: (missing) => {
    const others = de.plural(missing, { one: 'eine weitere Person', other: '# weitere Personen' });
    return `Sie haben zugestimmt. Es wird auf ${others} gewartet.`;
  },
  lastApproval: 'Ihre Freigabe ist die letzte, die fehlt.',
  cannotApprove: {
    requester: 'Sie haben dies begonnen, daher muss es jemand anderes freigeben.',
    other: 'Nur die oben genannten Personen können dies freigeben.',
  },
  serverWants: (server) => `Der Server „${server}“ möchte:`,
  requestedBy: (path) => `Angefragt von ${path.join(' › ')}.`,
  approve: 'Freigeben',
  approveRemember: 'Freigeben und merken',
  edit: 'Bearbeiten',
  deny: 'Ablehnen…',
  back: 'Zurück',
  approveEdited: 'Mit Änderungen freigeben',
  willRun: 'Sie geben frei:',
  propose: 'Mit diesem Vorschlag ablehnen',
  fixedBy: {
    provider:
      'Der Anbieter führt diese Aktion mit der Eingabe des Modells aus. Ihre Änderung geht als Vorschlag zurück.',
    server:
      'Der Server führt diese Aktion mit der Eingabe seines Modells aus. Ihre Änderung geht als Vorschlag zurück.',
  },
  denyLabel: 'Warum nicht? Das Modell liest diese Begründung.',
  reasonPlaceholder: 'Freiwillig',
  denyWith: 'Mit dieser Begründung ablehnen',
  denyPlain: 'Ablehnen',
  checking: 'Wird geprüft…',
  issue: (path, message) => `${path}: ${message}`,
  wholeInput: 'Eingabe',
  late: {
    answered: 'Jemand anderes war schneller. Ihre Antwort wurde nicht verwendet.',
    cancelled: 'Der Agent wurde vorher gestoppt. Ihre Antwort wurde nicht verwendet, und nichts wurde ausgeführt.',
    expired: 'Die Zeit war abgelaufen. Ihre Antwort wurde nicht verwendet, und nichts wurde ausgeführt.',
  },
  rejected: (message) => `Ihre Antwort wurde nicht angenommen: ${message}`,
};

/** The strings of a card. */
export const card: CountersignStrings['card'] = {
  askedFor: (what) => `Freigabe nötig wegen ${de.list(what)}.`,
  defer: 'Später',
  confirm: 'Zum Freigeben erneut drücken',
  confirmNote:
    'Noch nicht freigegeben: Das lässt sich nicht rückgängig machen. Drücken Sie noch einmal, um freizugeben.',
  ignoredLetter: {
    early: () => 'Noch nichts geschehen: Die Karte hatte gerade erst den Fokus erhalten. Drücken Sie erneut.',
    destructive: (keys) => `Nicht freigegeben: Das lässt sich nicht rückgängig machen. Geben Sie mit ${keys} frei.`,
  },
  editForm: (title) => `Eingabe bearbeiten: ${title}`,
  input: 'Eingabe',
  touches: {
    'fs.read': 'liest Dateien',
    'fs.write': 'ändert Dateien',
    'fs.delete': 'löscht Dateien',
    'net.egress': 'verbindet sich nach außen',
    'proc.exec': 'führt Befehle aus',
  },
  cannotBeUndone: 'kann nicht rückgängig gemacht werden',
  canBeUndone: (moment) => `kann bis ${moment} rückgängig gemacht werden`,
  saidByRisk: {
    low: [],
    medium: [],
    high: [],
    destructive: [
      'kann nicht rückgängig gemacht werden',
      'lässt sich nicht rückgängig machen',
      'nicht rückgängig zu machen',
      'nicht umkehrbar',
      'unumkehrbar',
      'unwiderruflich',
    ],
  },
  saidByVerb: {
    'fs.read': ['lesen', 'lies', 'öffnen'],
    'fs.write': ['schreiben', 'leeren', 'ändern', 'bearbeiten', 'anlegen', 'erstellen', 'speichern', 'ersetzen'],
    'fs.delete': ['löschen', 'entfernen'],
    'net.egress': ['verbinden', 'hochladen', 'herunterladen', 'senden', 'abrufen'],
    'proc.exec': ['ausführen'],
  },
  failed: 'Die Karte dieser Aktion ist ausgefallen. Dies ist eine einfache als Ersatz.',
  states: {
    writing: 'wird geschrieben',
    called: 'aufgerufen',
    waiting: 'wartet auf eine Antwort',
    arming: 'wartet auf eine Antwort',
    editing: 'wird bearbeitet',
    denying: 'wird abgelehnt',
    chosen: 'gewählt, noch nicht gesendet',
    checking: 'wird geprüft',
    approved: 'freigegeben',
    'approved-with-edits': 'mit Änderungen freigegeben',
    'run-again': 'wird erneut ausgeführt',
    parked: 'für später offen gelassen',
    'answered-elsewhere': 'anderswo beantwortet',
    sent: 'freigegeben und an den ausführenden Server gesendet',
    running: 'läuft',
    returned: 'erledigt',
    failed: 'fehlgeschlagen',
    retry: 'zur Korrektur zurückgegeben',
    denied: 'abgelehnt',
    blocked: 'durch eine Regel gesperrt',
    expired: 'abgelaufen, niemand hat rechtzeitig geantwortet',
    cancelled: 'abgebrochen',
    skipped: 'übersprungen, eine endgültige Antwort kam zuvor',
    interrupted: 'unterbrochen, ohne Ergebnis',
    unknown: 'unterbrochen, Wirkung unbekannt',
  },
  interrupted: {
    waiting: 'wurde vielleicht ausgeführt, wartet auf eine Antwort',
    arming: 'wurde vielleicht ausgeführt, wartet auf eine Antwort',
    returned: 'laut Angabe geschehen',
    failed: 'laut Angabe fehlgeschlagen',
    parked: 'wurde vielleicht ausgeführt, für später offen gelassen',
  },
  withEdits: (state) => `${state}, mit Änderungen`,
  because: (state, message) => `${state}: ${message}`,
  formerTitle: (title) => `vorher: ${title}`,
};

/** The batch: review, bulk answers, keys. */
export const batch: CountersignStrings['batch'] = {
  expiresIn: (time) => `Läuft ab in ${time}`,
  overdue: 'Die Zeit ist um',
  extend: (time) => `Um ${time} verlängern`,
  chosen: {
    approve: 'wird freigegeben',
    edit: 'wird mit Änderungen freigegeben',
    deny: (message) => `wird abgelehnt: ${message}`,
    defer: 'bleibt für später offen',
    change: 'Ändern',
  },
  owner: (path) => `Für ${path.join(' › ')}`,
  progress: 'Entschieden',
  chosenProgress: 'Gewählt',
  chosenOf: (done, all) => `${de.number(done)} von ${de.number(all)} gewählt`,
  nthAlike: (title, place) => `${title} (${de.number(place)})`,
  plan: (count) => `Alle ${germanActions(count)} in der vorgeschlagenen Reihenfolge`,
  planOpen: 'offen',
  approveLowRisk: (count) =>
    de.plural(count, { one: 'Die mit geringem Risiko freigeben', other: 'Die # mit geringem Risiko freigeben' }),
  showLowRisk: (count) => `${de.number(count)} mit geringem Risiko freigeben…`,
  showToApprove: (count) => `${de.number(count)} freigeben…`,
  approveShown: (count) => de.plural(count, { one: 'Diese freigeben', other: 'Diese # freigeben' }),
  showNext: (left) => de.plural(left, { one: 'Die letzte zeigen', other: 'Die nächste von # zeigen' }),
  shownBelow: (count) =>
    de.plural(count, {
      one: 'Die Aktion ist unten mit ihrer Eingabe geöffnet. Drücken Sie noch einmal, um sie freizugeben.',
      other:
        '# Aktionen sind unten mit ihren Eingaben geöffnet. Wenn alle zu sehen waren, drücken Sie noch einmal, um sie freizugeben.',
    }),
  endReview: 'Abbrechen',
  reviewed: (titles, more) => `Zur Freigabe: ${titles}${more > 0 ? ` und ${de.number(more)} weitere` : ''}.`,
  more: 'Weitere Aktionen',
  lookClosely: 'genau hinsehen',
  deferAll: 'Alle für später offen lassen',
  left: (titles, more) => `Einzeln zu entscheiden: ${titles}${more > 0 ? ` und ${de.number(more)} weitere` : ''}.`,
  denyAllLabel: 'Warum keine davon? Das Modell liest diese Begründung bei jeder Aktion.',
  summary: ({ approve, edit, deny, defer, open }) =>
    [
      approve > 0 ? `${de.number(approve)} freizugeben` : '',
      edit > 0 ? `${de.number(edit)} mit Änderungen freizugeben` : '',
      deny > 0 ? `${de.number(deny)} abzulehnen` : '',
      defer > 0 ? `${de.number(defer)} für später` : '',
      open > 0 ? `${de.number(open)} noch offen` : '',
    ]
      .filter((part) => part !== '')
      .join(', '),
  submit: (count) =>
    count === 0 ? 'Absenden' : `${de.plural(count, { one: '# Antwort', other: '# Antworten' })} absenden`,
  submitHint: 'Vor dem Absenden wird nichts gesendet. Bis dahin können Sie jede Antwort ändern.',
  submitting: 'Wird gesendet…',
  details: 'Details',
  sendsIn: (time) => `Wird in ${time} gesendet`,
  sendsInSpoken: (time) => `Wird in ${time} gesendet. Bis dahin können Sie Ihre Antworten ändern.`,
  undo: 'Rückgängig',
  sendNow: 'Jetzt senden',
  refused: (why) =>
    `Ihre Antworten wurden nicht angenommen. Nichts wurde ausgeführt, und sie bleiben erhalten.${why === undefined ? '' : ` ${why}`}`,
  sendAgain: 'Erneut senden',
  parked: (count) => `${germanActions(count)} offen gelassen`,
  asked: ({ needYou, count, title, risk }) =>
    `${needYou}${count === 1 ? ': ' : '. Zuerst: '}${title}${risk === undefined ? '' : `, ${risk}`}.`,
  told: (title, state) => `${title}: ${state}.`,
  toldSeveral: (count, state) => `${germanActions(count)}: ${state}.`,
  openAgain: 'wieder offen',
  stillOpen: (count) => (count === 0 ? 'Keine mehr offen.' : `Noch ${de.number(count)} offen.`),
  parkedAnswer: 'Beantworten',
  parkedGiveUp: 'Verwerfen…',
  parkedWarning: (count) =>
    de.plural(count, {
      one: 'Sie wird nicht ausgeführt, der Agent liest, dass Sie sie offen gelassen haben, und Sie können sie nicht mehr beantworten.',
      other:
        'Sie werden nicht ausgeführt, der Agent liest, dass Sie sie offen gelassen haben, und Sie können sie nicht mehr beantworten.',
    }),
  parkedEnd: (count) => de.plural(count, { one: 'Aktion verwerfen', other: '# Aktionen verwerfen' }),
  parkedKeep: 'Offen lassen',
  help: 'Tasten',
  helpTitle: 'Tastenkürzel',
  helpNote:
    'Buchstaben wirken eine halbe Sekunde, nachdem eine Aktion oder ihre Schaltflächen den Fokus erhalten haben, und nie, während Sie schreiben.',
  helpClose: 'Schließen',
  keys: {
    enter: 'Aus einer leeren Nachricht zur ersten offenen Aktion gehen',
    back: 'Dorthin zurückgehen, wo Sie waren',
    next: 'Zur nächsten Aktion gehen',
    previous: 'Zur vorigen Aktion gehen',
    approve: 'Freigeben, außer wenn die Aktion unwiderruflich ist',
    'approve-destructive': 'Eine unwiderrufliche Aktion freigeben',
    edit: 'Vor der Freigabe bearbeiten',
    deny: 'Mit Begründung ablehnen',
    defer: 'Für später offen lassen',
    submit: 'Die gewählten Antworten absenden',
    undo: 'Antworten rückgängig machen, solange sie nicht gesendet sind',
    help: 'Diese Tasten zeigen',
  },
};

/** Presses that do not count. */
export const arming: CountersignStrings['arming'] = {
  ignored: {
    new: 'Noch nicht freigegeben: Die Schaltfläche war gerade erst erschienen. Drücken Sie erneut.',
    hidden: 'Noch nicht freigegeben: Die Schaltfläche war nicht zu sehen. Drücken Sie erneut.',
    moved: 'Noch nicht freigegeben: Die Schaltfläche hatte sich gerade bewegt. Drücken Sie erneut.',
    covered: 'Noch nicht freigegeben: Etwas hatte die Schaltfläche gerade verdeckt. Drücken Sie erneut.',
    faint: 'Noch nicht freigegeben: Die Schaltfläche ist zu klein oder zu blass, um sie zu sehen.',
    elsewhere: 'Noch nicht freigegeben: Der Klick begann woanders. Drücken Sie erneut.',
  },
};

/** Calls that were cut off. */
export const interrupted: CountersignStrings['interrupted'] = {
  cutOff: (moment) =>
    `Dies begann ${moment === undefined ? 'früher' : `am ${moment}`} und wurde unterbrochen. Vielleicht ist es geschehen; diese Seite kann es nicht wissen.`,
  happened: 'Es ist geschehen…',
  happenedNote: 'Der Agent liest, was dabei herauskam. Nichts wird erneut ausgeführt.',
  failedNote: 'Der Agent liest, was schiefging. Nichts wird erneut ausgeführt.',
  laterNote: 'Sie entscheiden später. Bis dahin hält der Agent an.',
  happenedLabel: 'Was kam dabei heraus, als Text oder JSON? Das Modell liest das. Es darf leer bleiben.',
  happenedWith: 'Es ist geschehen',
  notJson: 'Das beginnt wie JSON und ist unvollständig. Vervollständigen Sie es, oder schreiben Sie es als Text.',
  runAgain: 'Erneut ausführen',
  twice: 'Wenn es schon geschehen ist, geschieht es dann zweimal.',
  confirm: 'Zum Ausführen erneut drücken',
  confirmNote:
    'Noch nicht erneut ausgeführt: Das lässt sich nicht rückgängig machen und ist vielleicht schon geschehen. Drücken Sie noch einmal, um es erneut auszuführen.',
  failed: 'Es ist fehlgeschlagen…',
  failedLabel: 'Was ging schief? Das Modell liest das.',
  failedWith: 'Es ist fehlgeschlagen',
  failedDefault: 'Der Werkzeugaufruf wurde unterbrochen und ist fehlgeschlagen.',
  late: {
    cancelled: 'Der Agent wurde vorher gestoppt. Ihre Antwort wurde nicht verwendet.',
    expired: 'Die Zeit war abgelaufen. Ihre Antwort wurde nicht verwendet.',
  },
};

/** Client tools in the queue. */
export const outlet: CountersignStrings['outlet'] = {
  working: 'Arbeitet auf dieser Seite…',
  missing: (toolName) => `Auf dieser Seite beantwortet noch nichts „${toTitle(toolName)}“, deshalb wird gewartet.`,
  crashed: (message) => `Die Komponente dieses Werkzeugs ist ausgefallen: ${message}`,
  retry: 'Erneut versuchen',
  fail: 'Als fehlgeschlagen melden…',
  failLabel: 'Was ging schief? Das Modell liest das.',
  failWith: 'Als fehlgeschlagen melden',
  failDefault: 'Der Werkzeugaufruf konnte nicht ausgeführt werden.',
};

/** Title, notification and tray. */
export const attention: CountersignStrings['attention'] = {
  title: (count, title) => (title === '' ? `(${de.number(count)})` : `(${de.number(count)}) ${title}`),
  notice: (titles, more) => [...titles, ...(more > 0 ? [`und ${de.number(more)} weitere`] : [])].join('\n'),
  waiting: (_, written) => `${written} warten`,
  nothing: 'Nichts wartet',
  tray: 'Wartet auf Sie',
  empty: 'Nichts braucht Ihre Freigabe.',
  owner: (path) => path.join(' › '),
  calls: germanActions,
  yours: 'Ihre Eingabe nötig',
  left: (time) => `noch ${time}`,
  over: 'Zeit abgelaufen',
};
