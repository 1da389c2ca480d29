import type { FieldProblem } from '../../form/check-fields.js';
import type { FieldNode } from '../../form/field-node.js';
import type { CountersignStrings } from '../strings.js';
import { de } from './german-words.js';

const typeNames: Readonly<Record<string, string>> = {
  string: 'Text',
  number: 'Zahl',
  integer: 'Ganze Zahl',
  boolean: 'Ja oder Nein',
  object: 'Gruppe von Feldern',
  array: 'Liste',
  null: 'null',
  any: 'Beliebiger Wert',
};

/** The generated forms. */
export const form: CountersignStrings['form'] = {
  form: 'Eingabe',
  whole: 'Wert',
  item: (position) => `Eintrag ${de.number(position)}`,
  path: (path) => path.map((part) => (typeof part === 'number' ? `Eintrag ${de.number(part + 1)}` : part)).join(' › '),
  optional: 'freiwillig',
  notSet: 'Nicht angegeben',
  notSetRequired: 'Noch nicht angegeben',
  isNull: 'null: ausdrücklich kein Wert',
  empty: 'Leer',
  preset: (value) => `Ohne Angabe gilt ${value}.`,
  fixed: 'immer dieser Wert',
  choose: 'Auswählen…',
  notAllowed: (value) => `${value} (keine der Möglichkeiten)`,
  findChoice: (label) => `Möglichkeit für ${label} suchen`,
  findChoiceShort: (count) => `In ${de.number(count)} Möglichkeiten suchen`,
  choicesFound: (shown, found) =>
    shown < found
      ? `Die ersten ${de.number(shown)} von ${de.number(found)} Möglichkeiten. Tippen Sie, um andere zu finden.`
      : found === 0
        ? 'Keine Möglichkeit enthält diesen Text.'
        : de.plural(found, { one: '# Möglichkeit', other: '# Möglichkeiten' }),
  yes: 'Ja',
  no: 'Nein',
  hint: germanHint,
  offset: (label) => `Zeitzone von ${label}`,
  noOffset: 'keine',
  kind: (label) => `Art von ${label}`,
  kindShort: 'Art',
  type: typeNames,
  actions: {
    leaveOut: 'Weglassen',
    setNull: 'Auf null setzen',
    setValue: 'Wert angeben',
    add: 'Hinzufügen',
    addItem: 'Eintrag hinzufügen',
    remove: 'Entfernen',
    up: 'Nach oben',
    down: 'Nach unten',
    reset: 'Zurücksetzen',
    resetAll: 'Alles zurücksetzen',
    asFields: 'Als Felder bearbeiten',
    discardText: 'Diesen Text verwerfen',
    at: (action, label) => `${action}: ${label}`,
  },
  extraName: (label) => `Name in ${label}`,
  newName: 'name',
  nameTaken: (name) => `„${name}“ gibt es schon. Wählen Sie einen anderen Namen.`,
  addMore: (label) => `Feld zu ${label} hinzufügen`,
  addMoreShort: 'Feld hinzufügen…',
  json: (label) => `${label}, als JSON`,
  jsonReason: {
    schema: 'Dafür gibt es kein Formular: Schreiben Sie es als JSON.',
    value: 'Der Wert ist nicht von der erwarteten Art, deshalb wird er gezeigt, wie er ist.',
    size: 'Zu groß für Felder: Schreiben Sie es als JSON.',
    chosen: '',
  },
  fields: 'Felder',
  asJson: 'JSON',
  view: 'Bearbeiten als',
  mendFirst: 'Berichtigen Sie zuerst das JSON, oder verwerfen Sie den Text.',
  problem: germanProblem,
  problems: (count) =>
    de.plural(count, { one: '# Feld braucht Aufmerksamkeit', other: '# Felder brauchen Aufmerksamkeit' }),
  problemAt: (label, message) => `${label}: ${message}`,
  uncheckable: (message) => `Die Prüfung war nicht möglich: ${message}`,
  checking: 'Wird geprüft…',
  submit: 'Absenden',
  failed: (message) => `Das hat nicht geklappt: ${message}`,
  changes: {
    title: (count) => de.plural(count, { one: '# Änderung', other: '# Änderungen' }),
    none: 'Keine Änderungen',
    kind: { added: 'hinzugefügt', removed: 'entfernt', changed: 'geändert' },
    before: 'vorher',
    after: 'nachher',
    value: (value) => (typeof value === 'string' ? value : JSON.stringify(value)),
  },
};

function germanCharacters(count: number): string {
  return de.plural(count, { other: '# Zeichen' });
}

function germanHint(node: FieldNode): string {
  if (node.kind === 'number') return germanNumberHint(node);
  if (node.kind !== 'text') return '';
  if (node.schema.format === 'date-time' && node.format === 'text')
    return 'Datum und Uhrzeit wie 2026-01-31T09:30:00Z.';
  if (node.schema.format === 'date' && node.format === 'text') return 'Ein Datum wie 2026-01-31.';
  if (node.schema.format === 'time' && node.format === 'text') return 'Eine Uhrzeit wie 09:30:00.';
  const { minLength = 0, maxLength } = node;
  if (maxLength !== undefined)
    return minLength > 0
      ? `${de.number(minLength)} bis ${germanCharacters(maxLength)}.`
      : `Höchstens ${germanCharacters(maxLength)}.`;
  return minLength > 1 ? `Mindestens ${germanCharacters(minLength)}.` : '';
}

function germanNumberHint({ limits: { min, max, step }, isWhole }: Extract<FieldNode, { kind: 'number' }>): string {
  const what = isWhole ? 'Eine ganze Zahl' : 'Eine Zahl';
  // Schema libraries add the limits of the type, which tell users nothing.
  const isTelling = (limit: number | undefined): limit is number =>
    limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER;
  const from = isTelling(min) ? ` ab ${de.number(min)}` : '';
  const to = isTelling(max) ? ` bis ${de.number(max)}` : '';
  const range = isTelling(min) && isTelling(max) ? ` von ${de.number(min)} bis ${de.number(max)}` : `${from}${to}`;
  const steps = step === undefined || step === 1 ? '' : ` in Schritten von ${de.number(step)}`;
  return range === '' && steps === '' && !isWhole ? '' : `${what}${range}${steps}.`;
}

function germanProblem(problem: FieldProblem): string {
  switch (problem.code) {
    case 'required':
      return 'Pflichtfeld';
    case 'not-allowed':
      return 'Das Werkzeug kennt dieses Feld nicht. Entfernen Sie es.';
    case 'not-an-option':
      return 'Wählen Sie eine der Möglichkeiten.';
    case 'not-a-number':
      return 'Das ist noch keine Zahl. Die letzte gültige bleibt erhalten.';
    case 'inexact':
      return 'Diese Zahl hat mehr Stellen, als genau gespeichert werden können.';
    case 'ambiguous':
      return 'Das Komma könnte Tausender oder Dezimalen meinen. Lassen Sie es weg, oder schreiben Sie Dezimalen mit Punkt.';
    case 'not-whole':
      return 'Das muss eine ganze Zahl sein.';
    case 'incomplete':
      return 'Datum oder Uhrzeit ist unvollständig. Der letzte gültige Wert bleibt erhalten.';
    case 'wrong-type':
      return `Erwartet wird: ${typeNames[problem.type] ?? 'eine andere Art von Wert'}.`;
    case 'wrong-json': {
      const { line, column, found } = problem.error;
      const what = found === '' ? 'Der Text endet zu früh' : `${found} ist hier nicht möglich`;
      return `Kein gültiges JSON in Zeile ${de.number(line)}, Spalte ${de.number(column)}: ${what}. Der letzte gültige Wert bleibt erhalten.`;
    }
    default:
      return germanLimit(problem.code, problem.limit);
  }
}

function germanLimit(code: Extract<FieldProblem, { limit: number }>['code'], limit: number): string {
  const words = {
    'too-short': `Zu kurz: mindestens ${germanCharacters(limit)}.`,
    'too-long': `Zu lang: höchstens ${germanCharacters(limit)}.`,
    'too-small': `Zu klein: Die Grenze ist ${de.number(limit)}.`,
    'too-large': `Zu groß: Die Grenze ist ${de.number(limit)}.`,
    'off-step': `Das muss ein Vielfaches von ${de.number(limit)} sein.`,
    'too-few': `Mindestens ${de.plural(limit, { one: '# Eintrag', other: '# Einträge' })}.`,
    'too-many': `Höchstens ${de.plural(limit, { one: '# Eintrag', other: '# Einträge' })}.`,
  };
  return words[code];
}
