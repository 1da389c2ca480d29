import { expect, it } from 'vitest';
import { readSources } from '../setup/source-files.js';

// The rules that real servers impose on a client, and the tests of each rule: in this folder with responses that we
// wrote, in `recorded-rules` and `cuts` with recorded responses, in `real-servers` with the servers themselves.

interface Rule {
  readonly rule: string;
  /** Titles of tests, as in their sources. */
  readonly tests: readonly string[];
}

const rules: readonly Rule[] = [
  {
    rule: '1. The batch is known at the end of the response, with any data before it.',
    tests: [
      'C202 approvals and external calls of a response are one batch, requested at the end of the response',
      'C230 the interrupts of a run are one batch, known at its end, with the server’s text about each',
      'C239 $name is one batch, known at the end',
    ],
  },
  {
    rule: '2. All answers to a response are sent in one request.',
    tests: [
      'C203 all answers of a response are sent in one request',
      'C203 if one is left for later, nothing is sent; another run requests the open calls and sends all answers',
      'C231 all answers of a response are sent in one request: decisions as resume, results as messages',
      'takes a batch of four in one request',
    ],
  },
  {
    rule: '3. A request with an approval or a result is never sent again automatically once it may have arrived.',
    tests: [
      'C204 an approval that was interrupted %s is not sent again: people are asked what happened',
      'C204 a request with results of the page is not sent again automatically',
      'C204 a request without approvals is repeated if the client has the history, and its partial response is void',
      'C204 $name is not sent again, and people are asked about its outcome',
      'C204 $name continues with the received output, like the other client',
      'C205 $name is requested again if the server replays it from its beginning',
      'C240 $name is not sent again, and people are asked about its outcome',
      'C240 $name is not sent again if its result had arrived: that result counts',
      'C214 C240 cut after any event of $name loses no batch, sends no approval twice, and executes nothing unapproved',
    ],
  },
  {
    rule: '4. Open calls are settled before another message is sent.',
    tests: [
      'C206 open calls are settled before another message is sent',
      'C206 $name comes after the end of the open calls',
      'C206 $name is sent without an approval that never arrived',
      'C242 $name comes after the end of the open calls',
      'C242 an approval that Agent Framework waits for is abandoned before another message is sent',
    ],
  },
  {
    rule: '5. Only calls that a server leaves to its client are external calls.',
    tests: [
      'C202 calls that a provider of the server runs, or that the server approved, are not requested',
      'C232 it is recognized by its name among the sent tools, by the pending ids of the server, or by the app’s declaration',
      'C232 every other call without a result belongs to the server: no person is asked, and nothing is sent for it',
      'C234 the calls that it invents to ask are neither shown nor answered',
    ],
  },
  {
    rule: '6. Edits are sent only to servers that accept them, and the executed input is compared.',
    tests: [
      'C207 an edited input is sent if the server accepts edits, and compared with the executed one',
      'C207 without a server that accepts edits, an edit is rejected before anything is sent',
      'C207 also if another run requests the open calls of the history, or has the answer with it',
      'C231 its answer follows its schema: edits and reasons are sent only if it has a member for them',
    ],
  },
  {
    rule: '7. The answer to an interrupt follows its schema.',
    tests: [
      'C231 its answer follows its schema: edits and reasons are sent only if it has a member for them',
      'C233 with one interrupt for each call, each decision is separate',
      'C233 with one interrupt for all calls, they are matched by name and arguments, and answered by position',
      'C235 it is an external call with the schema as its form, and its result is the payload',
    ],
  },
  {
    rule: '8. No server is asked for its pending calls.',
    tests: [
      'C212 $name is requested again from the history, without a request that destroys it',
      'C243 $name is requested again from the history, without an empty request',
      'C243 another run continues from the history alone, which has all that an answer needs',
    ],
  },
  {
    rule: '9. A server’s request returns unchanged, with its answer and no other data.',
    tests: [
      'C208 the server’s request returns unchanged with the answer, without data that only a page needs',
      '$name is answered as the stock client answered it',
    ],
  },
  {
    rule: '10. Unknown, repeated or headless events do not end a run; a snapshot takes precedence over streamed data.',
    tests: [
      'C209 unknown chunks, and chunks that refer to nothing, are skipped with one warning',
      'C209 chunks that arrive ten times execute nothing twice and request once',
      'C237 takes precedence over the streamed arguments, texts and results',
      'C237 $name has the input that only its snapshot contains',
      'C239 an event that is unknown, repeated, or refers to nothing is skipped with a warning',
      'C239 $name is one batch, known at the end',
      'C242 $name continues with messages that arrived out of order',
    ],
  },
  {
    rule: '11. Requests are JSON with a version, errors of tools are in both places, and texts of a server are shortened.',
    tests: [
      'C210 requests have their headers and versions, on either wire',
      'C232 an error is in both places in which servers look for it',
      'C210 status $status is an error with a short text, and the batch is not lost',
      'C241 a %i is %s, in a few words',
    ],
  },
  {
    rule: '12. A continuation that settles nothing is an error, and rounds are bounded.',
    tests: [
      'C209 a continuation that settles no answer is an error, and nothing is sent again',
      'C209 a server that asks forever is disconnected after a limited number of requests',
      'C209 $name without a reply to the answer is an error, and the approval is sent once',
      'C209 $name that starts no step of its own still counts as a reply',
    ],
  },
  {
    rule: '13. A call may ask again after an approval, and a retracted step is void.',
    tests: [
      'C209 a call that asks again after an approval is a new round',
      'C242 a call that asks again after an approval is a new batch',
      'C209 a step that the server retracts is void, with its calls',
      'C209 $name continues after the answer, even if steps are retracted',
    ],
  },
];

const sources = [...readSources('test')].filter(([path]) => !path.endsWith('/remote-rules.test.ts'));
const text = sources.map(([, source]) => source).join('');
const isTitle = (words: string): boolean => text.includes(`'${words}'`) || text.includes(`"${words}"`);

it.each(rules)('$rule', ({ tests }) => {
  expect(tests.filter((title) => !isTitle(title))).toEqual([]);
});
