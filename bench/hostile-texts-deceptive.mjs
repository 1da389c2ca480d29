// What the search for deceptive text is measured with: one subject for each kind of text.
const kinds = ['text', 'path', 'url', 'host', 'code'];

/** Searches, and the texts that are hostile to them. `load` imports one of our sources. */
export async function deceptiveSubjects(load) {
  const { findDeceptiveText } = await load('../src/approval/deceptive/deceptive-text.ts');
  const { hostileDeceptive } = await load('../test/approval/deceptive/hostile-deceptive.ts');
  return kinds.map((kind) => ({
    name: `deceptive ${kind}`,
    texts: hostileDeceptive,
    search: (text) => findDeceptiveText(text, { kind }),
  }));
}
