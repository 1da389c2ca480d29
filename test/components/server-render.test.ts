import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { AgentChat, DecisionTray } from '../../src/components/index.js';
import { createAgent, useAgentRun } from '../../src/index.js';
import { scriptedModel } from '../../src/testing/index.js';
import { Assembly, assembled, assemblyNames, exportedComponents } from './assemblies.js';
import { forbidChance } from './forbid-chance.js';

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

describe('while a page is made ahead, as Next.js with Cache Components does,', () => {
  it.each(assemblyNames)('C139 %s uses no time and no random value', (name) => {
    const element = createElement(Assembly, { name, onCommit: () => {} });
    const asked = forbidChance();
    const html = renderToString(element);

    expect(asked).toEqual([]);
    expect(html).toMatch(/data-cs="/);
  });

  it('C139 useAgentRun uses no time and no random value, with a chat and a tray', () => {
    const agent = createAgent({ model: scriptedModel([]) });
    const App = () => {
      const run = useAgentRun({ agent });
      return [
        createElement(AgentChat, { key: 'chat', run }),
        createElement(DecisionTray, { key: 'tray', sources: [run] }),
      ];
    };
    const asked = forbidChance();
    const html = renderToString(createElement(App));

    expect(asked).toEqual([]);
    expect(html).toMatch(/data-cs="agent-chat"/);
  });
});
