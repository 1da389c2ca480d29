import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
// biome-ignore lint/correctness/useImportExtensions: an unbuilt script of this repository
import { run } from '../../scripts/run.mjs';
import { root } from '../setup/source-files.js';
import type { Conversation, PlayedConversation } from './conversation.js';

/** The version of PydanticAI. */
const reference = 'pydantic-ai-slim==2.68.0';
const here = join(root, 'node_modules/.cache/countersign-differential');

/** Installs PydanticAI. Returns the reason as a string when it is not available. */
export async function installReference(): Promise<string | undefined> {
  const mark = join(here, `${reference}.installed`);
  if (existsSync(mark)) return undefined;
  mkdirSync(here, { recursive: true });
  const commands: readonly (readonly [string, readonly string[]])[] = [
    ['python3', ['-m', 'venv', '.venv']],
    [join(here, '.venv/bin/pip'), ['install', '--quiet', reference]],
  ];
  for (const [command, args] of commands) {
    const { ok, output } = await run(command, [...args], { cwd: here });
    if (!ok) return `${command} ${args.join(' ')} failed: ${output.slice(-300)}`;
  }
  writeFileSync(mark, '');
  return undefined;
}

/** Plays conversations with PydanticAI. */
export async function playThere(conversations: readonly Conversation[]): Promise<readonly PlayedConversation[]> {
  const player = join(root, 'test/differential/player.py');
  const child = spawn(join(here, '.venv/bin/python'), [player], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(conversations.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const played: PlayedConversation[] = [];
  for await (const line of createInterface({ input: child.stdout })) played.push(JSON.parse(line));
  return played;
}
