import type { JSONValue } from '@ai-sdk/provider';
import { code, codeBlock, quote, shortly } from './markdown.js';
import { isJsonObject, textMember, textOf } from './outcome.js';
import type { ToolStep } from './steps.js';

/** The length of a described result: full, or short if it was only read to be saved. */
export type ResultUse = 'shown' | 'saved';

/** Returns a line of a listing or a search, if the result has the shape of the workspace's results. */
function lineOf(item: JSONValue): string {
  if (!isJsonObject(item)) return textOf(item);
  const { path, line, text, size } = item;
  if (typeof path !== 'string') return JSON.stringify(item);
  if (typeof line === 'number') return `${path}:${line}: ${typeof text === 'string' ? text.trim() : ''}`;
  return typeof size === 'number' ? `${path} (${size} bytes)` : path;
}

function listOf(value: JSONValue): readonly JSONValue[] | null {
  if (Array.isArray(value)) return value;
  if (!isJsonObject(value)) return null;
  return Object.values(value).find((member): member is readonly JSONValue[] => Array.isArray(member)) ?? null;
}

function listing(title: string, value: JSONValue, empty: string): string {
  const items = listOf(value);
  if (items === null) return `${title}:\n\n${codeBlock(textOf(value))}`;
  return items.length === 0 ? empty : `${title}:\n\n${codeBlock(items.map(lineOf).join('\n'))}`;
}

function picked(value: JSONValue, use: ResultUse): string {
  const name = textMember(value, ['name', 'fileName', 'path']);
  const text = typeof value === 'string' ? value : textMember(value, ['text', 'content']);
  const opening = name === null ? 'You picked a file' : `You picked ${code(name)}`;
  if (text === null) return `${opening}; its text did not reach me.`;
  return use === 'saved' ? `${opening}.` : `${opening}:\n\n${codeBlock(text)}`;
}

function answers(value: JSONValue): string {
  if (!isJsonObject(value)) return `You answered ${quote(textOf(value))}.`;
  const lines = Object.entries(value).map(([key, answer]) => `${key}: ${textOf(answer ?? null)}`);
  return lines.length === 1
    ? `You answered ${code(lines.join(''))}.`
    : `You answered:\n\n${codeBlock(lines.join('\n'))}`;
}

function confirmation(value: JSONValue): string {
  if (!isJsonObject(value)) return `You answered ${quote(textOf(value))}.`;
  const { confirmed, reason } = value;
  const why = typeof reason === 'string' ? `: ${quote(reason)}` : '';
  return `You said ${confirmed === true ? 'yes' : 'no'}${why}.`;
}

function packed(value: JSONValue): string {
  const count = isJsonObject(value) && typeof value.files === 'number' ? value.files : 0;
  return `Packed ${count} ${count === 1 ? 'file' : 'files'} into one and handed it to your browser to download.`;
}

function location(value: JSONValue): string {
  if (!isJsonObject(value)) return `Your location: ${quote(textOf(value))}.`;
  const { latitude, longitude, accuracy } = value;
  if (typeof latitude !== 'number' || typeof longitude !== 'number') {
    return `Your location:\n\n${codeBlock(textOf(value))}`;
  }
  const within = typeof accuracy === 'number' ? `, within ${Math.round(accuracy)} m` : '';
  return `You are at latitude ${latitude}, longitude ${longitude}${within}.`;
}

/** Describes a completed call by its effective input and its result. Results are only quoted, never executed. */
export function achievement(call: ToolStep, value: JSONValue, use: ResultUse): string {
  switch (call.tool) {
    case 'list_files': {
      const place = call.input.folder === undefined ? '' : ` in ${code(call.input.folder)}`;
      return listing(`The files${place}`, value, `There are no files${place || ' here'}.`);
    }
    case 'read_file': {
      const text = textMember(value, ['content', 'text']) ?? textOf(value);
      if (use === 'saved') return `Read ${code(call.input.path)}.`;
      return text === ''
        ? `${code(call.input.path)} is empty.`
        : `${code(call.input.path)} holds:\n\n${codeBlock(text)}`;
    }
    case 'search_files':
      return listing(`Found ${code(call.input.query)}`, value, `Nothing contains ${code(call.input.query)}.`);
    case 'write_file':
      if (call.input.content === '') return `Cleared ${code(call.input.path)}.`;
      return `Wrote ${shortly(call.input.content)} to ${code(call.input.path)}.`;
    case 'delete_file':
      return `Deleted ${code(call.input.path)}.`;
    case 'rename_file':
      return `Renamed ${code(call.input.from)} to ${code(call.input.to)}.`;
    case 'pick_file':
      return picked(value, use);
    case 'ask_user':
      return answers(value);
    case 'confirm':
      return confirmation(value);
    case 'locate':
      return location(value);
    case 'download_file':
      return `Handed ${code(call.input.path)} to your browser to download.`;
    case 'pack_files':
      return packed(value);
  }
}
