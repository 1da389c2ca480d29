import { createAgent, createGrants, tool, useAgentRun } from 'countersign';
import { AgentChat, Approval, ApprovalQueue, EventFeed, GrantsPanel, schemaFormTool } from 'countersign/components';
import { disarmApprovals, scriptedModel } from 'countersign/testing';
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import { Theirs } from './theirs.js';

const write = tool({
  description: 'Write a note',
  inputSchema: z.object({ path: z.string(), text: z.string(), pinned: z.boolean(), size: z.enum(['small', 'large']) }),
  requiresApproval: true,
  describe: ({ path }) => ({ title: `Write ${path}`, risk: 'medium', facts: ['2 lines'] }),
  execute: () => 'written',
});
const remove = tool({
  description: 'Delete a note',
  inputSchema: z.object({ path: z.string(), recipients: z.array(z.string()) }),
  requiresApproval: true,
  describe: ({ path }) => ({ title: `Delete ${path}`, risk: 'destructive' }),
  execute: () => 'deleted',
});
const book = tool({
  description: 'Ask when',
  inputSchema: z.object({ restaurant: z.string() }),
  outputSchema: z.object({ people: z.number(), day: z.string(), outside: z.boolean() }),
});

const note = { path: 'drafts/a.md', text: 'one\ntwo', pinned: true, size: 'small' };
const turn = {
  text: 'I will write it, and delete the old one.',
  calls: [
    { toolName: 'write', input: note },
    { toolName: 'write', input: { ...note, path: 'drafts/b.md' } },
    { toolName: 'remove', input: { path: 'old.md', recipients: ['ana@example.com', 'bo@example.com'] } },
    { toolName: 'book', input: { restaurant: 'Anna' } },
  ],
};
const agent = createAgent({ model: scriptedModel([turn, turn]), tools: { write, remove, book } });
const grants = createGrants();
const clientTools = { book: { render: schemaFormTool({ schema: book.outputSchema }) } };

/** The parts without a style of the app. */
const OwnCard: NonNullable<AgentChat.Slots['Card']> = (props) => (
  <Approval.Root {...props} className="own-card">
    <Approval.When is="closed">
      <Approval.Record />
    </Approval.When>
    <Approval.When is="open">
      <Approval.Title />
      <Approval.Reason />
      <Approval.Input />
      <Approval.Problem />
      <Approval.Approve className="own-button">Publish</Approval.Approve> <Approval.Deny />
      <Approval.ReasonForm />
    </Approval.When>
  </Approval.Root>
);
const ownSlots: AgentChat.Slots = { Card: OwnCard };
/** Shows every call as a card. */
const cards: AgentChat.Slots = { Queue: ({ run }) => <ApprovalQueue run={run} fold="never" /> };

function Ours() {
  const run = useAgentRun({ agent, clientTools, grants });
  useEffect(() => run.start('Tidy my notes.'), [run.start]);
  return (
    <AgentChat
      run={run}
      slots={cards}
      aside={[<GrantsPanel key="grants" grants={grants} />, <EventFeed key="events" run={run} />]}
    />
  );
}

function Own() {
  const run = useAgentRun({ agent, clientTools });
  useEffect(() => run.start('Tidy my notes.'), [run.start]);
  return <AgentChat run={run} slots={ownSlots} />;
}

// Screenshots are taken when a page is ready, so arming is disabled.
disarmApprovals();

const element = document.createElement('div');
document.body.append(element);
createRoot(element).render(
  <>
    <section id="ours">
      <Ours />
    </section>
    <section id="own">
      <Own />
    </section>
    <section id="theirs">
      <Theirs />
    </section>
  </>,
);
