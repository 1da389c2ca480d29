import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ComponentProps, StrictMode, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createGrants, type Grants } from '../../../src/approval/grants/grants.js';
import type { GrantRequest, Remember } from '../../../src/approval/grants/remember.js';
import { GrantList, GrantsPanel, RememberMenu } from '../../../src/components/index.js';
import { call, choicesOf, chooseFrom } from '../support.js';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const writing = call('a', { capabilities: ['fs.write:/drafts/a.md'] });

function Menu({
  onChoice,
  ...props
}: Partial<ComponentProps<typeof RememberMenu>> & { readonly onChoice?: (value?: Remember) => void }) {
  const [value, setValue] = useState<Remember>();
  const change = (next: Remember | undefined): void => {
    setValue(next);
    onChoice?.(next);
  };
  return <RememberMenu call={writing} {...props} value={value} onValueChange={change} />;
}

const scope = (): HTMLElement => screen.getByRole('button', { name: /^Remember / });
const lifetime = (): HTMLElement => screen.getByRole('button', { name: /^For how long/ });
async function options(button: HTMLElement): Promise<(string | null)[]> {
  await userEvent.click(button);
  const texts = choicesOf(button).map(({ textContent }) => textContent?.replaceAll(/[\u2068\u2069]/g, '') ?? null);
  await userEvent.click(button);
  return texts;
}
/** Without the marks that isolate the direction of a name. */
const words = (): string | undefined => screen.getByRole('status').textContent?.replaceAll(/[\u2068\u2069]/g, '');

describe('RememberMenu', () => {
  it('remembers nothing unless a person chooses so', () => {
    render(<Menu />);

    expect(scope()).toHaveTextContent('Just this once');
    expect(screen.queryByRole('button', { name: /^For how long/ })).toBeNull();
    expect(words()).toBe('You are asked again next time.');
  });

  it('offers what the call accesses first, then its input and its tool, in words', async () => {
    render(<Menu />);

    expect(await options(scope())).toEqual([
      'Just this once',
      'Writing under /drafts',
      '“write_file” with exactly this input',
      'Any use of “write_file”',
    ]);
  });

  it('says exactly what is granted, and gives it', async () => {
    const onChoice = vi.fn();
    render(<Menu onChoice={onChoice} />);

    await chooseFrom(scope(), 1);
    expect(words()).toBe('Allow writing under /drafts — until this page is closed.');
    await chooseFrom(lifetime(), 1);
    expect(words()).toBe('Always allow writing under /drafts — until you revoke it.');
    await chooseFrom(scope(), 2);
    expect(words()).toBe('Always allow “write_file” with exactly this input — until you revoke it.');
    await chooseFrom(scope(), 0);

    const capability = { capability: 'fs.write:/drafts/**' };
    expect(onChoice.mock.calls.map(([value]) => value)).toEqual([
      { scope: capability, for: 'session' },
      { scope: capability, for: 'always' },
      { scope: 'input', for: 'always' },
      undefined,
    ]);
  });

  it('gives what the ledger takes', async () => {
    const grants = createGrants();
    const onChoice = vi.fn();
    render(<Menu onChoice={onChoice} />);
    const granted = {
      ...writing,
      agentPath: ['w'],
      annotations: {},
      runId: 'r',
      capabilities: ['fs.write:/drafts/a.md'],
    };

    for (const place of [1, 2, 3]) await chooseFrom(scope(), place);
    for (const [remember] of onChoice.mock.calls) await grants.add({ effect: 'allow', remember, call: granted });

    expect(grants.list().map(({ scope: { type } }) => type)).toEqual(['capability', 'input', 'tool']);
  });

  it('says what a no refuses, for which agent', async () => {
    render(<Menu effect="deny" agentPath={['workspace', 'cleaner']} />);

    await chooseFrom(scope(), 3);

    expect(words()).toBe('Refuse any use of “write_file” — until this page is closed. Only for workspace › cleaner.');
  });

  it('says what is asked about all the same', async () => {
    const capabilities = ['fs.write:/drafts/a.md', 'net.egress:cdn.example.com', 'fs.read'];
    render(<Menu call={call('a', { capabilities })} />);

    await chooseFrom(scope(), 1);

    expect(words()).toBe(
      'Allow writing under /drafts — until this page is closed. Such an action also asks for connecting to cdn.example.com and reading any file, so you are still asked about it.',
    );
  });

  it('counts only what is asked for', async () => {
    const capabilities = ['fs.write:/drafts/a.md', 'fs.read'];
    render(<Menu call={call('a', { capabilities, asksFor: ['fs.write:/drafts/a.md'] })} />);

    await chooseFrom(scope(), 1);

    expect(words()).toBe('Allow writing under /drafts — until this page is closed.');
  });

  it('opens no door to what cannot be undone, and closes any', async () => {
    const grave = call('a', { capabilities: ['fs.delete:/drafts/a.md'], risk: 'destructive' });
    const { rerender } = render(<Menu call={grave} />);
    expect(await options(scope())).toEqual(['Just this once', '“write_file” with exactly this input']);

    rerender(<Menu call={grave} effect="deny" />);
    expect(await options(scope())).toHaveLength(4);
  });

  it('takes the choices of the app, and saves no function', async () => {
    const until = Date.UTC(2030, 0, 2, 12);
    const scopes = [{ predicate: () => true, name: 'files below 1 kB', toolName: 'write_file' }, 'tool'] as const;
    render(<Menu scopes={scopes} lifetimes={['run', { until }, 'always']} />);

    await chooseFrom(scope(), 1);
    expect(words()).toBe('Allow “write_file”: files below 1 kB — until the agent is done.');
    expect(screen.queryByRole('button', { name: /^For how long/ })).toBeNull();

    await chooseFrom(scope(), 2);
    await chooseFrom(lifetime(), 1);
    expect(words()).toMatch(/^Allow any use of “write_file” — until Jan 2, 2030/);
  });

  it('keeps its own choice when nobody else does', async () => {
    render(<RememberMenu call={writing} />);

    await chooseFrom(scope(), 1);

    expect(scope()).toHaveTextContent(/Writing under/);
  });
});

const given: GrantRequest = {
  effect: 'allow',
  remember: { scope: { capability: 'fs.write:/drafts/**' }, for: 'always' },
  call: {
    toolCallId: 'call-7',
    toolName: 'write_file',
    input: { path: '/drafts/a.md' },
    capabilities: ['fs.write:/drafts/a.md'],
    agentPath: ['workspace', 'cleaner'],
    annotations: {},
    runId: 'run-1',
  },
  by: 'Ada',
};

async function ledger(...requests: readonly GrantRequest[]): Promise<Grants> {
  let id = 0;
  const grants = createGrants({ now: () => Date.UTC(2026, 0, 5, 12) + id * 1000, generateId: () => `grant-${++id}` });
  for (const request of requests) await grants.add(request);
  return grants;
}

const refused: GrantRequest = {
  ...given,
  effect: 'deny',
  remember: { scope: 'tool', for: 'session' },
  message: 'Not now.',
};
const lines = (): (string | undefined)[] =>
  screen.getAllByRole('paragraph').map((line) => line.textContent?.replaceAll(/[\u2068\u2069]/g, ''));

describe('GrantsPanel', () => {
  it('says when nothing is remembered', async () => {
    render(<GrantsPanel grants={await ledger()} />);

    expect(screen.getByRole('region', { name: 'Remembered decisions' })).toBeVisible();
    expect(screen.getByText('Nothing is remembered. You are asked each time.')).toBeVisible();
  });

  it('lists what holds, for whom, since when, and shows no id', async () => {
    render(<GrantsPanel grants={await ledger(given, refused)} />);

    expect(lines()).toEqual([
      'Always allow writing under /drafts — until you revoke it.',
      'Refuse any use of “write_file” — until this page is closed.',
    ]);
    const [first, second] = screen.getAllByRole('listitem').filter((item) => item.dataset.cs === 'grant');
    expect(first?.textContent?.replaceAll(/[\u2068\u2069]/g, '')).toMatch(
      /Only for workspace › cleaner\.Decided Jan 5, 2026.* by AdaRevoke$/,
    );
    expect(second).toHaveTextContent('The model reads: \u2068Not now.\u2069');
  });

  it('follows the ledger', async () => {
    const grants = await ledger();
    render(<GrantsPanel grants={grants} />);

    await grants.add(given);
    await waitFor(() => expect(lines()).toHaveLength(1));

    act(() => void grants.revoke('grant-1'));
    expect(screen.getByText('Nothing is remembered. You are asked each time.')).toBeVisible();
  });

  it('revokes: the line stays, says so, is told once, and keeps the focus', async () => {
    const grants = await ledger(given, refused);
    const { rerender } = render(
      <StrictMode>
        <GrantsPanel grants={grants} />
      </StrictMode>,
    );
    const button = screen.getByRole('button', { name: /^Revoke: Always allow writing under/ });

    await userEvent.click(button);
    await userEvent.click(button);

    expect(grants.list().map(({ id }) => id)).toEqual(['grant-2']);
    expect(button).toHaveFocus();
    expect(button).toHaveTextContent('Revoked');
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(lines()).toHaveLength(2);
    expect(screen.getByRole('deletion')).toHaveTextContent('writing under');
    expect(screen.getByRole('status')).toHaveTextContent(/^Revoked: Always allow writing under/);

    rerender(<GrantsPanel key="closed and opened" grants={grants} />);
    expect(lines()).toHaveLength(1);
  });

  it('says why decisions could not be saved', async () => {
    const grants = createGrants({ storage: { load: () => null, save: () => Promise.reject(new Error('disk full')) } });
    render(<GrantsPanel grants={grants} />);

    await grants.add(given);

    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('disk full'));
  });

  it('shows what a filter lets through', async () => {
    render(<GrantsPanel grants={await ledger(given, refused)} filter={({ effect }) => effect === 'deny'} />);

    expect(lines()).toEqual(['Refuse any use of “write_file” — until this page is closed.']);
  });

  it('is made of parts', async () => {
    render(
      <GrantList.Root grants={await ledger(given)} data-mine="">
        <GrantList.Items
          item={(line) => (
            <GrantList.Item key={line.grant.id} line={line} className={({ effect }) => effect}>
              <GrantList.Revoke render={<button type="button" className="own" />}>Undo</GrantList.Revoke>
            </GrantList.Item>
          )}
        />
      </GrantList.Root>,
    );

    expect(document.querySelector('[data-mine] .allow > .own')).toHaveTextContent('Undo');
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(() => render(<GrantList.Revoke />)).toThrow('<GrantList.Revoke> is outside of <GrantList.Item>');
  });
});
