const englishElicitation = {
  send: 'Send answer',
  decline: 'Decline',
  cancel: 'Cancel',
  /** Where a page that a server wants opened lies. Stands before the host. */
  leadsTo: 'The page is at',
  open: 'Open in a new tab',
  opened: 'Come back when you are done there. What you enter on that page is not seen here.',
  done: 'I have done it',
  /** What is no address of the web. */
  noPage: 'This is no address that can be opened safely:',
};

/** The English words of what a server asks. */
export const elicitationStrings = {
  group: 'elicitation' as const,
  english: englishElicitation,
};
