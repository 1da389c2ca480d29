/**
 * The parts of each namespace in the order and nesting of the ready-made component: two spaces are one level. A test
 * checks that each part is here once.
 */
const outlines: Readonly<Record<string, string>> = {
  Approval: `
Root
  Mark
  Origin
  Title
  Agent
  Facts
  Risk
  Description
  Reason
  Deceptive
  Preview
  OpenBeside
  ShowInput
  Input
  People
  Remember
  When
    Countdown
    Extend
  Actions
    Approve
    Edit
    Deny
    Defer
    Change
  EditForm
  ReasonForm
  Progress
  Problem
  Status
  Record`,
  Queue: `
Root
  Batches
  Parked`,
  Batch: `
Root
  Header
    Title
    Owner
    Round
    Progress
    Bulk
    Help
  Countdown
  Extend
  Plan
  Items
  DenyReason
  Footer
    Summary
    Left
    ApproveAll
    ApproveLowRisk
    DenyAll
    DeferAll
    Submit
    Undo
    Note
    Problem
  Keys`,
  Aside: `
Open
Root
  Title
  Close
  Content`,
  Tray: `
Root
  Trigger
  Popover
    Title
    Groups
      Group
        Items
          Item
        Parked
    Empty`,
  Chat: `
Root
  Thread
    Scroll
      Empty
      Messages
        Message
          Text
          Reasoning
          Source
          File
          Call
          Editor
          Copy
          Edit
          Regenerate
    Jump
  Status`,
  Composer: `
Root
  Queue
  Attachments
    Attachment
  Input
  Attach
  Send
  Stop
  Hint`,
  Conversations: `
Root
  Start
  Import
  Problem
  Items
    Item
      More
      Actions
        Rename
        Export
        Delete
      TitleField
      DeleteQuestion
  Elsewhere`,
  Decisions: `
Root
  Title
  Search
  Filter
  Export
  Problem
  Empty
  Items
    Item`,
  Feed: `
Root
  Title
  Count
  Toolbar
    Search
    Filter
    Agents
    Follow
    Export
  Earlier
  Rows
    Row
      Time
      Words
      Bar
    Details
  Latest
  Totals
Replay
  Scrubber`,
  GrantList: `
Root
  Title
  Problem
  Empty
  Items
    Item
      Words
      Facts
      Revoke`,
  RememberChoice: `
Root
  Scope
  Lifetime
  Words`,
  Inbox: `
Root
  Title
  News
  Problem
  Pages
  Empty
  List
  Back
  Asked
  Waiting
  Decided
  History`,
  Meter: `
Root
  Bar
  Tokens
  Cost`,
  Preview: `
Root
  Content
    Diff
    Table
    Image`,
  Suggestion: `
Root
  Item`,
  ClientTool: `
Root
  Title
  Body
  CutOff
  Problem
  Actions
    Submit
    Fail
    RunAgain`,
  Value: `
Root
  Fields
    Field
  Json
  HiddenNote
  RevealAll
  Copy`,
};

interface Line {
  readonly name: string;
  readonly level: number;
}

/** Returns the parts of a namespace in order, or an empty list for a name without parts. */
export function outlineOf(namespace: string): readonly Line[] {
  const lines = outlines[namespace]?.trim().split('\n') ?? [];
  return lines.map((line) => ({ name: line.trim(), level: line.search(/\S/) / 2 }));
}

/** The namespaces of a component whose page does not list their parts. */
export const madeOf: Readonly<Record<string, readonly string[]>> = {
  ApprovalQueue: ['Queue', 'Batch'],
  AgentChat: ['Chat', 'Queue', 'Composer'],
};

/** The namespaces that have an outline. */
export const outlined: readonly string[] = Object.keys(outlines);

/** Returns the parts of a namespace as JSX. */
export function anatomyOf(namespace: string): string {
  const lines = outlineOf(namespace);
  const open: Line[] = [];
  const code: string[] = [];
  const closeTo = (level: number): void => {
    for (let last = open.at(-1); last !== undefined && last.level >= level; last = open.at(-1)) {
      open.pop();
      code.push(`${'  '.repeat(last.level)}</${namespace}.${last.name}>`);
    }
  };
  for (const [index, line] of lines.entries()) {
    closeTo(line.level);
    const hasInner = (lines[index + 1]?.level ?? 0) > line.level;
    code.push(`${'  '.repeat(line.level)}<${namespace}.${line.name}${hasInner ? '>' : ' />'}`);
    if (hasInner) open.push(line);
  }
  closeTo(0);
  return code.join('\n');
}
