/** The suggested first requests. */
export const suggestions: string[] = [
  'Delete `__init__.py`, write `Hello, world!` to `README.md`, and clear `.env`',
  'Search for `TODO` and show me `notes/todo.md`',
  'Ask me for my name and my favourite colour, then save it to `notes/about-me.txt`',
  'Pick a file from my computer and save it as `drafts/imported.txt`',
  'Where am I? Save it to `notes/where.txt`, and pack the workspace',
];
