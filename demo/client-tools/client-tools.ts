import type { ClientTools } from 'countersign';
import { backgroundTask, Confirm, filePicker, locationRequest, schemaFormTool } from 'countersign/components';
import type { Workspace } from '../workspace/index.js';
import { downloadFrom } from './download.js';
import { packFrom } from './pack.js';

/** One text file, sent as soon as it is chosen. */
const pickFile = filePicker({
  send: 'on-choice',
  maxFiles: 1,
  maxBytes: 1_000_000,
  result: ([file]) => ({ name: file?.name ?? '', size: file?.size ?? 0, content: file?.text ?? '' }),
});
const askUser = schemaFormTool();
const locate = locationRequest({ precision: 'exact' });

/** What the page carries out: all of it with the kit's own components, but for the two that need the workspace. */
export function clientToolsFor(files: Workspace): ClientTools {
  return {
    pick_file: { render: pickFile },
    ask_user: { render: askUser },
    confirm: { render: Confirm },
    locate: { render: locate },
    download_file: { execute: downloadFrom(files) },
    pack_files: { render: backgroundTask(packFrom(files)) },
  };
}
