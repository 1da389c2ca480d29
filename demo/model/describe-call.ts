import { code, shortly } from './markdown.js';
import type { ToolStep } from './steps.js';

/** Describes a planned call, after "I'll": "delete `a.txt`". */
export function intention(call: ToolStep): string {
  switch (call.tool) {
    case 'list_files':
      return call.input.folder === undefined ? 'list the files' : `list the files in ${code(call.input.folder)}`;
    case 'read_file':
      return `read ${code(call.input.path)}`;
    case 'search_files':
      return `search for ${code(call.input.query)}`;
    case 'write_file':
      if (call.input.content === '') return `clear ${code(call.input.path)}`;
      return `write ${shortly(call.input.content)} to ${code(call.input.path)}`;
    case 'delete_file':
      return `delete ${code(call.input.path)}`;
    case 'rename_file':
      return `rename ${code(call.input.from)} to ${code(call.input.to)}`;
    case 'pick_file':
      return 'ask you for a file';
    case 'ask_user':
    case 'confirm':
      return 'ask you';
    case 'locate':
      return 'ask your browser where you are';
    case 'download_file':
      return `download ${code(call.input.path)}`;
    case 'pack_files':
      return 'pack the files into one';
  }
}

/** Describes a call that did not run: "`a.txt` was not deleted". */
export function shortfall(call: ToolStep): string {
  switch (call.tool) {
    case 'list_files':
      return 'The files were not listed';
    case 'read_file':
      return `${code(call.input.path)} was not read`;
    case 'search_files':
      return `The search for ${code(call.input.query)} was not made`;
    case 'write_file':
      return `${code(call.input.path)} was not ${call.input.content === '' ? 'cleared' : 'written'}`;
    case 'delete_file':
      return `${code(call.input.path)} was not deleted`;
    case 'rename_file':
      return `${code(call.input.from)} was not renamed to ${code(call.input.to)}`;
    case 'pick_file':
      return 'No file was picked';
    case 'ask_user':
    case 'confirm':
      return 'The question was not answered';
    case 'locate':
      return 'Your location was not found';
    case 'download_file':
      return `${code(call.input.path)} was not downloaded`;
    case 'pack_files':
      return 'The files were not packed';
  }
}
