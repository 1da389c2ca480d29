import './worker-imports.js';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { Assembly, assemblyNames } from './assemblies.js';

/** The message of the worker. */
export interface ServerMarkup {
  readonly scope: string;
  /** A date in the server's format. */
  readonly epoch: string;
  readonly html: Readonly<Record<string, string>>;
}

/** Simulates a server whose locale and time zone differ from the reader's. */
function moveAbroad(): void {
  const there = { timeZone: 'Asia/Kathmandu' };
  const { DateTimeFormat, NumberFormat } = Intl;
  const abroad = {
    DateTimeFormat: function DateTime(locale?: string, options?: Intl.DateTimeFormatOptions) {
      return new DateTimeFormat(locale ?? 'de-DE', { ...there, ...options });
    },
    NumberFormat: function Numbers(locale?: string, options?: Intl.NumberFormatOptions) {
      return new NumberFormat(locale ?? 'de-DE', options);
    },
  };
  Object.assign(Intl, abroad);
  for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'] as const) {
    const write = Date.prototype[name];
    Date.prototype[name] = function (locale?: Intl.LocalesArgument, options?: Intl.DateTimeFormatOptions) {
      return write.call(this, (locale as string | undefined) ?? 'de-DE', { ...there, ...options });
    };
  }
  const write = Number.prototype.toLocaleString;
  Number.prototype.toLocaleString = function (locale?: Intl.LocalesArgument, options?: Intl.NumberFormatOptions) {
    return write.call(this, (locale as string | undefined) ?? 'de-DE', options);
  };
}

moveAbroad();

// A worker has no document and no window, like a server.
const html = assemblyNames.map((name) => [name, renderToString(createElement(Assembly, { name, onCommit: () => {} }))]);
const markup: ServerMarkup = {
  scope: typeof window,
  epoch: new Date(0).toLocaleString(),
  html: Object.fromEntries(html) as ServerMarkup['html'],
};
postMessage(markup);
