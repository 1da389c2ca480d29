// Inputs for measuring the search for deceptive text, one for each kind of text.
const kinds = ['text', 'path', 'url', 'host', 'code'];

/** Returns searches with the texts that are hostile to them. `load` imports a source file of this package. */
export async function deceptiveSubjects(load) {
  const { findDeceptiveText } = await load('../src/approval/deceptive/deceptive-text.ts');
  const { hostileDeceptive } = await load('../test/approval/deceptive/hostile-deceptive.ts');
  return kinds.map((kind) => ({
    name: `deceptive ${kind}`,
    texts: hostileDeceptive,
    search: (text) => findDeceptiveText(text, { kind }),
  }));
}
