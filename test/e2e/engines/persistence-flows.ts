import type { Person } from './person.js';

/** Several tabs of one browser. */
export interface Tabs {
  readonly person: Person;
  /** Another tab, with the conversation that is open in the first. */
  readonly another: () => Promise<Person>;
  /** Opens the conversation again in a tab, as its page is gone. */
  readonly opensAgain: (person: Person) => Promise<void>;
}

type KeptFlow = (tabs: Tabs) => Promise<void>;

const file = 'notes/kept.txt';
const deletion = `Delete ${file}`;

/** Two calls wait: a file's deletion, which fails where it is done twice, and one that is answered last. */
async function asksTwice(person: Person): Promise<void> {
  await person.says(`Write \`kept\` to \`${file}\``);
  await person.reads('agent finished');
  await person.says(`Delete \`${file}\` and clear \`.env\``);
  await person.finds({ role: 'heading', name: '2 actions need your approval' });
}

/** The deletion is approved, and that is kept. */
async function approvesFirst(person: Person): Promise<void> {
  await person.clicks('button', 'Approve', deletion);
  await isApproved(person);
  await person.keeps(/choices\W+[\w.~-]+:call_\d+\W+answer\W+kind\W+tool-approved/);
}

async function isApproved(person: Person): Promise<void> {
  await person.finds({ role: 'group', name: deletion }, ({ text }) => text.includes('approved'));
}

/** The other call is approved, and the run comes to its end: two runs in all, and nothing that was done twice. */
async function approvesLast(person: Person): Promise<void> {
  await person.clicks('button', 'Approve', 'Clear .env');
  await person.reads(/agent finished[\s\S]*agent finished/);
  await person.finds({ role: 'button', name: '.env' }, ({ text }) => text.includes('0 B'));
  await person.lacks({ role: 'button', name: file });
  await person.reads(`Deleted ${file}.`);
}

const isFollowing = 'Open in another tab';

/** What outlives a page: what the page does, and what the engine makes of its end. */
export const keptFlows: Readonly<Record<string, KeptFlow>> = {
  'C189 a reload in the middle of a batch': async ({ person, opensAgain }) => {
    await asksTwice(person);
    await approvesFirst(person);

    await opensAgain(person);

    await isApproved(person);
    await approvesLast(person);
  },

  'C184 a crash of the process of a tab, in the middle of a batch': async ({ person, another }) => {
    await asksTwice(person);
    await approvesFirst(person);

    await person.tab.crash?.();

    const next = await another();
    await isApproved(next);
    await approvesLast(next);
    await next.sawNoError();
    await next.tab.close();
  },

  'C193 two tabs: one leads, the other follows and answers, and leads once the first is closed': async ({
    person,
    another,
  }) => {
    await asksTwice(person);
    const second = await another();
    await second.reads(isFollowing);
    await second.clicks('button', 'Approve', deletion);
    await isApproved(person);
    await person.keeps(/choices\W+[\w.~-]+:call_\d+\W+answer\W+kind\W+tool-approved/);

    await person.tab.close();

    await second.lacksText(isFollowing);
    await isApproved(second);
    await approvesLast(second);
    await second.sawNoError();
    await second.tab.close();
  },

  'C190 a frozen tab, simulated by its events, as no driver freezes one: the other has its conversation': async ({
    person,
    another,
  }) => {
    await asksTwice(person);
    const second = await another();
    await second.reads(isFollowing);

    await person.tab.evaluate(`document.dispatchEvent(new Event('freeze'))`);

    await second.lacksText(isFollowing);
    await second.clicks('button', 'Approve', deletion);
    await approvesLast(second);
    await person.tab.evaluate(`document.dispatchEvent(new Event('resume'))`);
    await person.reads(/agent finished[\s\S]*agent finished/);
    await second.sawNoError();
    await second.tab.close();
  },

  'C194 a tab that stands still, simulated by one that sends nothing: "Use it here" takes its conversation': async ({
    person,
    another,
  }) => {
    await asksTwice(person);
    const second = await another();
    await second.reads(isFollowing);

    await person.tab.evaluate('void (BroadcastChannel.prototype.postMessage = () => {})');
    await second.clicks('button', 'Use it here');

    await second.lacksText(isFollowing);
    await second.clicks('button', 'Approve', deletion);
    await isApproved(second);
    await approvesLast(second);
    await second.sawNoError();
    await second.tab.close();
  },
};
