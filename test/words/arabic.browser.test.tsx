import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createAgent, createConversation, tool, toolDenied, type UseAgentRunResult } from 'countersign';
import {
  AgentChat,
  DecisionTray,
  defaultStrings,
  EventFeed,
  GrantsPanel,
  PreviewView,
  RememberMenu,
  SchemaForm,
  StringsProvider,
} from 'countersign/components';
import { arabicStrings } from 'countersign/languages/ar';
import { createVirtualClock, scriptedModel } from 'countersign/testing';
import type { ReactElement } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { wearStyles } from '../setup/wear-styles.js';

wearStyles();

afterEach(cleanup);

/** Names that Arabic writes in Latin letters, too. */
const latinNames = /\b(?:JSON|Enter|Shift|Ctrl)\b/g;

/** Where the words are not ours to translate: keys of the keyboard, and JSON. */
const notWords = 'kbd, [data-cs="key"], pre, code, script, style';

/** What the model reads of a denial without a reason is the protocol's, in every language. */
const forTheModel = 'The tool call was denied.';

/** Every text with Latin letters that a person could see or hear. */
function latinTexts(root: HTMLElement): string[] {
  const found: string[] = [];
  const note = (text: string | null): void => {
    if (text === forTheModel) return;
    if (text !== null && /\p{Script=Latin}/u.test(text.replace(latinNames, ''))) found.push(text);
  };
  for (const element of root.querySelectorAll('*')) {
    if (element.closest(notWords) !== null) continue;
    for (const name of ['aria-label', 'aria-valuetext', 'title', 'placeholder', 'alt'])
      note(element.getAttribute(name));
    for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) note(node.textContent);
  }
  return found;
}

/** What the model and the tools say is Arabic as well, so that what is left of English is ours. */
async function arabicRun(): Promise<UseAgentRunResult & { readonly finish: () => Promise<void> }> {
  const clock = createVirtualClock();
  const { environment } = clock;
  const script = [
    {
      text: 'أمران بانتظارك.',
      calls: [
        { toolName: 'حذف', input: { ملف: 'قديم' } },
        { toolName: 'كتابة', input: { ملف: 'خطة' } },
      ],
    },
    'تم كل شيء.',
  ];
  const inputSchema = z.object({ ملف: z.string() });
  const agent = createAgent({
    name: 'مساعد',
    model: scriptedModel(script, environment),
    environment,
    tools: {
      حذف: tool({
        inputSchema,
        requiresApproval: true,
        describe: () => ({ title: 'حذف ملف', risk: 'destructive', facts: ['لا رجوع'] }),
        execute: () => 'تم',
      }),
      كتابة: tool({
        inputSchema,
        requiresApproval: true,
        describe: () => ({ title: 'كتابة ملف', risk: 'low' }),
        execute: () => 'تم',
      }),
    },
  });
  const options = { agent, clientTools: {}, expiry: { after: 600_000 } };
  const conversation = createConversation(() => options, environment);
  conversation.start('رتّب المكان');
  await clock.settle();
  while (conversation.store.getState().status !== 'waiting') await clock.runNext();
  const finish = async (): Promise<void> => {
    await conversation.decide('call-1', toolDenied('أحتاج إليه.'));
    await conversation.decide('call-2', true);
    while (conversation.store.getState().status !== 'idle') if (!(await clock.runNext())) await clock.settle();
  };
  return { ...conversation, ...conversation.store.getState(), clientTools: {}, addClientTool: () => () => {}, finish };
}

function showArabic(element: ReactElement): HTMLElement {
  const { container } = render(
    <div dir="rtl" lang="ar">
      <StringsProvider strings={arabicStrings} locale="ar">
        {element}
      </StringsProvider>
    </div>,
  );
  return container;
}

describe('in Arabic', () => {
  it('a chat with its queue and its feed has no English word, from right to left', async () => {
    const run = await arabicRun();
    const page = showArabic(
      <>
        <AgentChat run={run} aside={<EventFeed run={run} />} />
        <DecisionTray sources={run} />
      </>,
    );
    await screen.findByRole('heading', { name: 'إجراءان بانتظار موافقتك' });

    expect(latinTexts(page)).toEqual([]);
    const queue = page.querySelector('[data-cs="approval-queue"]');
    expect(queue && getComputedStyle(queue).direction).toBe('rtl');
  });

  it('neither has one whose calls are answered', async () => {
    const run = await arabicRun();
    await run.finish();

    const page = showArabic(<AgentChat run={run} aside={<EventFeed run={run} />} />);

    await screen.findAllByText('تم كل شيء.');
    expect(latinTexts(page)).toEqual([]);
  });

  it('neither has a card that is being denied, or edited', async () => {
    const run = await arabicRun();
    const page = showArabic(<AgentChat run={run} />);
    const [deny] = await screen.findAllByRole('button', { name: /^رفض…/ });
    const [, edit] = screen.getAllByRole('button', { name: /^تعديل/ });

    if (deny) await userEvent.click(deny);
    if (edit) await userEvent.click(edit);

    await screen.findByText('ما سبب الرفض؟ سيقرأ النموذج ما تكتبه.');
    await screen.findByRole('button', { name: /موافقة مع التعديلات/ });
    expect(latinTexts(page)).toEqual([]);
  });

  it('neither have a form, a diff, a table and remembered decisions', async () => {
    const run = await arabicRun();
    const schema = {
      type: 'object',
      properties: {
        اسم: { type: 'string', minLength: 3, maxLength: 9 },
        عدد: { type: 'integer', minimum: 1, maximum: 5 },
        يوم: { type: 'string', format: 'date' },
        قائمة: { type: 'array', items: { type: 'string' } },
      },
      required: ['اسم'],
    } as const;
    const before = { اسم: 'سعد', قائمة: ['أ'] };
    const page = showArabic(
      <>
        <SchemaForm schema={schema} value={{ ...before, عدد: 9 }} original={before} onChange={() => {}} />
        <PreviewView state={{ status: 'ready', preview: { type: 'diff', before: 'أ\nب', after: 'أ\nت' } }} />
        <PreviewView state={{ status: 'ready', preview: { type: 'table', columns: ['ع'], rows: [[12345], [null]] } }} />
        <GrantsPanel grants={run.grants} />
        <RememberMenu call={{ toolName: 'حذف' }} />
      </>,
    );

    await screen.findByText(/أُضيف: سطر واحد/);
    expect(latinTexts(page)).toEqual([]);
  });

  it('the check finds an English word', async () => {
    const run = await arabicRun();
    const { container } = render(
      <StringsProvider strings={{ ...arabicStrings, batch: defaultStrings.batch }} locale="ar">
        <AgentChat run={run} />
      </StringsProvider>,
    );

    expect(latinTexts(container)).not.toEqual([]);
  });
});
