import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createRef, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ClientTool, ClientToolOutlet, useClientToolCall } from '../../../src/components/index.js';
import type { ClientToolProps } from '../../../src/hooks/client-tools.js';
import { batch, call, external, fakeRun } from '../support.js';
import { button, holdNextAnswer, showTool } from './support.js';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Colour(props: ClientToolProps<{ question?: string }, string>): ReactElement {
  return (
    <ClientTool.Root tool={props} data-testid="root">
      <ClientTool.Title>{props.input.question ?? 'Which colour?'}</ClientTool.Title>
      <ClientTool.Problem />
      <ClientTool.Actions>
        <ClientTool.Submit value="red" />
        <ClientTool.Fail message="No colour." />
      </ClientTool.Actions>
    </ClientTool.Root>
  );
}

describe('ClientTool', () => {
  it('is a group named by its title', () => {
    showTool(Colour);

    expect(screen.getByRole('group', { name: 'Which colour?' })).toHaveAttribute('data-state', 'none');
  });

  it('gives the result once, however often it is pressed, and says that it is on its way', async () => {
    const { submit } = showTool(Colour);
    const { answer } = holdNextAnswer(submit);

    await userEvent.dblClick(button('Send answer'));

    expect(submit.mock.calls).toEqual([['red']]);
    expect(button('Sending…')).toHaveAttribute('aria-disabled', 'true');
    expect(button('Not now')).toHaveAttribute('aria-disabled', 'true');
    answer({ status: 'accepted' });
    expect(await screen.findByRole('button', { name: 'Send answer' })).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(button('Not now'));
    expect(submit).toHaveBeenCalledTimes(1);
  });

  it('says what breaks the schema, and takes another try', async () => {
    const { submit } = showTool(Colour);
    submit.mockResolvedValueOnce({
      status: 'invalid',
      issues: [
        { path: ['hue', 0], message: 'too red' },
        { path: [], message: 'no colour' },
      ],
    });

    await userEvent.click(button('Send answer'));

    const problem = await screen.findByRole('alert');
    expect(problem).toHaveTextContent('hue.0: too red');
    expect(problem).toHaveTextContent('answer: no colour');
    expect(button('Send answer')).toHaveAccessibleDescription(/too red/);
    await userEvent.click(button('Send answer'));
    expect(submit).toHaveBeenCalledTimes(2);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['answered', /Someone else answered first/],
    ['cancelled', /agent was stopped first/],
    ['expired', /time was up/],
  ] as const)('says that an answer came too late: %s', async (reason, words) => {
    const { submit, fail } = showTool(Colour);
    submit.mockResolvedValueOnce({ status: 'late', reason });

    await userEvent.click(button('Send answer'));

    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    await userEvent.click(button('Not now'));
    expect(fail).not.toHaveBeenCalled();
  });

  it('says why an answer could not be taken, and takes another try', async () => {
    const { submit } = showTool(Colour);
    submit.mockRejectedValueOnce(new Error('storage is full'));

    await userEvent.click(button('Send answer'));
    expect(await screen.findByRole('alert')).toHaveTextContent('storage is full');
    await userEvent.click(button('Send answer'));

    expect(submit).toHaveBeenCalledTimes(2);
  });

  it('says what went wrong with making the result, and sends nothing', async () => {
    function Broken(props: ClientToolProps<object, string>): ReactElement {
      const value = (): string => {
        throw new Error('no camera');
      };
      return (
        <ClientTool.Root tool={props}>
          <ClientTool.Problem />
          <ClientTool.Submit value={value} />
        </ClientTool.Root>
      );
    }
    const { submit } = showTool(Broken);

    await userEvent.click(button('Send answer'));

    expect(await screen.findByRole('alert')).toHaveTextContent('no camera');
    expect(submit).not.toHaveBeenCalled();
  });

  it('ends the call in words for the model', async () => {
    const { fail } = showTool(Colour);

    screen.getByRole('button', { name: 'Not now' }).focus();
    await userEvent.keyboard('{Enter}');

    expect(fail.mock.calls).toEqual([['No colour.']]);
  });

  it('says in a card what went wrong once only', async () => {
    const run = fakeRun({ pending: [batch([external('a')])] }, { pick_file: { render: Colour } });
    run.decide.mockResolvedValueOnce({ status: 'invalid', issues: [{ path: [], message: 'too red' }] });
    const [item] = run.pending[0]?.items ?? [];
    if (item === undefined) throw new Error('The batch has an item.');
    render(<ClientToolOutlet run={run} item={item} />);

    await userEvent.click(button('Send answer'));

    expect(await screen.findAllByRole('alert')).toHaveLength(1);
  });

  it('takes attributes, handlers that come first, class by state, refs and another element', async () => {
    const ref = createRef<HTMLDivElement>();
    const props = { call: call('a'), input: {}, submit: vi.fn(), fail: vi.fn() };
    render(
      <ClientTool.Root ref={ref} tool={props} id="mine" className={({ state }) => `is-${state}`}>
        <ClientTool.Submit value="red" onClick={(event) => event.preventDefault()}>
          Red
        </ClientTool.Submit>
        <ClientTool.Body render={<section aria-label="Body" />}>inside</ClientTool.Body>
      </ClientTool.Root>,
    );

    await userEvent.click(button('Red'));

    expect(ref.current).toHaveAttribute('id', 'mine');
    expect(ref.current).toHaveClass('is-none');
    expect(screen.getByRole('region', { name: 'Body' })).toHaveAttribute('data-cs', 'client-tool-body');
    expect(props.submit).not.toHaveBeenCalled();
  });

  it('says where its parts belong', () => {
    const Lost = (): ReactElement => <p>{useClientToolCall().call.title}</p>;

    expect(() => renderToString(<Lost />)).toThrow(/outside of <ClientTool.Root>/);
  });
});
