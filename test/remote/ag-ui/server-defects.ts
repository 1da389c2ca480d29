import { expect } from 'vitest';
import { type AgUiClaim, asked, inputsOf, isRefused, names } from './claim-support.js';
import { eventsOfType, interruptsIn, messagesAfter, plainThread, textIn, userSays } from './plain-thread.js';

const pickColour = {
  name: 'pick_colour',
  description: 'Ask the user for a colour',
  parameters: { type: 'object', properties: { label: { type: 'string' } }, required: ['label'] },
};

/** What is known to break in AG-UI servers, in the words of the guide, at these routes. */
export const defects: readonly {
  readonly words: string;
  readonly paths: readonly string[];
  readonly claim: AgUiClaim;
}[] = [
  {
    words: 'applies an answer to a single interrupt without comparing the id',
    paths: ['/per-call', '/batched'],
    claim: async (place) => {
      const { thread, messages, answer } = await asked(place.url, 'approve');
      const { resume = [] } = answer('yes');

      await thread.send({ messages, resume: resume.map((entry) => ({ ...entry, interruptId: 'nonsense' })) });

      expect(await names(place)).toEqual(['delete_file']);
    },
  },
  {
    words: 'does not support cancelling',
    paths: ['/per-call', '/batched'],
    claim: async (place) => {
      const { thread, messages, interrupts } = await asked(place.url, 'approve');

      const reply = await thread.send({
        messages,
        resume: interrupts.map(({ id }) => ({ interruptId: id, status: 'cancelled' })),
      });

      expect(isRefused(reply)).toBe(true);
      // It waits as before.
      expect(interruptsIn(await thread.send({ messages }))).toHaveLength(1);
      expect(await names(place)).toEqual([]);
    },
  },
  {
    words: 'repeats calls',
    paths: ['/per-call', '/batched'],
    claim: async ({ url }) => {
      const { thread, reply, answer } = await asked(url, 'approve');

      const next = await thread.send(answer('yes'));

      const begun = { type: 'TOOL_CALL_START', toolCallId: 'call_1_1' };
      expect(eventsOfType(reply, 'TOOL_CALL_START')).toMatchObject([begun]);
      expect(eventsOfType(next, 'TOOL_CALL_START')).toMatchObject([begun]);
    },
  },
  {
    words: 'drops arguments that arrive in one piece',
    paths: ['/per-call', '/batched', '/legacy'],
    claim: async ({ url }) => {
      const { reply } = await asked(url, 'onechunk');

      expect(eventsOfType(reply, 'TOOL_CALL_START')).toHaveLength(1);
      expect(eventsOfType(reply, 'TOOL_CALL_ARGS')).toEqual([]);
      expect(JSON.stringify(messagesAfter([], reply))).toContain('old.txt');
    },
  },
  {
    words: 'joins lists without a separator',
    paths: ['/batched'],
    claim: async ({ url }) => {
      const { thread, answer } = await asked(url, 'mixed');

      const reply = await thread.send(answer('yes'));

      expect(eventsOfType(reply, 'TOOL_CALL_RESULT')).toContainEqual(
        expect.objectContaining({ content: 'README.md.envold.txt' }),
      );
    },
  },
  {
    words: 'LangGraph without `emit_interrupt_outcome` uses its own format from before AG-UI 1.0.',
    paths: ['/legacy'],
    claim: async (place) => {
      const { thread, messages, reply } = await asked(place.url, 'approve');
      expect(eventsOfType(reply, 'CUSTOM')).toMatchObject([{ name: 'on_interrupt', value: expect.any(String) }]);
      expect(interruptsIn(reply)).toEqual([]);

      await thread.send({ messages, forwardedProps: { command: { resume: { decisions: [{ type: 'approve' }] } } } });

      expect(await names(place)).toEqual(['delete_file']);
    },
  },
  {
    words: 'Agent Framework adds calls of a tool `confirm_changes` to ask for approvals',
    paths: ['/agent', '/detached'],
    claim: async ({ url }) => {
      const { reply } = await asked(url, 'approve');

      const started = eventsOfType(reply, 'TOOL_CALL_START').map(({ toolCallName }) => toolCallName);
      expect(started).toEqual(['delete_file', 'confirm_changes']);
    },
  },
  {
    words: 'If it refuses answers (`APPROVAL_RESUME_…`), no call has executed, and the batch stays open.',
    paths: ['/agent', '/detached'],
    claim: async (place) => {
      const { thread, answer } = await asked(place.url, 'two');

      const refused = await thread.send(answer(['yes']));

      expect(eventsOfType(refused, 'RUN_ERROR')).toMatchObject([{ code: expect.stringMatching(/^APPROVAL_RESUME_/) }]);
      expect(await names(place)).toEqual([]);
      await thread.send(answer('yes'));
      expect(await names(place)).toEqual(['delete_file', 'delete_file']);
    },
  },
  {
    words: 'needs the same answer for all calls of a batch',
    paths: ['/agent', '/detached'],
    claim: async (place) => {
      const [yes, no] = [await asked(place.url, 'two'), await asked(place.url, 'two')];

      const replies = [await yes.thread.send(yes.answer('yes')), await no.thread.send(no.answer('no'))];

      expect(replies.map(isRefused)).toEqual([false, false]);
      expect(await names(place)).toEqual(['delete_file', 'delete_file']);
      expect(textIn(await no.thread.send({ messages: [...no.messages, userSays('text')] }))).toContain('Hello');
    },
  },
  {
    words: 'It then runs that call with the next answers, even if the call is denied by then',
    paths: ['/agent', '/detached'],
    claim: async (place) => {
      const { thread, answer } = await asked(place.url, 'two');
      await thread.send(answer(['no', 'yes']));
      expect(await names(place)).toEqual([]);

      await thread.send(answer(['yes', 'no']));

      expect(await inputsOf(place, 'delete_file')).toEqual([{ path: 'a.txt' }, { path: 'b.txt' }]);
    },
  },
  {
    words: 'Abandon both calls to prevent that.',
    paths: ['/agent', '/detached'],
    claim: async (place) => {
      const { thread, messages, interrupts, answer } = await asked(place.url, 'two');
      await thread.send(answer(['no', 'yes']));

      await thread.send({
        messages,
        resume: interrupts.map(({ id }) => ({ interruptId: id, status: 'cancelled' })),
      });

      const said = await thread.send({ messages: [...messages, userSays('text')] });
      expect(textIn(said)).toBe('Hello from the server.');
      expect(await names(place)).toEqual([]);
    },
  },
  {
    words: 'reports success but runs nothing if approvals arrive without the result of an external call',
    paths: ['/agent', '/detached'],
    claim: async (place) => {
      const { thread, answer } = await asked(place.url, 'mixed');

      const reply = await thread.send(answer('yes'));

      expect(reply.events.map(({ type }) => type)).toEqual(['RUN_STARTED', 'RUN_FINISHED']);
      expect(interruptsIn(reply)).toEqual([]);
      expect(await names(place)).toEqual([]);
    },
  },
  {
    words: 'reads the error text of an external call only from `content`',
    paths: ['/ag-ui', '/ag-ui-stored'],
    claim: async ({ url }) => {
      const told = async (content: string): Promise<string> => {
        const thread = plainThread(url);
        const { messages, reply } = await thread.ask('frontend', [pickColour]);
        const toolCallId = String(eventsOfType(reply, 'TOOL_CALL_START')[0]?.toolCallId);
        const failed = { id: 'result-1', role: 'tool', toolCallId, content, error: 'The picker was closed.' };
        return textIn(await thread.send({ messages: [...messages, failed], tools: [pickColour] }));
      };

      expect(await told('')).not.toContain('The picker was closed.');
      expect(await told('The picker was closed.')).toContain('The picker was closed.');
    },
  },
  {
    words: 'An empty request deletes the batch of a store',
    paths: ['/ag-ui-stored'],
    claim: async (place) => {
      const { thread, answer } = await asked(place.url, 'mixed');

      await thread.send({ messages: [] });

      const result = { id: 'result-1', role: 'tool', toolCallId: 'call_1_3', content: '42' };
      expect(isRefused(await thread.send(answer('yes', [result])))).toBe(true);
      expect(await names(place)).toEqual(['list_files']);
    },
  },
];
