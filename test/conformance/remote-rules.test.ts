import { expect, it } from 'vitest';
import { readSources } from '../setup/source-files.js';

// What real servers force on a client, rule by rule, and the tests that hold it to that: in this folder with bytes of
// our own making, in `recorded-rules` and `cuts` with what real servers said, in `real-servers` with those servers
// themselves.

interface Rule {
  readonly rule: string;
  /** Words of the titles of tests, as they stand in the sources. */
  readonly tests: readonly string[];
}

const rules: readonly Rule[] = [
  {
    rule: '1. The batch is known at the end of the response, whatever came in it before.',
    tests: [
      'C202 approvals and external calls of a response are one batch, asked about once the response is over',
      'C230 the interrupts of a run are one batch, known at its end, with the server’s text about each',
      'C239 $name is one batch, known at the end',
    ],
  },
  {
    rule: '2. All answers to a response go in one request.',
    tests: [
      'C203 all answers of a response go back in one request',
      'C203 where one is left for later, nothing is sent; another run asks for what is open and sends all of it',
      'C231 all answers of a response are sent in one request: decisions as resume, results as messages',
      'takes a batch of four in one request',
    ],
  },
  {
    rule: '3. What says yes, or has a result, is never sent again by itself once it may have arrived.',
    tests: [
      'C204 a yes that was cut off %s is not said again: people are asked what happened',
      'C204 a request with results of this side is not sent again by itself',
      'C204 what says yes to nothing is asked again, where the history is the client’s, and what came of it is void',
      'C204 $name is not sent again, and people are asked about its outcome',
      'C204 $name continues with the received output, like the other client',
      'C205 $name is requested again if the server replays it from its beginning',
      'C240 $name is not sent again, and people are asked about its outcome',
      'C240 $name is not sent again if its result had arrived: that result counts',
      'C214 C240 cut after any event of $name loses no batch, sends no approval twice, and executes nothing unapproved',
    ],
  },
  {
    rule: '4. What is open is settled before anything else is said.',
    tests: [
      'C206 what was left open is settled before anything else is said',
      'C206 $name comes after the end of the open calls',
      'C206 $name is sent without an approval that never arrived',
      'C242 $name comes after the end of the open calls',
      'C242 an approval that Agent Framework waits for is abandoned before another message is sent',
    ],
  },
  {
    rule: '5. External calls are those that a server leaves to its client, and no others.',
    tests: [
      'C202 nobody is asked about what a provider of the server runs, or what the server has said yes to',
      'C232 it is recognized by its name among the sent tools, by the pending ids of the server, or by the app’s declaration',
      'C232 every other call without a result belongs to the server: no person is asked, and nothing is sent for it',
      'C234 the calls that it invents to ask are neither shown nor answered',
    ],
  },
  {
    rule: '6. Edits only go where they are taken, and what ran is compared.',
    tests: [
      'C207 an edited input is sent where the server takes it, and what it says that it ran is compared',
      'C207 where nobody has said that it takes them, an edit is refused before anything is sent',
      'C207 also where another run asks about what the history leaves open, or has the answer with it',
      'C231 its answer follows its schema: edits and reasons are sent only if it has a member for them',
    ],
  },
  {
    rule: '7. The answer to an interrupt is what its schema says.',
    tests: [
      'C231 its answer follows its schema: edits and reasons are sent only if it has a member for them',
      'C233 with one interrupt for each call, each decision is separate',
      'C233 with one interrupt for all calls, they are matched by name and arguments, and answered by position',
      'C235 it is an external call with the schema as its form, and its result is the payload',
    ],
  },
  {
    rule: '8. No server is asked what is pending.',
    tests: [
      'C212 $name is requested again from the history, without a request that destroys it',
      'C243 $name is requested again from the history, without an empty request',
      'C243 another run continues from the history alone, which has all that an answer needs',
    ],
  },
  {
    rule: '9. A question goes back as it came, with its answer, and with nothing else.',
    tests: [
      'C208 the question goes back as it came, with the answer, and with nothing that only a page needs',
      '$name is answered as the stock client answered it',
    ],
  },
  {
    rule: '10. What is unknown, comes twice or has no beginning is no reason to give up; a snapshot counts more than what was streamed.',
    tests: [
      'C209 what is not known here, or is about nothing, is skipped with one warning',
      'C209 chunks that come ten times call nothing twice and ask once',
      'C237 takes precedence over the streamed arguments, texts and results',
      'C237 $name has the input that only its snapshot contains',
      'C239 an event that is unknown, repeated, or refers to nothing is skipped with a warning',
      'C239 $name is one batch, known at the end',
      'C242 $name continues with messages that arrived out of order',
    ],
  },
  {
    rule: '11. Requests are JSON and say their version, errors of tools stand in both places, and what a server says of its own is cut.',
    tests: [
      'C210 requests say what they are, on either wire',
      'C232 an error is in both places in which servers look for it',
      'C210 status $status is an error in a few words, and the batch is not lost',
      'C241 a %i is %s, in a few words',
    ],
  },
  {
    rule: '12. A continuation that settles nothing is an error, and rounds are bounded.',
    tests: [
      'C209 a continuation that says nothing of what was answered is an error, and nothing is sent again',
      'C209 a server that asks for ever is left after so many requests',
      'C209 $name without a reply to the answer is an error, and the approval is sent once',
      'C209 $name that starts no step of its own still counts as a reply',
    ],
  },
  {
    rule: '13. A call may ask again after a yes, and a step that is taken back is void.',
    tests: [
      'C209 a call that asks again after a yes is a new round',
      'C242 a call that asks again after an approval is a new batch',
      'C209 a step that the server takes back is void, with its calls',
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
