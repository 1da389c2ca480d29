import { keys } from './engine.js';
import type { Person } from './person.js';

type Flow = (person: Person) => Promise<void>;

const batch = 'Delete `__init__.py` and clear `.env`';

/** The main flows, each starting with the freshly opened demo. */
export const flows: Readonly<Record<string, Flow>> = {
  'a chat: what is allowed is done at once': async (person) => {
    await person.says('Write `Hello` to `notes/new.txt`');

    await person.reads('agent finished');
    await person.finds({ role: 'button', name: 'notes/new.txt' }, ({ text }) => text.includes('5 B'));
  },

  'a batch by keyboard': async (person) => {
    await person.says(batch);
    await person.finds({ role: 'heading', name: '2 actions need your approval' });

    await person.presses(keys.ArrowUp);
    await person.finds({ role: 'group', name: 'Delete __init__.py' }, ({ hasFocus }) => hasFocus);
    await person.answersBy('d', /Why not\?/);
    await person.presses(`It is needed${keys.Enter}`);
    await person.finds({ role: 'group', name: 'Clear .env' }, ({ hasFocus }) => hasFocus);
    await person.answersBy('a', /agent finished/);

    await person.reads('It is needed');
    await person.finds({ role: 'button', name: '.env' }, ({ text }) => text.includes('0 B'));
    await person.finds({ role: 'button', name: '__init__.py' });
  },

  'an edit': async (person) => {
    await person.says('Clear `.env`');
    await person.clicks('button', 'Edit', 'Clear .env');
    await person.clicks('textbox', 'content', 'Clear .env');
    await person.presses('DEBUG=0');
    await person.clicks('button', 'Approve', 'Write 7 characters to .env');

    await person.reads('agent finished');
    await person.finds({ role: 'button', name: '.env' }, ({ text }) => text.includes('7 B'));
  },

  'a client tool': async (person) => {
    await person.says('Ask me to confirm `Shall I go on?`');
    await person.clicks('button', 'Yes', 'Shall I go on?');

    await person.reads('agent finished');
    await person.reads(/You said yes/);
  },

  'the feed': async (person) => {
    await person.says('Show me `notes/todo.md`');
    await person.reads('agent finished');

    await person.clicks('button', 'Filter');
    await person.clicks('searchbox', 'Search');
    await person.presses('agent finished');
    await person.reads(/\d of \d+ lines/);
    await person.finds({ role: 'treegrid', name: 'Events' }, ({ text }) => !text.includes('asked the model'));
  },

  'a stop': async (person) => {
    await person.says(batch);
    await person.finds({ role: 'heading', name: '2 actions need your approval' });
    await person.clicks('button', 'Stop');

    await person.reads('agent stopped');
    await person.reads(/cancelled[\s\S]*cancelled/);
    await person.finds({ role: 'button', name: '__init__.py' });
    await person.says('Write `again` to `notes/again.txt`');
    await person.finds({ role: 'button', name: 'notes/again.txt' });
  },
};
