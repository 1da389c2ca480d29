import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { AgentChat, DecisionTray } from '../../src/components/index.js';
import { createAgent, useAgentRun } from '../../src/index.js';
import { scriptedModel } from '../../src/testing/index.js';
import { Assembly, assembled, assemblyNames, exportedComponents } from './assemblies.js';

describe('on a server', () => {
  it('every component that the package exports is tried', () => {
    expect(exportedComponents.length).toBeGreaterThan(15);
    expect([...assembled].sort()).toEqual([...exportedComponents].sort());
  });

  it.each(assemblyNames)('%s renders, without a style attribute', (name) => {
    expect(typeof window).toBe('undefined');

    const html = renderToString(createElement(Assembly, { name, onCommit: () => {} }));

    expect(html).toMatch(/data-cs="/);
    expect(html).not.toMatch(/<[^>]* style=/);
  });
});

/**
 * Gives what the kit asks of the clock and of chance while it renders, which a page that is made ahead may not: each visitor would be
 * given the answer of the first. React, which marks its own work, is not meant.
 */
function watchChance(): readonly string[] {
  const asked: string[] = [];
  const watch = (owner: object, name: string): void => {
    const original: unknown = Reflect.get(owner, name);
    if (typeof original !== 'function') throw new Error(`Nothing is called ${name}.`);
    Reflect.set(owner, name, (...args: readonly unknown[]) => {
      const { stack = '' } = new Error();
      if (/\/src\/(?!testing)/.test(stack.split('\n').slice(2, 4).join())) asked.push(`${name}: ${stack}`);
      return Reflect.apply(original, owner, args);
    });
    onTestFinished(() => void Reflect.set(owner, name, original));
  };
  watch(Date, 'now');
  watch(performance, 'now');
  watch(Math, 'random');
  watch(crypto, 'randomUUID');
  watch(crypto, 'getRandomValues');
  const RealDate = Date;
  vi.stubGlobal(
    'Date',
    new Proxy(RealDate, {
      construct(target, args) {
        if (args.length === 0) asked.push(`new Date(): ${new Error().stack}`);
        return Reflect.construct(target, args) as Date;
      },
    }),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  return asked;
}

describe('while a page is made ahead, as Next.js with Cache Components does,', () => {
  it.each(assemblyNames)('C139 %s asks for no time and no chance', (name) => {
    const element = createElement(Assembly, { name, onCommit: () => {} });
    const asked = watchChance();
    const html = renderToString(element);

    expect(asked).toEqual([]);
    expect(html).toMatch(/data-cs="/);
  });

  it('C139 useAgentRun asks for no time and no chance, with a chat and a tray', () => {
    const agent = createAgent({ model: scriptedModel([]) });
    const App = () => {
      const run = useAgentRun({ agent });
      return [
        createElement(AgentChat, { key: 'chat', run }),
        createElement(DecisionTray, { key: 'tray', sources: [run] }),
      ];
    };
    const asked = watchChance();
    const html = renderToString(createElement(App));

    expect(asked).toEqual([]);
    expect(html).toMatch(/data-cs="agent-chat"/);
  });
});
