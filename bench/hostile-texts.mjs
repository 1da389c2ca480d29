// npm run bench:hostile: measures searches on hostile texts, from 10 kB to 1 MB.
//   npm run bench:hostile -- redaction x-     only searches and texts whose names contain these words
// The last column is the largest growth for ten times the length. It is 10 for linear work, 100 for quadratic work.
import { runnerImport } from 'vite';
import { deceptiveSubjects } from './hostile-texts-deceptive.mjs';

const load = async (path) => (await runnerImport(new URL(path, import.meta.url).pathname)).module;
const { findSecrets, hideSecrets } = await load('../src/approval/redaction/secret-text.ts');
const { hostileSecrets, hostileTexts } = await load('../test/approval/redaction/hostile-texts.ts');

/** Searches with hostile texts. Each text is a function of its length, by name. */
const subjects = [
  { name: 'redaction', texts: hostileTexts, search: (text) => hideSecrets(text) },
  ...Object.entries(hostileSecrets).map(([name, known]) => ({
    name: `redaction, known: ${name}`,
    texts: hostileTexts,
    search: (text) => findSecrets(text, known),
  })),
  ...(await deceptiveSubjects(load)),
];

const sizes = [10_000, 100_000, 1_000_000];
/** The shortest duration that is meaningful, in milliseconds. Shorter ones depend on the clock resolution. */
const floor = 5;

/** Returns the CPU time in milliseconds, the shortest of three runs, so that other programs do not matter. */
function measure(search, text) {
  const once = () => {
    const start = process.cpuUsage();
    search(text);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  };
  return Math.min(once(), once(), once());
}

const [wantedSubject = '', wantedText = ''] = process.argv.slice(2);
const rows = subjects
  .filter(({ name }) => name.includes(wantedSubject))
  .flatMap(({ name: subject, texts, search }) =>
    Object.entries(texts)
      .filter(([name]) => name.includes(wantedText))
      .map(([name, make]) => {
        measure(search, make(sizes[0])); // warms up the JIT and the index
        const times = sizes.map((size) => measure(search, make(size)));
        const steps = times.slice(1).map((time, at) => time / Math.max(floor, times[at]));
        return { name: `${subject}: ${name}`, times, worst: Math.max(...steps) };
      }),
  )
  .sort((a, b) => b.times.at(-1) - a.times.at(-1));

const width = Math.max(...rows.map(({ name }) => name.length));
console.log(`${''.padEnd(width)} ${sizes.map((size) => `${size / 1_000} kB`.padStart(10)).join('')}  × a step`);
for (const { name, times, worst } of rows) {
  const shown = times.map((time) => `${time.toFixed(1)} ms`.padStart(10)).join('');
  console.log(`${name.padEnd(width)} ${shown}  ${worst.toFixed(1).padStart(8)}`);
}
