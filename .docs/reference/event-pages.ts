import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toBlock, toCode, toPage, toTable, toText } from './markdown.js';

/** A declaration at the top of a module, with the text of its comment. */
interface Declaration {
  readonly name: string;
  readonly comment: string;
  readonly code: string;
}

function declarationsIn(root: string, path: string): readonly Declaration[] {
  const text = readFileSync(join(root, path), 'utf8');
  const pattern =
    /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?(?:export )?((?:interface|type) (\w+)[\s\S]*?)(?=\n\n|\n$|$(?![\s\S]))/g;
  return [...text.matchAll(pattern)].map(([, comment = '', code = '', name = '']) => ({
    name,
    code,
    comment: comment
      .split('\n')
      .map((line) => line.replace(/^\s*\* ?/, '').trim())
      .join(' ')
      .trim(),
  }));
}

function typesIn(code: string): readonly string[] {
  const kinds = [...code.matchAll(/readonly (?:type|status): ((?:'[\w-]+'(?: \| )?)+)/g)];
  return [
    ...new Set(kinds.flatMap(([, names = '']) => [...names.matchAll(/'([\w-]+)'/g)].map(([, name = '']) => name))),
  ];
}

/** Writes the page of run events. */
export function eventsPage(root: string): string {
  const all = declarationsIn(root, 'src/protocol/run-event.ts');
  const envelope = all.find(({ name }) => name === 'RunEventEnvelope');
  const kinds = all.filter(({ name, code }) => /Event$/.test(name) && name !== 'RunEvent' && typesIn(code).length > 0);
  const body = all.find(({ name }) => name === 'EventBody');
  const inline = typesIn(body?.code ?? '');
  return toPage(
    '# Run events',
    'A run emits plain data: every event survives JSON, and a run rebuilt from its events equals the run. Read them with ' +
      '`for await (const event of run)`, in `onEvent`, or from `run.events`.',
    toTable(
      ['Events', 'Meaning'],
      [
        ...kinds.map(({ code, comment, name }) => [
          `${typesIn(code).map(toCode).join(', ')} ([members](#${name.toLowerCase()}))`,
          toText(comment),
        ]),
        ...inline.map((type) => [toCode(type), 'The usage of the run changed. Its member `usage` has the totals.']),
      ],
    ),
    `## Members of every event\n\n${toText(envelope?.comment ?? '')}\n\n${toBlock('typescript', envelope?.code ?? '')}`,
    ...kinds.map(({ name, comment, code }) => `## ${name}\n\n${toText(comment)}\n\n${toBlock('typescript', code)}`),
  );
}

/** Writes the page of outcomes of runs and ends of calls. */
export function outcomesPage(root: string): string {
  const outcomes = declarationsIn(root, 'src/protocol/outcome.ts');
  const ends = declarationsIn(root, 'src/protocol/call-end.ts').filter(({ name }) => /^Call(?:End|Phase)$/.test(name));
  const shown = outcomes.filter(({ name }) => /^(?:RunOutcome|OutcomeBase|RunUsage)$/.test(name));
  return toPage(
    '# Outcomes and call ends',
    'A run ends with one outcome, and each call with one end. Both are unions: switch over `type` and `status`.',
    ...[...shown.toReversed(), ...ends].map(
      ({ name, comment, code }) => `## ${name}\n\n${toText(comment)}\n\n${toBlock('typescript', code)}`,
    ),
  );
}
