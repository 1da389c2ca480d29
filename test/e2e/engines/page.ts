import { queryAllByRole } from '@testing-library/dom';

// Runs in the page of every browser, because some drivers do not support roles and names.

/** A query: a role, a name or its beginning, and a group. */
export interface ElementQuery {
  readonly role: string;
  readonly name: string;
  /** The name of the surrounding group. */
  readonly group?: string | undefined;
}

/** A visible element. */
export interface Found {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly hasFocus: boolean;
  readonly isDisabled: boolean;
  /** The number of matching elements. */
  readonly count: number;
}

const named = (role: string, name: string, within: HTMLElement): HTMLElement[] =>
  queryAllByRole(within, role, { name: (given) => given.startsWith(name) });

function find({ role, name, group }: ElementQuery): Found | null {
  const around = group === undefined ? document.body : named('group', group, document.body)[0];
  const all = around === undefined ? [] : named(role, name, around);
  const [element] = all;
  if (element === undefined) return null;
  element.scrollIntoView({ block: 'nearest' });
  const { left, top, width, height } = element.getBoundingClientRect();
  return {
    x: left + width / 2,
    y: top + height / 2,
    text: element.innerText ?? element.textContent,
    hasFocus: element.contains(document.activeElement),
    isDisabled: element.matches(':disabled, [aria-disabled=true]'),
    count: all.length,
  };
}

/** The functions that the drivers call. */
export interface FlowPage {
  readonly find: (wanted: ElementQuery) => Found | null;
  readonly text: () => string;
  /** Returns the content of the page's database from the last read, and starts another read. */
  readonly kept: () => string;
  readonly errors: readonly string[];
}

let kept = '';

/** Drivers cannot wait for a promise. */
function look(): string {
  const opening = indexedDB.open('countersign-demo');
  opening.onsuccess = () => {
    const { result: database } = opening;
    const reading = database.transaction('contents').objectStore('contents').getAll();
    reading.onsuccess = () => {
      kept = JSON.stringify(reading.result);
      database.close();
    };
  };
  return kept;
}

const errors: string[] = [];
addEventListener('error', ({ message }) => errors.push(message));
addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));

const flowPage: FlowPage = { find, text: () => document.body.innerText, kept: look, errors };
Object.assign(globalThis, { flowPage });
