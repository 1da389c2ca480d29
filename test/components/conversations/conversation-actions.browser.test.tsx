import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useStoredConversations } from 'countersign';
import { ConversationList } from 'countersign/components';
import { memoryStorage, type RunStorage } from 'countersign/persistence';
import { type ComponentProps, type ReactElement, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { wearStyles } from '../../setup/wear-styles.js';
import { fakeRun } from '../support.js';

wearStyles();

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const stored = [
  { id: 'a', title: 'One', state: 'waiting' },
  { id: 'b', title: 'Two', state: 'running' },
  { id: 'c', title: 'Three', state: 'idle' },
] as const;

type Actions = NonNullable<ComponentProps<typeof ConversationList>['actions']>;

function show(
  actions: Actions,
  props: Partial<ComponentProps<typeof ConversationList>> = {},
): ReturnType<typeof vi.fn> {
  const onSelect = vi.fn();
  render(<ConversationList conversations={stored} selected="b" onSelect={onSelect} actions={actions} {...props} />);
  return onSelect;
}

const button = (name: RegExp | string): HTMLElement => screen.getByRole('button', { name });
const more = (title: string): HTMLElement => button(new RegExp(`^Actions for “\u2068${title}\u2069”$`));
const press = (name: RegExp | string): Promise<void> => userEvent.click(button(name));

async function ask(title: string, action: 'Rename' | 'Delete' | 'Export'): Promise<void> {
  await userEvent.click(more(title));
  await press(new RegExp(`^${action} “\u2068${title}\u2069”`));
}

const pick = async (text: string, name = 'talk.json'): Promise<void> => {
  const input = document.querySelector<HTMLInputElement>('[data-cs="conversation-file"]');
  if (input !== null) await userEvent.upload(input, new File([text], name, { type: 'application/json' }));
};

interface Saved {
  readonly name: string;
  readonly text: () => Promise<string>;
}

/** The files that the page saves from now on. */
function downloads(): readonly Saved[] {
  const saved: Saved[] = [];
  let blob = new Blob();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((given) => {
    if (given instanceof Blob) blob = given;
    return 'blob:nothing';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    const content = blob;
    saved.push({ name: this.download, text: () => content.text() });
  });
  return saved;
}

describe('what can be done with a conversation that is kept', () => {
  it('is offered where it was given, and never for one that lies in no storage', async () => {
    const conversations = [...stored.slice(0, 1), { id: 'x', title: 'Open', run: fakeRun() }];
    show({ rename: vi.fn() }, { conversations });

    await userEvent.click(more('One'));

    expect(screen.queryByRole('button', { name: /^Actions for .*Open/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /^(?:Delete|Export|Import)/ })).toBeNull();
    expect(button(/^Rename/)).toBeDefined();
    expect(more('One').getAttribute('aria-expanded')).toBe('true');
  });

  it('is nothing in a list without actions', () => {
    render(<ConversationList conversations={stored} onSelect={vi.fn()} />);

    expect(screen.getAllByRole('button')).toHaveLength(3);
  });

  it('unfolds and folds by the keyboard alone', async () => {
    show({ rename: vi.fn(), delete: vi.fn() });
    await userEvent.tab();
    await userEvent.tab();
    expect(document.activeElement).toBe(more('One'));

    await userEvent.keyboard('{Enter}');
    await userEvent.tab();
    expect(document.activeElement).toBe(button(/^Rename/));
    await userEvent.keyboard('{Escape}');

    expect(document.activeElement).toBe(more('One'));
    expect(screen.queryByRole('button', { name: /^Rename/ })).toBeNull();
  });
});

describe('renaming', () => {
  it('keeps a title by Enter, says so, and goes back to the line', async () => {
    const rename = vi.fn();
    show({ rename });

    await ask('One', 'Rename');
    expect(screen.getByRole('textbox', { name: 'Title' })).toBe(document.activeElement);
    await userEvent.keyboard(' Invoices {Enter}');

    expect(rename).toHaveBeenCalledExactlyOnceWith('a', 'Invoices');
    await waitFor(() => expect(document.activeElement).toBe(button('One Waiting for you')));
    expect(screen.getByRole('status').textContent).toContain('Renamed to “\u2068Invoices\u2069”.');
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('leaves the title by Escape, and by its button', async () => {
    const rename = vi.fn();
    show({ rename });

    await ask('One', 'Rename');
    await userEvent.keyboard('Other{Escape}');
    expect(document.activeElement).toBe(more('One'));
    await ask('One', 'Rename');
    await press('Cancel');

    expect(document.activeElement).toBe(more('One'));
    expect(rename).not.toHaveBeenCalled();
  });

  it('takes no title of blanks, and says what a storage refuses', async () => {
    const rename = vi.fn(() => Promise.reject(new Error('The disk is full.')));
    show({ rename });

    await ask('One', 'Rename');
    await userEvent.keyboard('  {Enter}');
    expect(screen.getByRole('alert').textContent).toBe('A title needs at least a letter or a digit.');
    expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('true');
    await userEvent.keyboard('Invoices{Enter}');

    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('That did not work: The disk is full.'));
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
  });
});

describe('deleting', () => {
  it.each([
    ['One', 'It is waiting for your approval. Its actions will not run.'],
    ['Two', 'It is working now and will be stopped.'],
    ['Three', 'Its messages'],
  ])('asks once more, and says what goes with %s', async (title, words) => {
    const remove = vi.fn();
    show({ delete: remove });

    await ask(title, 'Delete');

    const question = screen.getByRole('group', { name: `Delete “\u2068${title}\u2069”?` });
    expect(question.textContent).toContain(words);
    expect(question.textContent).toContain('deleted for good');
    expect(document.activeElement).toBe(button('Keep it'));
    await press('Keep it');
    expect(remove).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(more(title));
  });

  it('deletes nothing at the second press of a double click', async () => {
    const remove = vi.fn();
    show({ delete: remove });

    await ask('One', 'Delete');
    button(/^Delete “/).dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }));

    expect(remove).not.toHaveBeenCalled();
  });

  it('says what went wrong, and can be tried again', async () => {
    const remove = vi.fn(() => Promise.reject(new Error('The disk is full.')));
    const onSelect = show({ delete: remove });

    await ask('Two', 'Delete');
    await press(/^Delete “/);

    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('The disk is full.'));
    expect(onSelect).not.toHaveBeenCalled();
    await press(/^Delete “/);
    expect(remove).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['One', 'Two', undefined],
    ['Two', 'Three', 'c'],
    ['Three', 'Two', undefined],
  ])('of %s takes the focus to %s, and opens another where the open one went', async (title, next, opened) => {
    const onSelect = show({ delete: vi.fn() });

    await ask(title, 'Delete');
    await press(/^Delete “/);

    await waitFor(() => expect(document.activeElement?.textContent).toContain(next));
    expect(onSelect.mock.calls).toEqual(opened === undefined ? [] : [[opened]]);
    expect(screen.getByRole('status').textContent).toContain(`Deleted “\u2068${title}\u2069”.`);
  });

  it('of the last one, which is open, begins another', async () => {
    const onStart = vi.fn();
    show({ delete: vi.fn() }, { conversations: stored.slice(1, 2), onStart });

    await ask('Two', 'Delete');
    await press(/^Delete “/);

    await waitFor(() => expect(onStart).toHaveBeenCalledOnce());
    expect(document.activeElement).toBe(button('New chat'));
  });
});

describe('while something is being done with one', () => {
  /** Work that ends when the test says so. */
  function slow() {
    let fail: (error: Error) => void = () => {};
    let end: () => void = () => {};
    const work = vi.fn(
      () =>
        new Promise<undefined>((resolve, reject) => {
          end = () => resolve(undefined);
          fail = reject;
        }),
    );
    return { work, end: () => end(), fail: (words: string) => fail(new Error(words)) };
  }

  it('begins nothing else, and says that', async () => {
    const saving = slow();
    show({ rename: vi.fn(), delete: vi.fn(), export: saving.work });

    await ask('One', 'Export');
    for (const each of [more('One'), button(/^Rename/), button(/^Delete/)]) {
      expect(each.getAttribute('aria-disabled')).toBe('true');
      await userEvent.click(each);
    }
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('group', { name: /^Delete/ })).toBeNull();
    saving.fail('The disk is full.');

    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('The disk is full.'));
    await press(/^Rename/);
    expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBeNull();
  });

  it('does not offer to keep what is deleted already', async () => {
    const removal = slow();
    show({ delete: removal.work });

    await ask('One', 'Delete');
    await press(/^Delete “/);
    expect(button('Keep it').getAttribute('aria-disabled')).toBe('true');
    await press('Keep it');
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('group', { name: /^Delete “/ })).toBeTruthy();
    removal.end();

    await waitFor(() => expect(screen.getByRole('status').textContent).toContain('Deleted'));
    expect(screen.queryByRole('group', { name: /^Delete “/ })).toBeNull();
  });

  it('has a field for the title that is not taken for a reason', async () => {
    const renaming = slow();
    show({ rename: renaming.work });

    await ask('One', 'Rename');
    await userEvent.keyboard('Invoices{Enter}');

    const field = screen.getByRole('textbox', { name: 'Title' });
    expect([field.getAttribute('data-cs'), getComputedStyle(field).fontFamily]).toEqual([
      'title-input',
      getComputedStyle(button('Cancel')).fontFamily,
    ]);
    expect(button('Cancel').getAttribute('aria-disabled')).toBe('true');
    renaming.end();
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
  });
});

describe('export and import', () => {
  it('saves one as a file that is named after it', async () => {
    const files = downloads();
    show(
      { export: async (id) => ({ v: 1, title: id }) },
      { conversations: [{ ...stored[0], title: 'Bills: 2026/05?' }] },
    );

    await userEvent.click(button(/^Actions/));
    await press(/^Export/);

    await waitFor(() => expect(files).toHaveLength(1));
    expect(files[0]?.name).toBe('Bills-2026-05.json');
    expect(await files[0]?.text()).toBe('{"v":1,"title":"a"}');
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain('Bills-2026-05.json'));
  });

  it('says that one is gone', async () => {
    show({ export: () => Promise.resolve(undefined) });

    await ask('One', 'Export');

    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('It has been deleted.'));
  });

  it.each([
    ['no JSON', 'is not an exported conversation'],
    ['{"v":2}', 'is not an exported conversation'],
  ])('says of a file with %s that it is none', async (text, words) => {
    show(memoryStorage().conversations);

    await pick(text);

    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(`“\u2068talk.json\u2069” ${words}`));
  });
});

function Talks({ storage }: { readonly storage: RunStorage }): ReactElement {
  const [open, setOpen] = useState('a');
  const conversations = useStoredConversations(storage);
  return (
    <>
      <ConversationList
        conversations={conversations}
        selected={open}
        onSelect={setOpen}
        onStart={() => setOpen('new')}
        actions={storage.conversations}
      />
      <output>{open}</output>
    </>
  );
}

it('C200 renames, deletes, exports and imports in a storage that is passed as one attribute', async () => {
  const storage = memoryStorage();
  const files = downloads();
  for (const { id, title, state } of stored)
    await storage.conversations.put({ id, title, state, updatedAt: 1, runIds: [], messages: [] });
  render(<Talks storage={storage} />);
  await screen.findByRole('button', { name: /^Three/ });
  const titles = (): readonly string[] =>
    [...document.querySelectorAll('[data-cs="conversation-title"]')].map(({ textContent }) => textContent ?? '');

  await ask('One', 'Rename');
  await userEvent.keyboard('Invoices{Enter}');
  await waitFor(() => expect(titles()).toContain('Invoices'));
  await ask('Invoices', 'Export');
  await waitFor(() => expect(files).toHaveLength(1));
  await press(/^Delete “/); // its actions are open still
  await press(/^Delete “/);
  await waitFor(() => expect(titles()).toEqual(['Two', 'Three']));
  expect(document.querySelector('output')?.textContent).toBe('b');
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Two/));
  await pick((await files[0]?.text()) ?? '', 'Invoices.json');

  await waitFor(() => expect(titles()).toEqual(['Invoices', 'Two', 'Three']));
  const list = within(screen.getByRole('navigation', { name: 'Conversations' }));
  await waitFor(() => expect(list.getByRole('status').textContent).toContain('Imported from'));
});
