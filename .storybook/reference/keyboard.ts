/** A key with its action. */
interface KeyLine {
  readonly keys: readonly string[];
  readonly action: string;
}

/** The keys of a card. A test compares them with `src/components/card/keys.ts`. */
export const cardKeys: readonly KeyLine[] = [
  { keys: ['A'], action: 'Approves the action, unless it is destructive' },
  { keys: ['Shift+A'], action: 'Approves a destructive action' },
  { keys: ['E'], action: 'Edits the input before approving' },
  { keys: ['D'], action: 'Denies the action, with a reason' },
  { keys: ['L'], action: 'Leaves the action open for later' },
  { keys: ['Esc'], action: 'Closes an open form. Otherwise moves the focus back to the message field.' },
];

/** The keys of a batch, besides those of its cards. The same test compares them. */
export const batchKeys: readonly KeyLine[] = [
  { keys: ['J'], action: 'Moves the focus to the next action' },
  { keys: ['K'], action: 'Moves the focus to the previous action' },
  ...cardKeys,
  { keys: ['Shift+S'], action: 'Submits all answers, with `commit="review"`' },
  { keys: ['Z'], action: 'Takes back your answers, until they are sent' },
  { keys: ['?'], action: 'Shows the keys' },
];

/** The keys of the message field. */
const composerKeys: readonly KeyLine[] = [
  { keys: ['Enter'], action: 'Sends the message, with `enterKey="send"`' },
  { keys: ['Shift+Enter'], action: 'Starts a new line' },
  { keys: ['ArrowUp'], action: 'In an empty field, moves the focus to the first action that waits' },
  { keys: ['Escape'], action: 'Moves the focus to Stop while a run is active' },
];

/** The keys of a form. */
const formKeys: readonly KeyLine[] = [
  { keys: ['Enter'], action: 'In a single-line field, moves the focus to the button of the form' },
  { keys: ['Ctrl+Enter', '⌘+Enter'], action: 'Presses the button of the form' },
  { keys: ['ArrowUp', 'ArrowDown'], action: 'In a number field, increases or decreases the value' },
];

/** The keys of the event feed. */
const feedKeys: readonly KeyLine[] = [
  { keys: ['ArrowDown', 'ArrowUp'], action: 'Moves to the next or previous row' },
  { keys: ['PageDown', 'PageUp'], action: 'Moves by one page' },
  { keys: ['Home', 'End'], action: 'Moves to the first or last row' },
  { keys: ['ArrowRight'], action: 'Expands a group, or moves into it' },
  { keys: ['ArrowLeft'], action: 'Collapses a group, or moves to the parent of a row' },
  { keys: ['Enter', 'Space'], action: 'Shows or hides the events of a row' },
];

const menuKeys: readonly KeyLine[] = [
  { keys: ['ArrowDown', 'ArrowUp'], action: 'Opens the menu, and moves between its options' },
  { keys: ['Escape'], action: 'Closes the menu' },
];

const closingKeys: readonly KeyLine[] = [{ keys: ['Escape'], action: 'Closes the panel' }];

/** The keys by the component whose page shows them. Tab, Enter and Space work on every control. */
export const keyboard: Readonly<Record<string, readonly KeyLine[]>> = {
  ApprovalQueue: batchKeys,
  ApprovalCard: cardKeys,
  'Approval.Root': cardKeys,
  'Batch.Root': batchKeys,
  ApprovalInbox: batchKeys,
  AgentChat: [...composerKeys, ...batchKeys.filter(({ keys }) => keys[0] !== 'Esc')],
  MessageComposer: composerKeys,
  SchemaForm: formKeys,
  EventFeed: feedKeys,
  FloatingEventFeed: [...feedKeys, ...closingKeys],
  RememberMenu: menuKeys,
  PreviewAside: closingKeys,
  DecisionTray: [
    { keys: ['ArrowDown', 'ArrowUp'], action: 'Moves to the next or previous action' },
    { keys: ['Home', 'End'], action: 'Moves to the first or last action' },
    ...closingKeys,
  ],
};
