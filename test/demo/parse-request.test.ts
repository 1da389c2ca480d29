import { describe, expect, it } from 'vitest';
import { parseRequest } from '../../demo/model/parse-request.js';
import type { Step } from '../../demo/model/steps.js';
import { suggestions } from '../../demo/model/suggestions.js';

const del = (path: string): Step => ({ tool: 'delete_file', input: { path } });
const read = (path: string): Step => ({ tool: 'read_file', input: { path } });
const write = (path: string, content: string): Step => ({ tool: 'write_file', input: { path, content } });
const move = (from: string, to: string): Step => ({ tool: 'rename_file', input: { from, to } });
const list = (folder?: string): Step => ({ tool: 'list_files', input: folder === undefined ? {} : { folder } });
const search = (query: string): Step => ({ tool: 'search_files', input: { query } });
const download = (path: string): Step => ({ tool: 'download_file', input: { path } });
const save = (from: number, path?: string): Step => ({ tool: 'save', from, ...(path === undefined ? {} : { path }) });
const locate: Step = { tool: 'locate', input: { reason: 'You asked for your location.' } };
const pick = (reason: string, accept?: string): Step => ({
  tool: 'pick_file',
  input: { reason, ...(accept === undefined ? {} : { accept }) },
});
const TO_SAVE = 'Choose a file to save in the workspace.';

describe('requests that are understood in full', () => {
  it.each<[string, Step[]]>([
    // Deleting
    ['delete README.md', [del('README.md')]],
    ['Please remove the file `two words.txt`.', [del('two words.txt')]],
    ['delete a.txt, b.txt and `c d.txt`', [del('a.txt'), del('b.txt'), del('c d.txt')]],
    ['remove both a.txt and src/b.py', [del('a.txt'), del('src/b.py')]],
    ['Delete the file Makefile', [del('Makefile')]],
    ['can you get rid of \u201ca.txt\u201d?', [del('a.txt')]],
    ['erase .env', [del('.env')]],
    ['Delete a.txt; delete b.txt! Then delete c.txt', [del('a.txt'), del('b.txt'), del('c.txt')]],
    // Writing
    ['write `Hello, world!` to `README.md`', [write('README.md', 'Hello, world!')]],
    ['Write "a, and then b" to a.txt then delete b.txt', [write('a.txt', 'a, and then b'), del('b.txt')]],
    ['write fish and chips to menu.txt and read it', [write('menu.txt', 'fish and chips'), read('menu.txt')]],
    ["write 'it' into a.txt", [write('a.txt', 'it')]],
    ['write ```\nline 1\n`line` 2\n``` to a.txt', [write('a.txt', 'line 1\n`line` 2')]],
    ['put `x` into a.txt and b.txt', [write('a.txt', 'x'), write('b.txt', 'x')]],
    ['save `x` to the file notes', [write('notes', 'x')]],
    ['write to README.md: hello there', [write('README.md', 'hello there')]],
    ['create notes/x.md with text `abc` and download it', [write('notes/x.md', 'abc'), download('notes/x.md')]],
    ['create an empty file called foo', [write('foo', '')]],
    ['make a new file a.txt that says "hi"', [write('a.txt', 'hi')]],
    ['overwrite README.md with `x`', [write('README.md', 'x')]],
    ['replace the contents of a.txt with "b"', [write('a.txt', 'b')]],
    ['set .env to DEBUG=0', [write('.env', 'DEBUG=0')]],
    ['clear `.env`', [write('.env', '')]],
    ['empty .env.', [write('.env', '')]],
    ['wipe a.txt and b.txt', [write('a.txt', ''), write('b.txt', '')]],
    // Moving
    ['rename a.txt to b.txt', [move('a.txt', 'b.txt')]],
    ['please could you rename a.txt to b.txt and c.txt to d.txt?', [move('a.txt', 'b.txt'), move('c.txt', 'd.txt')]],
    ['move notes/todo.md to the drafts folder', [move('notes/todo.md', 'drafts/todo.md')]],
    ['move a.txt into drafts/', [move('a.txt', 'drafts/a.txt')]],
    ['copy a.txt to b.txt', [read('a.txt'), save(0, 'b.txt')]],
    ['delete x.txt and copy a.txt to b.txt', [del('x.txt'), read('a.txt'), save(1, 'b.txt')]],
    // Reading
    ['read README.md\nread .env', [read('README.md'), read('.env')]],
    ['show me `a.txt` and b.txt', [read('a.txt'), read('b.txt')]],
    ['show the file `a.txt`', [read('a.txt')]],
    ["what's in README.md?", [read('README.md')]],
    ['tell me what is in .env', [read('.env')]],
    ['what does notes/todo.md say?', [read('notes/todo.md')]],
    ['open the file .env, then delete it', [read('.env'), del('.env')]],
    ['list files', [list()]],
    ['What is here?', [list()]],
    ['show me all the files', [list()]],
    ['which files are there?', [list()]],
    ['list files in src', [list('src')]],
    ["what's in the src folder", [list('src')]],
    ['search for `TODO` and show me `notes/todo.md`', [search('TODO'), read('notes/todo.md')]],
    ['search for hello in all files', [search('hello')]],
    ['find "API KEY"', [search('API KEY')]],
    ['where is `friendly_date` used?', [search('friendly_date')]],
    // The browser and the person
    ['download README.md and .env', [download('README.md'), download('.env')]],
    ['save README.md to my computer', [download('README.md')]],
    ['where am I?', [locate]],
    ['find my location', [locate]],
    ['pack all my files into one', [{ tool: 'pack_files', input: {} }]],
    ['Ask me to confirm `Go on?`', [{ tool: 'confirm', input: { question: 'Go on?' } }]],
    ['Locate me, and save it to notes/where.txt', [locate, save(0, 'notes/where.txt')]],
    ['pick a file', [pick('Choose a file to show me.')]],
    ['pick a file and save it as drafts/x.txt', [pick(TO_SAVE), save(0, 'drafts/x.txt')]],
    ['pick a file and save it', [pick(TO_SAVE), save(0)]],
    ['upload a file', [pick(TO_SAVE), save(0)]],
    ['upload a file and save it to the workspace', [pick(TO_SAVE), save(0)]],
    [
      'Import a CSV file as data/x.csv',
      [pick('Choose a file (.csv) to save in the workspace.', '.csv'), save(0, 'data/x.csv')],
    ],
    ['let me choose an image', [pick('Choose a file (image/*) to show me.', 'image/*')]],
  ])('%j', (request, steps) => {
    expect(parseRequest(request)).toEqual({ steps, notUnderstood: [] });
  });

  it('reads the main sentence as three steps in order of mention', () => {
    const request = 'Delete `__init__.py`, write `Hello, world!` to `README.md`, and clear `.env`';

    const { steps } = parseRequest(request);

    expect(steps).toEqual([del('__init__.py'), write('README.md', 'Hello, world!'), write('.env', '')]);
    expect(suggestions[0].text).toBe(request);
  });

  it.each(suggestions.map(({ text }) => text))('understands its own suggestion %j', (suggestion) => {
    const parsed = parseRequest(suggestion);

    expect(parsed.steps.length).toBeGreaterThan(1);
    expect(parsed.notUnderstood).toEqual([]);
  });
});

describe('questions to the person', () => {
  function ask(request: string): Extract<Step, { tool: 'ask_user' }>['input'] {
    const step = parseRequest(request).steps[0];
    if (step?.tool !== 'ask_user') throw new Error(`No question in ${request}`);
    return step.input;
  }

  it('makes one field for one thing, and saves the answer where it is told', () => {
    const { steps } = parseRequest('ask me for my name and save it to notes/name.txt');

    expect(steps).toEqual([
      {
        tool: 'ask_user',
        input: {
          question: 'What is your name?',
          schema: { type: 'object', properties: { name: { type: 'string', title: 'Name' } }, required: ['name'] },
        },
      },
      save(0, 'notes/name.txt'),
    ]);
  });

  it('gives each field the type that its words suggest', () => {
    const { schema } = ask('Ask me for my e-mail, my age, my birthday and whether I like tea, then save it to a.json');

    expect(schema.properties).toEqual({
      e_mail: { type: 'string', title: 'E-mail', format: 'email' },
      age: { type: 'number', title: 'Age' },
      birthday: { type: 'string', title: 'Birthday', format: 'date' },
      you_like_tea: { type: 'boolean', title: 'Do you like tea?' },
    });
    expect(schema.required).toEqual(Object.keys(schema.properties));
  });

  it('keeps fields apart that have the same name', () => {
    const { schema } = ask('ask me for a name and a name');

    expect(Object.keys(schema.properties)).toEqual(['name', 'name_2']);
  });

  it('offers choices', () => {
    const { schema } = ask('ask me to choose between red, green or blue');

    expect(schema.properties).toEqual({
      choice: { type: 'string', title: 'Your choice', enum: ['red', 'green', 'blue'] },
    });
  });

  it('passes a quoted question on word for word', () => {
    expect(ask('Ask me "What is your quest, and why?"').question).toBe('What is your quest, and why?');
  });
});

describe('requests that are not understood', () => {
  it.each([
    'delete everything',
    'delete it',
    'sing a song',
    'write hello',
    'append `x` to README.md',
    'Do not delete a.txt',
    "don't delete a.txt",
    'never clear .env',
    'rename a.txt',
    'save it to a.txt',
    'save README.md as copy.md',
  ])('does nothing for %j, and names it', (request) => {
    expect(parseRequest(request)).toEqual({ steps: [], notUnderstood: [request] });
  });

  it('does what it understands and names the rest', () => {
    const parsed = parseRequest('delete a.txt, sing a song and read b.txt backwards');

    expect(parsed.steps).toEqual([del('a.txt'), read('b.txt')]);
    expect(parsed.notUnderstood).toEqual(['sing a song', 'backwards']);
  });

  it('finds no commands inside quotations', () => {
    const parsed = parseRequest('write `ok, and delete README.md. Then clear .env` to a.txt');

    expect(parsed.steps).toEqual([write('a.txt', 'ok, and delete README.md. Then clear .env')]);
  });

  it.each(['', '   ', '`', '"unclosed', ',,, and then', '\u0000\ud800', '('.repeat(5000)])('survives %j', (request) => {
    expect(parseRequest(request).steps).toEqual([]);
  });
});
