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

/**
 * The client tools that people answer, with components of the kit. An agent on a server gets only these from the page.
 */
export const personTools: ClientTools = {
  pick_file: { render: pickFile },
  ask_user: { render: askUser },
  // The requests of an AG-UI server that are not approvals.
  interrupt: { render: askUser },
  confirm: { render: Confirm },
  locate: { render: LocationRequest },
};

/** All client tools, including the two that need the workspace. */
export function clientToolsFor(files: Workspace): ClientTools {
  return {
    ...personTools,
    download_file: { execute: downloadFrom(files) },
    pack_files: { render: backgroundTask(packFrom(files)) },
  };
}
