// Starting other programs. Node built-ins only: nothing is installed yet when this file is first needed.
import { spawn } from 'node:child_process';

const isWindows = process.platform === 'win32';

/**
 * Ends a process that `run` started, and its child processes.
 * @param {import('node:child_process').ChildProcess} child
 */
export function killTree(child) {
  if (child.pid === undefined) return;
  if (isWindows) {
    spawn('taskkill', ['/pid', String(child.pid), '/T', '/F'], { stdio: 'ignore' }).on('error', () => child.kill());
    return;
  }
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

/**
 * Runs a program to its end. It never throws; the result describes the end.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, show?: boolean, limitMs?: number, idleMs?: number }} [options]
 * `show` forwards the output immediately; `limitMs` limits the whole run, `idleMs` the time without any output.
 * @returns {Promise<{ ok: boolean, code: number | null, output: string, reason: 'exit' | 'time' | 'idle' | 'missing'
 * }>}
 */
export function run(command, args, options = {}) {
  const { cwd, env = process.env, show = false, limitMs, idleMs } = options;
  // A bounded program gets a process group of its own, so that its children can be ended with it.
  const bounded = limitMs !== undefined || idleMs !== undefined;
  const inherit = show && !bounded;
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env,
      detached: bounded && !isWindows,
      shell: isWindows && command.endsWith('.cmd'),
      stdio: inherit ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    let output = '';
    /** @type {'exit' | 'time' | 'idle' | 'missing'} */
    let reason = 'exit';
    let idleTimer;
    const stop = (why) => {
      reason = why;
      killTree(child);
    };
    const limitTimer = limitMs === undefined ? undefined : setTimeout(() => stop('time'), limitMs);
    const noteActivity = () => {
      if (idleMs === undefined) return;
      clearTimeout(idleTimer);
      idleTimer = setTimeout(() => stop('idle'), idleMs);
    };
    const interrupt = () => {
      killTree(child);
      process.exit(130);
    };
    if (bounded) process.once('SIGINT', interrupt);
    const collect = (chunk) => {
      noteActivity();
      output += chunk;
      if (show) process.stdout.write(chunk);
    };
    child.stdout?.setEncoding('utf8').on('data', collect);
    child.stderr?.setEncoding('utf8').on('data', collect);
    noteActivity();
    const settle = (code) => {
      clearTimeout(limitTimer);
      clearTimeout(idleTimer);
      process.removeListener('SIGINT', interrupt);
      resolve({ ok: code === 0 && reason === 'exit', code, output, reason });
    };
    child.once('error', (error) => {
      reason = 'missing';
      output += String(error);
      settle(null);
    });
    child.once('close', settle);
  });
}

/**
 * Runs npm with the copy that started this script, if npm did.
 * @param {readonly string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export function npm(args, options) {
  const cli = process.env.npm_execpath;
  if (cli && /npm-cli\.[cm]?js$/.test(cli)) return run(process.execPath, [cli, ...args], options);
  return run(isWindows ? 'npm.cmd' : 'npm', args, options);
}

/**
 * Formats a duration for people: `0.4 s`, `12 s`, `2 min 5 s`.
 * @param {number} ms
 */
export function formatDuration(ms) {
  if (ms < 9_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
