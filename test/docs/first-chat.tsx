import { createAgent, tool, useAgentRun } from 'countersign';
import { AgentChat, Confirm } from 'countersign/components';
import 'countersign/styles.css';
import { z } from 'zod';
import { chatModel as model } from './models.js';

const file = z.object({ path: z.string() });
const execute = async ({ path }: z.infer<typeof file>) => (await navigator.storage.getDirectory()).removeEntry(path);
const deleteFile = tool({ description: 'Delete a file', inputSchema: file, requiresApproval: true, execute });
const confirm = tool({ description: 'Ask the user yes or no', inputSchema: z.object({ question: z.string() }) });
const agent = createAgent({ model, instructions: 'You look after files.', tools: { deleteFile, confirm } });
const clientTools = { confirm: { render: Confirm } };

export const App = () => <AgentChat run={useAgentRun({ agent, clientTools })} />;
