import { expect, it } from 'vitest';
import { readSources } from '../setup/source-files.js';

// The rules that real servers impose on a client, with the tests of each rule: in this folder with written
// responses, in `recorded-rules` and `cuts` with recorded ones, in `real-servers` with the servers themselves.

interface Rule {
  readonly rule: string;
  /** Parts of the titles of the tests. */
  readonly tests: readonly string[];
}

const rules: readonly Rule[] = [
  {
    rule: '1. The batch is known at the end of the response, whatever came in it before.',
    tests: [
      'C202 approvals and external calls of a response are one batch, asked about once the response is over',
      'C230 the questions of a run are one batch, known at its end, with what the server says about each',
      'C239 $name is one batch, known at the end',
    ],
  },
  {
    rule: '2. All answers to a response go in one request.',
    tests: [
      'C203 all answers of a response go back in one request',
      'C203 where one is left for later, nothing is sent; another run asks for what is open and sends all of it',
      'C231 all answers of a response go in one request: decisions as resume, results as messages',
      'takes a batch of four in one request',
    ],
  },
  {
    rule: '3. What says yes, or has a result, is never sent again by itself once it may have arrived.',
    tests: [
      'C204 a yes that was cut off %s is not said again: people are asked what happened',
      'C204 a request with results of this side is not sent again by itself',
      'C204 what says yes to nothing is asked again, where the history is the client’s, and what came of it is void',
      'C204 $name is not sent again, and people are asked what became of it',
      'C204 $name goes on with the output that had come, as the other client did',
      'C205 $name is asked for again where the server tells it from its beginning',
      'C240 $name is not sent again, and people are asked what became of it',
      'C240 $name is not sent again, where its result had come: that counts',
      'C214 C240 after any event of $name loses no batch, says no yes twice, and lets nothing run unapproved',
    ],
  },
  {
    rule: '4. What is open is settled before anything else is said.',
    tests: [
      'C206 what was left open is settled before anything else is said',
      'C206 $name comes after its end',
      'C206 $name comes with no yes that never came through',
      'C242 $name comes after its end',
      'C242 what Agent Framework would go on waiting for is given up before anything else is said',
    ],
  },
  {
    rule: '5. External calls are those that a server leaves to its client, and no others.',
    tests: [
      'C202 nobody is asked about what a provider of the server runs, or what the server has said yes to',
      'C232 it is one by its name among the tools that were sent, by what the server waits for, or as the app declares',
      'C232 every other call without a result is its server’s own: nobody is asked, and nothing is sent for it',
      'C234 what it makes up to ask is neither shown nor answered',
    ],
  },
  {
    rule: '6. Edits only go where they are taken, and what ran is compared.',
    tests: [
      'C207 an edited input is sent where the server takes it, and what it says that it ran is compared',
      'C207 where nobody has said that it takes them, an edit is refused before anything is sent',
      'C207 also where another run asks about what the history leaves open, or has the answer with it',
      'C231 its answer is what its schema has: edits and reasons go only where it has a place for them',
    ],
  },
  {
    rule: '7. The answer to an interrupt is what its schema says.',
    tests: [
      'C231 its answer is what its schema has: edits and reasons go only where it has a place for them',
      'C233 with an interrupt a call, each decision is its own',
      'C233 with one interrupt for all, calls are found by name and arguments, and answered by position',
      'C235 it is an external call with the schema as its form, and its result is the payload',
    ],
  },
  {
    rule: '8. No server is asked what is pending.',
    tests: [
      'C212 $name is asked about again from the history, without a request that destroys it',
      'C243 $name is asked about again from the history, without a request about nothing',
      'C243 another run goes on from the history alone: it has all that an answer needs',
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
      'C237 counts more than the arguments, texts and results that were streamed',
      'C237 $name has the input that only its snapshot tells',
      'C239 what is unknown, comes twice, or is about nothing is skipped with a warning',
      'C239 $name is one batch, known at the end',
      'C242 $name goes on with what came out of order',
    ],
  },
  {
    rule: '11. Requests are JSON and say their version, errors of tools stand in both places, and what a server says of its own is cut.',
    tests: [
      'C210 requests say what they are, on either wire',
      'C232 an error stands in both places where servers look for it',
      'C210 status $status is an error in a few words, and the batch is not lost',
      'C241 a %i is %s, in a few words',
    ],
  },
  {
    rule: '12. A continuation that settles nothing is an error, and rounds are bounded.',
    tests: [
      'C209 a continuation that says nothing of what was answered is an error, and nothing is sent again',
      'C209 a server that asks for ever is left after so many requests',
      'C209 $name that says nothing of the answer is an error, and the yes is sent once',
      'C209 $name that begins no step of its own is an answer all the same',
    ],
  },
  {
    rule: '13. A call may ask again after a yes, and a step that is taken back is void.',
    tests: [
      'C209 a call that asks again after a yes is a new round',
      'C242 a call that asks again after a yes is a new batch',
      'C209 a step that the server takes back is void, with its calls',
      'C209 $name goes on after the answer, whatever steps are taken back',
    ],
  },
];

const sources = [...readSources('test')].filter(([path]) => !path.endsWith('/remote-rules.test.ts'));
const text = sources.map(([, source]) => source).join('');
const isTitle = (words: string): boolean => text.includes(`'${words}'`) || text.includes(`"${words}"`);

it.each(rules)('$rule', ({ tests }) => {
  expect(tests.filter((title) => !isTitle(title))).toEqual([]);
});
