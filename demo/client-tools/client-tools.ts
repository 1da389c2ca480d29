import type { ClientTools } from 'countersign';
import { backgroundTask, Confirm, filePicker, LocationRequest, schemaFormTool } from 'countersign/components';
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

/** What people answer themselves: all of it with the kit's own components. An agent on a server gets no more than this from the page. */
export const personTools: ClientTools = {
  pick_file: { render: pickFile },
  ask_user: { render: askUser },
  // What a server of AG-UI asks beside yeses.
  interrupt: { render: askUser },
  confirm: { render: Confirm },
  locate: { render: LocationRequest },
};

/** What the page carries out: the two that need the workspace as well. */
export function clientToolsFor(files: Workspace): ClientTools {
  return {
    ...personTools,
    download_file: { execute: downloadFrom(files) },
    pack_files: { render: backgroundTask(packFrom(files)) },
  };
}
