import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
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
