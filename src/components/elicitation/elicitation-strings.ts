import type { StringTable } from '../../protocol/base/string-table.js';

/** What a server of MCP asks. */
export interface ElicitationStrings {
  readonly send: string;
  readonly decline: string;
  readonly cancel: string;
  /** Where a page that a server wants opened lies. Stands before the host. */
  readonly leadsTo: string;
  readonly open: string;
  readonly opened: string;
  readonly done: string;
  /** What is no address of the web. */
  readonly noPage: string;
}

const englishElicitation: ElicitationStrings = {
  send: 'Send answer',
  decline: 'Decline',
  cancel: 'Cancel',
  leadsTo: 'The page is at',
  open: 'Open in a new tab',
  opened: 'Come back when you are done there. What you enter on that page is not seen here.',
  done: 'I have done it',
  noPage: 'This is no address that can be opened safely:',
};

/** The English words of what a server asks. */
export const elicitationStrings: StringTable<'elicitation', ElicitationStrings> = {
  group: 'elicitation',
  english: englishElicitation,
};
