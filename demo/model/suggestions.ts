/** A suggested first request. */
export interface Suggestion {
  readonly text: string;
  /** The effect that the user will see. */
  readonly about: string;
  /** The icon of the suggestion. */
  readonly icon: 'approval' | 'search' | 'form' | 'file' | 'place';
}

/** The suggested first requests. Each shows another feature. */
export const suggestions: readonly [Suggestion, ...Suggestion[]] = [
  {
    text: 'Delete `__init__.py`, write `Hello, world!` to `README.md`, and clear `.env`',
    about: 'One step runs at once, two need your approval',
    icon: 'approval',
  },
  { text: 'Search for `TODO` and show me `notes/todo.md`', about: 'Runs without asking', icon: 'search' },
  {
    text: 'Ask me for my name and my favourite colour, then save it to `notes/about-me.txt`',
    about: 'You fill in a form that the model made',
    icon: 'form',
  },
  {
    text: 'Pick a file from my computer and save it as `drafts/imported.txt`',
    about: 'You choose the file, in the same run',
    icon: 'file',
  },
  {
    text: 'Where am I? Save it to `notes/where.txt`, and pack the workspace',
    about: 'You choose how precise, while the page packs the files',
    icon: 'place',
  },
];
