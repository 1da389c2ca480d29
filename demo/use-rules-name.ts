import { useCallback, useState } from 'react';
import { type RulesName, rules } from './rules.js';

const place = 'countersign-demo-rules';

/**
 * Returns the chosen rules, which survive a reload. For an unknown stored name, it returns the strictest rules that
 * still ask.
 */
export function useRulesName(): readonly [RulesName, (name: RulesName) => void] {
  const [name, setName] = useState(readRulesName);
  const choose = useCallback((next: RulesName) => {
    setName(next);
    try {
      localStorage.setItem(place, next);
    } catch {
      // The browser refuses storage, so the choice lasts as long as the page.
    }
  }, []);
  return [name, choose];
}

function readRulesName(): RulesName {
  try {
    const stored = localStorage.getItem(place);
    return stored === null ? 'usual' : (rules.find(({ name }) => name === stored)?.name ?? 'careful');
  } catch {
    return 'usual';
  }
}
