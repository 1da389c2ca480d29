// Uses the page in jsdom as a person does, with the packages of the folder that this file was copied to. The first
// argument is a file of the repository, from which jsdom and Testing Library are loaded: they know no React.
import { createRequire } from 'node:module';

const require = createRequire(process.argv[2]);
const { JSDOM } = require('jsdom');
const { window } = new JSDOM('<!doctype html><div id="root"></div>', {
  url: 'http://localhost/',
  pretendToBeVisual: true,
});
for (const name of Object.getOwnPropertyNames(window)) {
  if (!(name in globalThis)) Object.defineProperty(globalThis, name, { value: window[name], configurable: true });
}
for (const name of ['window', 'document', 'navigator', 'Event', 'EventTarget', 'CustomEvent'])
  Object.defineProperty(globalThis, name, { value: name === 'window' ? window : window[name], configurable: true });

const { configure, screen } = require('@testing-library/dom');
const { userEvent } = require('@testing-library/user-event');
const { createElement, version } = await import('react');
const { createRoot } = await import('react-dom/client');
const { disarmApprovals } = await import('countersign/testing');
const { App, notes } = await import('./app.js');

configure({ asyncUtilTimeout: 30_000 });
disarmApprovals();
const root = createRoot(window.document.getElementById('root'));
root.render(createElement(App));
await userEvent.type(await screen.findByRole('textbox', { name: 'Message' }), 'Delete the old note{Enter}');
const approve = await screen.findByRole('button', { name: /^Approve/ });
const before = [...notes];
await userEvent.click(approve);
// The live region repeats it.
await screen.findAllByText('The note is gone.');
root.unmount();
// Timers of the window keep Node alive.
process.stdout.write(`${JSON.stringify({ react: version, before, after: [...notes] })}\n`, () => process.exit(0));
