import { beforeEach, describe, expect, it } from 'vitest';
import * as components from '../../src/components/index.js';
import { disarmApprovals } from '../../src/testing/disarm-approvals.js';
import { describeParts } from './part-conformance.js';
import {
  chatParts,
  clientToolParts,
  composerParts,
  feedParts,
  grantParts,
  rememberParts,
  trayParts,
  valueParts,
} from './part-tables.js';
import { approvalParts, batchParts, previewParts, queueParts } from './part-tables-approval.js';
import { asideParts, conversationParts, decisionParts, meterParts, suggestionParts } from './part-tables-chat.js';
import { inboxParts } from './part-tables-inbox.js';

beforeEach(() => disarmApprovals());

/** Every namespace of parts that the package exports. */
const tables: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  Approval: approvalParts,
  Aside: asideParts,
  Batch: batchParts,
  Chat: chatParts,
  ClientTool: clientToolParts,
  Composer: composerParts,
  Conversations: conversationParts,
  Decisions: decisionParts,
  Feed: feedParts,
  GrantList: grantParts,
  Inbox: inboxParts,
  Meter: meterParts,
  Preview: previewParts,
  Queue: queueParts,
  RememberChoice: rememberParts,
  Suggestion: suggestionParts,
  Tray: trayParts,
  Value: valueParts,
};

describeParts('Approval', components.Approval, approvalParts);
describeParts('Aside', components.Aside, asideParts);
describeParts('Batch', components.Batch, batchParts);
describeParts('Chat', components.Chat, chatParts);
describeParts('ClientTool', components.ClientTool, clientToolParts);
describeParts('Composer', components.Composer, composerParts);
describeParts('Conversations', components.Conversations, conversationParts);
describeParts('Decisions', components.Decisions, decisionParts);
describeParts('Feed', components.Feed, feedParts);
describeParts('GrantList', components.GrantList, grantParts);
describeParts('Inbox', components.Inbox, inboxParts);
describeParts('Meter', components.Meter, meterParts);
describeParts('Preview', components.Preview, previewParts);
describeParts('Queue', components.Queue, queueParts);
describeParts('RememberChoice', components.RememberChoice, rememberParts);
describeParts('Suggestion', components.Suggestion, suggestionParts);
describeParts('Tray', components.Tray, trayParts);
describeParts('Value', components.Value, valueParts);

/** Returns the parts of an export with a Root: its capitalized members. */
function partsOf(exported: unknown): readonly string[] {
  if ((typeof exported !== 'object' && typeof exported !== 'function') || exported === null) return [];
  return 'Root' in exported ? Object.keys(exported).filter((name) => /^[A-Z]/.test(name)) : [];
}

describe('the tables', () => {
  it('have every part that the package exports', () => {
    const exported = Object.entries(components).flatMap(([name, value]) =>
      partsOf(value).map((part) => `${name}.${part}`),
    );
    const checked = Object.entries(tables).flatMap(([name, table]) =>
      Object.keys(table).map((part) => `${name}.${part}`),
    );

    expect(exported.length).toBeGreaterThan(50);
    expect(checked.sort()).toEqual(exported.sort());
  });
});
