import { queryAllByRole } from '@testing-library/dom';

// Runs in the page of any browser, where no driver knows roles and names.

/** What is looked for: a role, a name that it is or begins with, and where. */
export interface Wanted {
  readonly role: string;
  readonly name: string;
  /** The name of the group that it is in. */
  readonly group?: string | undefined;
}

/** An element that is seen. */
export interface Found {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly hasFocus: boolean;
  readonly isDisabled: boolean;
  /** How many of this kind there are. */
  readonly count: number;
}

const named = (role: string, name: string, within: HTMLElement): HTMLElement[] =>
  queryAllByRole(within, role, { name: (given) => given.startsWith(name) });

function find({ role, name, group }: Wanted): Found | null {
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

/** What the drivers call. */
export interface FlowPage {
  readonly find: (wanted: Wanted) => Found | null;
  readonly text: () => string;
  /** What lay in the page's database when it was looked at last; looks again. */
  readonly kept: () => string;
  readonly errors: readonly string[];
}

let kept = '';

/** Drivers wait for no promise. */
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
