import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

/** Returns the path of a program in PATH or in one of these folders. */
export function findProgram(names: readonly string[], folders: readonly string[] = []): string | undefined {
  const paths = [...(process.env.PATH ?? '').split(delimiter), ...folders].filter((folder) => folder !== '');
  return paths
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** A program that runs until the test ends it. */
export interface Program {
  readonly process: ChildProcess;
  end(): Promise<void>;
}

/** Starts a program in its own process group, so that its child processes end with it. */
export function startProgram(command: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): Program {
  const child = spawn(command, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
  const kill = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has already ended.
    }
  };
  // The program must not outlive the tests.
  process.once('exit', kill);
  const end = async (): Promise<void> => {
    process.removeListener('exit', kill);
    kill();
    await ended;
  };
  return { process: child, end };
}

/**
 * Kills the processes of a program with this name, like a crash.
 *
 * @throws Error when no such process exists.
 */
export async function killProcesses({ process: { pid: group } }: Program, name: string): Promise<void> {
  const { stdout } = await promisify(execFile)('ps', ['-Ao', 'pid=,pgid=,comm=']);
  const found = stdout.split('\n').flatMap((line) => {
    const [, pid, of, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return Number(of) === group && command?.startsWith(name) === true ? [Number(pid)] : [];
  });
  if (found.length === 0) throw new Error(`No process '${name}' is there to be killed.`);
  for (const pid of found) process.kill(pid, 'SIGKILL');
}

/** Reads a stream until a line matches, and continues to drain it, so that its writer never blocks. */
export function firstMatch(stream: Readable | null, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const [, found] = pattern.exec(text) ?? [];
      if (found !== undefined) resolve(found);
    });
    stream?.once('close', () => reject(new Error(`It ended, and said: ${text}`)));
  });
}
