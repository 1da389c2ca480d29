import { agUiClient } from '../agent/ag-ui/ag-ui-client.js';
import { checkOutput } from '../agent/calls/check-output.js';
import { checkOutputPart, outputCallsPart } from '../agent/calls/output.js';
import { OutputCalls } from '../agent/calls/output-calls.js';
import { outputTools } from '../agent/calls/output-tools.js';
import { loopPart } from '../agent/create-agent.js';
import { convertFilesPart } from '../agent/loop/model-step.js';
import { runAgent } from '../agent/loop/run-agent.js';
import { watchInputsPart } from '../agent/loop/step-tools.js';
import { convertFiles } from '../agent/model/convert-files.js';
import { watchInputs } from '../agent/plumbing/watch-inputs.js';
import { cutPart } from '../agent/port/connected-run.js';
import { cutShort } from '../agent/port/cut-short.js';
import { remoteLoopPart } from '../agent/remote/create-remote-agent.js';
import { runRemote } from '../agent/remote/remote-loop.js';
import { relayRun } from '../agent/run-server/relay-run.js';
import { relayPart } from '../agent/run-server/run-server-transport.js';
import { checkPart } from '../agent/run-server/served-question.js';
import { outputToolsPart } from '../agent/to-config.js';
import { agUiPart } from '../agent/transport/ag-ui-transport.js';
import { httpPart } from '../agent/transport/http-transport.js';
import { httpClient } from '../agent/ui-stream/http-client.js';
import { loadPreview } from '../approval/broker/load-preview.js';
import { LocalBroker } from '../approval/broker/local-broker.js';
import { previewPart } from '../approval/broker/waiting-batch.js';
import { allTextChecks } from '../approval/text-checks/all-text-checks.js';
import { takeTextChecks } from '../approval/text-checks/text-checks.js';
import { textChecksPart } from '../approval/text-checks/text-checks-part.js';
import { findJsonIssues } from '../json-schema/find-json-issues.js';
import { reducerPart } from '../store/first-run/first-run.js';
import { brokerPart } from '../store/first-run/later-broker.js';
import { keepConversation } from '../store/keeping/keep-conversation.js';
import { keepingPart } from '../store/keeping/open-keeper.js';
import { reduceRunEvents } from '../store/messages/reduce-run-event.js';

/**
 * Brings all code of the runtime with the page: from here on, nothing of it is loaded later. For service workers, which cannot load code while they run, for pages
 * that are one file, and for those that have to begin a run offline. Views of the kit load as before, and storages come with `loadStorageEagerly()`. Call it once,
 * before the first run.
 *
 * @example
 * import { loadEagerly } from 'countersign/eager';
 * loadEagerly();
 */
export function loadEagerly(): void {
  loopPart.give(runAgent);
  remoteLoopPart.give(runRemote);
  relayPart.give(relayRun);
  httpPart.give(httpClient);
  agUiPart.give(agUiClient);
  brokerPart.give((clock, grants) => new LocalBroker(clock, grants));
  textChecksPart.give(takeTextChecks(allTextChecks));
  reducerPart.give(reduceRunEvents);
  keepingPart.give(keepConversation);
  previewPart.give(loadPreview);
  outputToolsPart.give(outputTools);
  checkOutputPart.give(checkOutput);
  outputCallsPart.give(OutputCalls);
  convertFilesPart.give(convertFiles);
  watchInputsPart.give(watchInputs);
  checkPart.give(findJsonIssues);
  cutPart.give(cutShort);
}
