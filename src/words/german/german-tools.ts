import type { CountersignStrings } from '../strings.js';
import { de } from './german-words.js';

/** The ready-made client tools. */
export const tools: CountersignStrings['tools'] = {
  submit: 'Antwort senden',
  sending: 'Wird gesendet…',
  sendAgain: 'Erneut senden',
  retry: 'Erneut versuchen',
  decline: 'Jetzt nicht',
  tellDeclined: 'Der Nutzer wollte nicht antworten.',
  wholeResult: 'Antwort',
  confirm: { yes: 'Ja', no: 'Nein', reason: 'Begründung (freiwillig)' },
  form: { send: 'Antwort senden', answer: 'Antwort', loading: 'Das Formular wird vorbereitet…' },
  files: {
    choose: (isMany) => (isMany ? 'Dateien auswählen…' : 'Datei auswählen…'),
    chooseMore: 'Weitere hinzufügen…',
    chooseOther: 'Andere auswählen…',
    drop: () => 'oder hier ablegen',
    limits: ({ accept, maxFiles, maxBytes }) => {
      const kind = accept === '' ? 'Dateien jeder Art' : `Dateien der Art ${accept}`;
      return maxFiles === '1' ? `${kind}, bis ${maxBytes}.` : `${kind}, höchstens ${maxFiles}, jede bis ${maxBytes}.`;
    },
    tooBig: (name, size, limit) => `„${name}“ hat ${size}; die Grenze ist ${limit}.`,
    wrongKind: (name, accept) => `„${name}“ ist nicht von der Art ${accept}.`,
    tooMany: (name, limit) => `„${name}“ wurde weggelassen: Die Grenze ist ${limit}.`,
    notText: (name) => `„${name}“ ist keine Textdatei.`,
    unreadable: (name) =>
      `„${name}“ ist nicht lesbar. Vielleicht wurde die Datei verschoben oder geändert; wählen Sie sie erneut.`,
    reading: 'Wird gelesen…',
    chosen: (count, size) => `${de.plural(count, { one: '# Datei', other: '# Dateien' })} ausgewählt, ${size}`,
    list: 'Ausgewählte Dateien',
    remove: 'Entfernen',
    removeNamed: (name) => `${name} entfernen`,
    send: (count) => `${de.plural(count, { one: '# Datei', other: '# Dateien' })} senden`,
    noneYet: 'Senden',
    tellDeclined: 'Der Nutzer hat keine Datei ausgewählt.',
  },
  location: {
    reason: 'Das Modell fragt, wo Sie sind.',
    precision: 'Wie genau?',
    exact: 'Genau',
    rounded: 'Gerundet',
    roundedHint: 'auf etwa einen Kilometer',
    share: 'Standort teilen',
    asking: 'Ihr Browser ermittelt den Standort. Vielleicht fragt er Sie vorher.',
    problems: {
      denied:
        'Der Browser hat es nicht erlaubt. Erlauben Sie dieser Seite in den Einstellungen des Browsers den Standort, und versuchen Sie es erneut.',
      unavailable: 'Ihr Gerät konnte den Standort nicht ermitteln.',
      timeout: 'Die Standortermittlung hat zu lange gedauert.',
      unsupported: 'Dieser Browser kann den Standort nicht ermitteln, oder nicht auf dieser Seite.',
    },
    unavailable: 'Antworten, dass er nicht verfügbar ist',
    tellUnavailable: {
      denied: 'Der Standort des Nutzers ist nicht verfügbar: Die Erlaubnis wurde verweigert.',
      unavailable: 'Der Standort des Nutzers ist nicht verfügbar: Das Gerät konnte ihn nicht ermitteln.',
      timeout: 'Der Standort des Nutzers ist nicht verfügbar: Die Ermittlung hat zu lange gedauert.',
      unsupported: 'Der Standort des Nutzers ist nicht verfügbar: Dieser Browser kann ihn nicht ermitteln.',
    },
    tellDeclined: 'Der Nutzer wollte den Standort nicht teilen.',
  },
  task: {
    running: 'Arbeitet…',
    progress: 'Fortschritt',
    percent: (percent) => `${percent} erledigt`,
    done: 'Erledigt.',
    failed: (message) => `Fehlgeschlagen: ${message}`,
    stopped: 'Vor dem Ende gestoppt.',
    cancel: 'Abbrechen',
    tellCancelled: 'Der Nutzer hat dies abgebrochen.',
    giveUp: 'Antworten, dass es fehlgeschlagen ist',
    tellFailed: (message) => `Fehlgeschlagen: ${message}`,
  },
};

/** Questions of MCP servers. */
export const elicitation: CountersignStrings['elicitation'] = {
  send: 'Antwort senden',
  decline: 'Ablehnen',
  cancel: 'Abbrechen',
  leadsTo: 'Die Seite liegt auf',
  open: 'In neuem Tab öffnen',
  opened: 'Kommen Sie zurück, wenn Sie dort fertig sind. Was Sie auf jener Seite eingeben, ist hier nicht zu sehen.',
  done: 'Erledigt',
  noPage: 'Diese Adresse lässt sich nicht sicher öffnen:',
};

/** Views that are still loading. */
export const lazy: CountersignStrings['lazy'] = {
  loading: 'Wird geladen…',
  failed:
    'Dieser Teil der Seite konnte nicht geladen werden. Prüfen Sie Ihre Verbindung, oder laden Sie die Seite neu: Vielleicht wurde sie aktualisiert.',
  retry: 'Erneut versuchen',
};
