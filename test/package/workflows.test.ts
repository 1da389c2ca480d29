import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { listFiles, root } from '../setup/source-files.js';
import { issueFormProblems } from './issue-forms.js';
import { workflowProblems } from './workflow-problems.js';

interface Step {
  readonly run?: string;
  readonly uses?: string;
}
interface Workflow {
  readonly permissions?: object;
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[]; readonly 'timeout-minutes'?: number }>>;
}

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const manifest: { scripts: Record<string, string>; engines: { node: string } } = JSON.parse(read('package.json'));
const workflows = listFiles('.github/workflows');
const forms = listFiles('.github/ISSUE_TEMPLATE').filter((path) => !path.endsWith('config.yml'));

/** Commands that need the network or git, so that only the service can run them. */
const remoteCommands = [/^npm ci(?: --prefix [\w./-]+)?$/, /^sudo apt-get /, /^git worktree add /];

/** Returns `true` for a command of this repository: an npm script that exists, or a program that exists. */
function isOwnCommand(command: string): boolean {
  const [, script] = /^npm (?:run )?([\w:-]+)/.exec(command) ?? [];
  const [, file] = /^node ([\w./-]+)/.exec(command) ?? [];
  if (file !== undefined) return existsSync(join(root, file));
  return script !== undefined && script in manifest.scripts;
}

function commandsOf(workflow: Workflow): readonly string[] {
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
  return steps
    .flatMap(({ run = '' }) => run.split('\n'))
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

describe.each(workflows)('%s', (path) => {
  const content = read(path);
  const workflow: Workflow = parse(content);

  it('is valid for the parser of GitHub', async () => {
    expect(await workflowProblems(content)).toEqual([]);
  });

  it('runs commands that exist', () => {
    const unknown = commandsOf(workflow).filter(
      (command) => !remoteCommands.some((pattern) => pattern.test(command)) && !isOwnCommand(command),
    );

    expect(commandsOf(workflow).length).toBeGreaterThan(1);
    expect(unknown).toEqual([]);
  });

  it('limits its permissions and its time, and names a version of each action', () => {
    const jobs = Object.values(workflow.jobs);
    const actions = jobs.flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));

    expect(workflow.permissions).toBeDefined();
    expect(jobs.filter((job) => job['timeout-minutes'] === undefined)).toEqual([]);
    expect(actions.length).toBeGreaterThan(0);
    expect(actions.filter((action) => !/^[\w-]+\/[\w-]+@v\d+$/.test(action))).toEqual([]);
  });

  it('puts no expression into a shell', () => {
    expect(commandsOf(workflow).filter((command) => command.includes('{{'))).toEqual([]);
  });
});

describe('the workflows', () => {
  it('run the tests with the oldest supported Node and both versions of React', () => {
    const { jobs }: { jobs: { test: { strategy: { matrix: { node: number[]; react: number[] } } } } } = parse(
      read('.github/workflows/ci.yml'),
    );

    expect(jobs.test.strategy.matrix).toEqual({ node: [20, 22, 24], react: [18, 19] });
    expect(manifest.engines.node).toMatch(/^>=20\./);
  });

  it.each([
    ['a member of a step', 'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - rum: npm test\n'],
    ['an event', 'on: pushed\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: npm test\n'],
    [
      'an expression',
      `on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: npm $\{{ gitub.ref }}\n`,
    ],
  ])('are checked: %s that is wrong is found', async (_, content) => {
    expect((await workflowProblems(content)).length).toBeGreaterThan(0);
  });
});

describe.each(forms)('%s', (path) => {
  it('is a valid issue form', () => {
    expect(issueFormProblems(parse(read(path)))).toEqual([]);
  });
});

describe('the check of issue forms', () => {
  const input = { type: 'input', id: 'a', attributes: { label: 'A' }, validations: { required: true } };
  const form = { name: 'Bug', description: 'A bug.', body: [input] };

  it.each([
    ['a missing name', { ...form, name: '' }, 'form: name is missing'],
    ['an unknown member', { ...form, titel: 'x' }, 'form: unknown member titel'],
    ['an unknown type', { ...form, body: [input, { type: 'text', attributes: {} }] }, 'body 2: unknown type text'],
    [
      'an id that occurs twice',
      { ...form, body: [input, { ...input, attributes: { label: 'B' } }] },
      'form: an id occurs twice',
    ],
    [
      'a menu without options',
      { ...form, body: [{ type: 'dropdown', attributes: { label: 'A' } }] },
      'body 1: options are missing',
    ],
    ['only text', { ...form, body: [{ type: 'markdown', attributes: { value: 'x' } }] }, 'form: nothing to fill in'],
  ])('finds %s', (_, broken, problem) => {
    expect(issueFormProblems(form)).toEqual([]);
    expect(issueFormProblems(broken)).toContain(problem);
  });
});
