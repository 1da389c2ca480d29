import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { ApprovalQueue } from '../../../src/components/index.js';
import { disarmApprovals } from '../../../src/testing/disarm-approvals.js';
import { loadKitStyles } from '../../setup/load-kit-styles.js';
import { approval, batch, type FakeRun, fakeRun, settleOnDecide } from '../support.js';

loadKitStyles();

const ids = ['a', 'b', 'c', 'd'];
let armAgain = (): void => undefined;

beforeEach(async () => {
  await motion('no-preference');
  await page.viewport(800, 900);
});
afterEach(async () => {
  cleanup();
  armAgain();
  armAgain = () => undefined;
  await motion('reduce'); // as in all tests
  await page.viewport(414, 896);
});

function motion(value: 'reduce' | 'no-preference'): Promise<unknown> {
  return cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] });
}

function showQueue(): FakeRun {
  const run = fakeRun({ pending: [batch(ids.map((id) => approval(id)))], status: 'waiting' });
  settleOnDecide(run);
  render(<ApprovalQueue run={run} />);
  return run;
}

const line = (id: string): HTMLElement => screen.getByRole('button', { name: new RegExp(`^Write ${id} `) });
const card = (id: string): HTMLElement => screen.getByRole('group', { name: `Write ${id}` });
const approveButton = (id: string): HTMLElement => {
  const button = card(id).querySelector<HTMLElement>('[data-action="approve"]');
  if (button === null) throw new Error(`There is no button for ${id}.`);
  return button;
};
const height = (element: Element): number => element.getBoundingClientRect().height;

/** The animation of an element by its name, stopped at a time, so that the test need not be fast. */
function stopped(element: Element, name: string, at: number): CSSAnimation {
  const found = element
    .getAnimations({ subtree: true })
    .find((one): one is CSSAnimation => one instanceof CSSAnimation && one.animationName === name);
  if (found === undefined) throw new Error(`${name} does not run.`);
  found.pause();
  found.currentTime = at;
  return found;
}

describe('What opens and folds moves', () => {
  it('C467 in height and opacity for 140 ms where a line opens, and takes no approval meanwhile', () => {
    const run = showQueue();

    act(() => line('c').click());
    const opening = stopped(card('c'), 'cs-unfold', 70);
    const [half, duration] = [height(card('c')), opening.effect?.getTiming().duration];
    const opacity = Number(getComputedStyle(card('c')).opacity);
    act(() => approveButton('c').click());

    expect(run.decide).not.toHaveBeenCalled();
    opening.finish();
    expect(duration).toBe(140);
    expect(half).toBeGreaterThan(40);
    expect(half).toBeLessThan(height(card('c')));
    expect(opacity).toBeGreaterThan(0);
    expect(opacity).toBeLessThan(1);
  });

  it('C467 from the height of the card where a press folds it', async () => {
    armAgain = disarmApprovals();
    showQueue();
    const before = height(card('a'));

    act(() => approveButton('a').click());
    await waitFor(() => expect(card('a').querySelector('[data-cs="card-record"]')).not.toBeNull());
    const folding = stopped(card('a'), 'cs-fold-height', 0);
    const first = height(card('a'));
    folding.finish();

    expect(Math.abs(first - before)).toBeLessThanOrEqual(2);
    expect(height(card('a'))).toBeLessThan(before / 2);
  });

  it('C467 not at all when it appears, nor with reduced motion', async () => {
    showQueue();
    const atFirst = card('a').getAnimations();
    await motion('reduce');

    act(() => line('c').click());

    expect(atFirst).toEqual([]);
    expect(document.getAnimations()).toEqual([]);
    expect(height(card('c'))).toBeGreaterThan(80);
  });
});
