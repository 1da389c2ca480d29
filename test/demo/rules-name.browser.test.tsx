import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useRulesName } from '../../demo/use-rules-name.js';

const key = 'countersign-demo-rules';

afterEach(() => {
  cleanup();
  localStorage.removeItem(key);
});

it('asks about what matters until somebody chooses', () => {
  expect(renderHook(useRulesName).result.current[0]).toBe('usual');
});

it('keeps the chosen rules for the next visit', () => {
  const { result, unmount } = renderHook(useRulesName);

  act(() => result.current[1]('careful'));
  unmount();

  expect(renderHook(useRulesName).result.current[0]).toBe('careful');
});

it('asks about every change where the stored rules are unknown', () => {
  localStorage.setItem(key, 'rules of another version');

  expect(renderHook(useRulesName).result.current[0]).toBe('careful');
});
