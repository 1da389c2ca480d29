// Lists the files of the runtime that a decision passes through: `node scripts/trace-files.mjs`. With `--json` it
// prints them as JSON and uses the existing build (`test/roads.test.ts`, which has the limits). It executes two runs on
// an instrumented build, and prints the files whose functions received the decision, or a value that contains it,
// between two points. "A call is approved with an edit" follows the edited input from decide() to the event
// `tool-start`; "a batch expires" follows the expired answer from the deadline to the outcome of the run. It ignores
// protocol/base/, which every value passes, test tools, events, and the state of the screen.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseSync } from 'vite';
import { z } from 'zod';

const root = fileURLToPath(new URL('..', import.meta.url));
const isJson = process.argv.includes('--json');
const uncounted = /^(?:protocol\/base\/|conversation\/messages\/|testing\/|components\/|hooks\/)/;
const depth = 6;

/** Instruments every function of a module to report its calls. */
function instrument(file, code) {
  const inserts = [];
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return;
    if (Array.isArray(node)) return node.forEach(visit);
    if (/Function/.test(node.type ?? '') && node.body && !node.generator) note(node);
    for (const [key, value] of Object.entries(node)) if (key !== 'type') visit(value);
  };
  const note = ({ params, body, type }) => {
    const names = params.items ? params.items.map((item) => item.pattern ?? item) : params;
    const given = `globalThis.__passed?.(${JSON.stringify(file)}, [${names.flatMap(namesIn).join(', ')}])`;
    if (type === 'ArrowFunctionExpression' && body.type !== 'BlockStatement' && body.type !== 'FunctionBody') {
      inserts.push([body.start, `(${given}, (`], [body.end, '))']);
    } else {
      // A constructor must not use `this` before super(), but its parameters can be reported.
      inserts.push([body.start + 1, `${given};`]);
    }
  };
  visit(parseSync(file, code).program);
  let result = code;
  for (const [at, text] of inserts.sort((a, b) => b[0] - a[0])) result = result.slice(0, at) + text + result.slice(at);
  return result;
}

function namesIn(pattern) {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name];
    case 'AssignmentPattern':
      return namesIn(pattern.left);
    case 'RestElement':
      return namesIn(pattern.argument);
    case 'ArrayPattern':
      return pattern.elements.flatMap(namesIn);
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) => namesIn(property.value ?? property));
    default:
      return [];
  }
}

function instrumented() {
  const folder = mkdtempSync(join(root, 'node_modules/.trace-'));
  cpSync(join(root, 'dist'), folder, { recursive: true });
  const walk = (at) => {
    for (const entry of readdirSync(join(folder, at), { withFileTypes: true })) {
      const path = join(at, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (path.endsWith('.js')) {
        const file = path.replace(/\.js$/, '');
        writeFileSync(join(folder, path), instrument(file, readFileSync(join(folder, path), 'utf8')));
      }
    }
  };
  walk('');
  return folder;
}

/** Returns `true` when a value is the traced one or contains it. Events and messages do not count. */
function holds(value, is, levels) {
  if (is(value)) return true;
  if (levels === 0 || typeof value !== 'object' || value === null || isExcluded(value)) return false;
  if (value instanceof Map || value instanceof Set) return [...value].some((item) => holds(item, is, levels - 1));
  return Object.values(value).some((member) => holds(member, is, levels - 1));
}

/** Events of runs and brokers (a step of the loop has a turn), parts of messages, and the state of a conversation. */
function isExcluded(value) {
  if ('toolMetadata' in value || 'parts' in value || 'pending' in value) return true;
  return typeof value.type === 'string' && ('seq' in value || 'toolCallId' in value || 'batchId' in value);
}

/** Returns the files whose functions received the traced value during the work. */
async function follow(is, until, work) {
  const files = new Set();
  globalThis.__passed = (file, given) => {
    if (given.some((value) => value?.type === until)) globalThis.__passed = undefined;
    else if (!files.has(file) && !uncounted.test(file) && given.some((value) => holds(value, is, depth)))
      files.add(file);
  };
  await work();
  globalThis.__passed = undefined;
  return [...files];
}

async function trace(folder) {
  const load = (entry) => import(pathToFileURL(join(folder, entry)).href);
  const { createAgent, createConversation, tool, toolApproved } = await load('core.js');
  const { createVirtualClock, scriptedModel } = await load('testing/index.js');
  const write = tool({ inputSchema: z.object({ path: z.string() }), requiresApproval: true, execute: () => 'done' });
  const turns = [{ calls: [{ toolName: 'write', input: { path: 'a' } }] }, 'Done.'];
  const frames = { scheduleFrame: (callback) => queueMicrotask(callback) };
  const until = (conversation, is) =>
    new Promise((resolve) => {
      const check = (state) => {
        if (is(state)) resolve(stop?.());
      };
      const stop = conversation.store.subscribe(check);
      check(conversation.store.getState());
    });

  const edited = createConversation(
    () => ({ agent: createAgent({ model: scriptedModel(turns), tools: { write } }) }),
    frames,
  );
  edited.start('go');
  await until(edited, ({ pending }) => pending.length > 0);
  const edit = toolApproved({ overrideArgs: { path: 'edited' } });
  const approved = await follow(
    (value) => value === 'edited',
    'tool-start',
    async () => {
      const [batch] = edited.store.getState().pending;
      const over = until(edited, ({ events }) => [...events].some(({ type }) => type === 'tool-start'));
      await edited.decide(batch.items[0].call.toolCallId, edit);
      await over;
    },
  );

  const clock = createVirtualClock();
  const agent = createAgent({
    model: scriptedModel(turns),
    tools: { write },
    environment: clock.environment,
    expiry: { after: 60_000 },
  });
  const late = createConversation(() => ({ agent }), { ...clock.environment, ...frames });
  late.start('go');
  await until(late, ({ pending }) => pending.length > 0);
  const expired = await follow(
    (value) => value?.kind === 'tool-expired' || value?.type === 'expired' || value?.status === 'expired',
    'run-end',
    async () => {
      const over = until(late, ({ outcome }) => outcome !== null);
      await clock.advance(60_000);
      await over;
    },
  );
  return { 'a call is approved with an edit': approved, 'a batch expires': expired };
}

const vite = join(root, 'node_modules/vite/bin/vite.js');
if (!isJson) execFileSync(process.execPath, [vite, 'build', '--logLevel', 'error'], { cwd: root });
const folder = instrumented();
try {
  const paths = await trace(folder);
  if (isJson) console.log(JSON.stringify(paths));
  else
    for (const [path, files] of Object.entries(paths))
      console.log([`${path}: ${files.length} files`, ...files].join('\n  '));
} finally {
  rmSync(folder, { recursive: true });
}
