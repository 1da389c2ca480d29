import { DeceptiveText, EventFeed, ValueView } from 'countersign/components';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../src/protocol/run-event.js';

const secret = `sk-${'a1b2'.repeat(6)}`;

const note: RunEvent = {
  ...{ v: 1, seq: 0, at: 0, runId: 'r1', agentPath: ['agent'] },
  ...{ type: 'warning', code: 'note', message: `The key is ${secret}` },
};

describe('a view that is rendered before any run', () => {
  it('C301 marks deceptive text in its first markup', () => {
    expect(renderToString(<DeceptiveText text={'invoice\u202Efdp.exe'} />)).toContain('data-marked');
  });

  it.each([
    ['a value', <ValueView key="value" value={{ note: `The key is ${secret}` }} />],
    ['events from a file', <EventFeed key="feed" events={[note]} />],
  ])('C301 hides secrets of %s in its first markup', (_, view) => {
    const markup = renderToString(view);

    expect(markup).toContain('The key is');
    expect(markup).not.toContain(secret);
  });
});
