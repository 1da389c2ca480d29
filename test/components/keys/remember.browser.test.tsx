import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { createGrants } from 'countersign';
import { GrantsPanel } from 'countersign/components';
import { afterEach, describe, expect, it } from 'vitest';
import { userEvent as hand } from 'vitest/browser';
import { wearStyles } from '../../setup/wear-styles.js';
import { chooseFrom } from '../support.js';
import { read, showDesk } from './support.js';

wearStyles();

afterEach(cleanup);

const remember = (): HTMLElement => screen.getByRole('button', { name: /^Remember/ });
const items = (): HTMLElement[] => screen.queryAllByRole('menuitemradio');

describe('The remember choice', () => {
  it('C153 is not chosen by a letter: E edits, and the next approval grants nothing', async () => {
    const grants = createGrants();
    const { done } = await showDesk(['medium'], grants);
    await read();
    act(() => remember().focus());
    await read();

    await hand.keyboard('e');
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'path' })).toBeVisible());
    await hand.keyboard('{Escape}');
    await read();
    await hand.keyboard('a');

    await waitFor(() => expect(done).toEqual(['Write a']));
    expect(grants.list()).toEqual([]);
  });

  it('is listed for the agent that asked, where that has no name', async () => {
    const grants = createGrants();
    await showDesk(['medium'], grants);
    await chooseFrom(remember(), 1);
    await read();
    await hand.click(screen.getByRole('button', { name: /^Approve/ }));
    await waitFor(() => expect(grants.list()).toHaveLength(1));
    cleanup();

    render(<GrantsPanel grants={grants} />);

    expect(screen.getByText('Only for the agent that asked.')).toBeVisible();
  });

  it('C153 is a menu that keys open, navigate, choose from and close', async () => {
    await showDesk(['medium'], createGrants());
    act(() => remember().focus());
    expect(remember()).toHaveAccessibleName('Remember Just this once');

    await hand.keyboard('{ArrowDown}');
    await waitFor(() => expect(items()[0]).toHaveFocus());
    expect(items()[0]).toBeChecked();
    await hand.keyboard('eaj');
    expect(items()[0]).toHaveFocus();
    await hand.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{End}{Home}{ArrowDown}{Enter}');

    await waitFor(() => expect(items()).toEqual([]));
    expect(remember()).toHaveFocus();
    expect(remember()).toHaveAccessibleName(/^Remember “.*medium.*” with exactly this input$/);
    await hand.keyboard('{Enter}');
    await waitFor(() => expect(items()[1]).toHaveFocus());
    await hand.keyboard('{Escape}');
    await waitFor(() => expect(items()).toEqual([]));
    expect(remember()).toHaveFocus();
  });
});
