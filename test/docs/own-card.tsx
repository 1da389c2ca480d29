import { allow, ask, createAgent, createPolicy, tool, useAgentRun } from 'countersign';
import { AgentChat, Approval } from 'countersign/components';
import 'countersign/styles.css';
import { z } from 'zod';
import { notesModel as model } from './models.js';

const writeNote = tool({
  description: 'Write a note to /drafts/<name>.md or /published/<name>.md',
  inputSchema: z.object({ path: z.string(), text: z.string() }),
  capabilities: ({ path }) => [`fs.write:${path}`],
  describe: ({ path }) => ({ title: `Write ${path}` }),
  execute: ({ path, text }) => localStorage.setItem(path, text),
});
const policy = createPolicy({
  rules: [allow('fs.write:/drafts/**'), ask('fs.write:/published/**', { reason: 'Customers read what is published.' })],
});
const agent = createAgent({ model, tools: { writeNote }, policy });

const Card: NonNullable<AgentChat.Slots['Card']> = (props) => (
  <Approval.Root {...props} className="my-card">
    <Approval.When is="closed">
      <Approval.Record />
    </Approval.When>
    <Approval.When is="open">
      <Approval.Title />
      <Approval.Reason />
      <Approval.Input />
      <Approval.Problem />
      <Approval.Approve>Publish</Approval.Approve> <Approval.Deny />
      <Approval.ReasonForm />
    </Approval.When>
  </Approval.Root>
);
const slots: AgentChat.Slots = { Card };

export default function App() {
  const run = useAgentRun({ agent });
  return (
    <div style={{ height: '100dvh' }}>
      <AgentChat run={run} slots={slots} />
    </div>
  );
}
