'use client';
import type { ReactElement, ReactNode } from 'react';
import type { Redaction } from '../../approval/redaction/redact.js';
import { type JSONPath, pathKey } from '../../protocol/base/json-path.js';
import { valueStrings } from '../../words/english/value.js';
import { Button } from '../part/button.js';
import { useWithin } from '../part/use-within.js';
import { useWords } from '../strings-provider.js';
import { BooleanValue, DateValue, NothingValue, NumberValue } from './scalar.js';
import { lookOf } from './text-kind.js';
import { TextValue } from './text-value.js';
import { ValueContext } from './value-context.js';
import { ValueGroup } from './value-group.js';
import { memberOf, pathText } from './value-model.js';

/** Props of {@link ValueNode}. */
interface ValueNodeProps {
  readonly path: JSONPath;
  /** The value of the place. */
  readonly full: unknown;
  /** The value without secrets. */
  readonly shown: unknown;
}

/** One place of a value, by type. Redacted places can be revealed; places that cannot be shown exactly say so. */
export function ValueNode({ path, full, shown }: ValueNodeProps): ReactElement {
  const strings = useWords(valueStrings);
  const { model } = useWithin(ValueContext, 'Value');
  const unpredictablePaths = model.unpredictablePaths.get(pathKey(path));
  if (unpredictablePaths?.reason === 'made-when-run') return <span data-cs="value-note">{strings.madeWhenRun}</span>;
  if (unpredictablePaths === undefined) return <ShownNode path={path} full={full} shown={shown} />;
  return (
    <>
      <ShownNode path={path} full={full} shown={shown} />
      <span data-cs="value-note">{strings.notAsItIs(unpredictablePaths.kind)}</span>
    </>
  );
}

function ShownNode({ path, full, shown }: ValueNodeProps): ReactElement {
  const { model, reveal } = useWithin(ValueContext, 'Value');
  const key = pathKey(path);
  const redaction = model.redactions.get(key);
  if (redaction === undefined) return <PlainValue path={path} full={full} shown={shown} as="shown" />;
  const isRevealed = reveal.isRevealed(key);
  const isPart = redaction.reason === 'secret-text';
  return (
    <HiddenValue redaction={redaction}>
      {isRevealed ? <PlainValue path={path} full={full} shown={full} as="full" /> : null}
      {isPart && !isRevealed ? <PlainValue path={path} full={full} shown={shown} as="shown" hasGaps /> : null}
    </HiddenValue>
  );
}

interface PlainValueProps extends ValueNodeProps {
  readonly as: 'shown' | 'full';
  readonly hasGaps?: boolean;
}

function PlainValue({ path, full, shown, as, hasGaps = false }: PlainValueProps): ReactElement {
  const strings = useWords(valueStrings);
  const { model, links } = useWithin(ValueContext, 'Value');
  switch (typeof shown) {
    case 'boolean':
      return <BooleanValue value={shown} />;
    case 'number':
      return <NumberValue value={shown} />;
    case 'string': {
      const look = lookOf(shown, path);
      const marks = model.marksAt(path, 'value', as);
      if (shown === '') return <span data-cs="value-empty">{strings.empty}</span>;
      if (look === 'date' && !hasGaps) return <DateValue text={shown} />;
      return <TextValue text={shown} look={look} marks={marks} hasGaps={hasGaps} links={links} />;
    }
    case 'object':
      if (shown === null) return <NothingValue value={null} />;
      return (
        <ValueGroup
          path={path}
          value={shown}
          render={(step) => (
            <ValueNode path={[...path, step]} full={memberOf(full, step)} shown={memberOf(shown, step)} />
          )}
        />
      );
    case 'undefined':
      return <NothingValue value={undefined} />;
    default:
      return <TextValue text={String(shown)} look="code" marks={[]} />;
  }
}

/** Props of {@link HiddenValue}. */
interface HiddenValueProps {
  readonly redaction: Redaction;
  /** The current content. */
  readonly children: ReactNode;
}

/** A note about a redacted value, with its size and the reason, and a button that reveals and hides it. */
function HiddenValue({ redaction, children }: HiddenValueProps): ReactElement {
  const strings = useWords(valueStrings).hidden;
  const { reveal } = useWithin(ValueContext, 'Value');
  const { path, reason, hidden, unit } = redaction;
  const key = pathKey(path);
  const isRevealed = reveal.isRevealed(key);
  const name = path.length === 0 ? strings.unnamed : pathText(path);
  // Lengths belong to the view, which redacts none.
  const words = strings.reason[reason === 'long-text' || reason === 'long-list' ? 'too-deep' : reason];
  return (
    <div data-cs="hidden" data-state={isRevealed ? 'revealed' : 'hidden'}>
      {children}
      {isRevealed ? null : (
        <span data-cs="hidden-chip" title={words}>
          <span data-cs="hidden-dots" aria-hidden="true">
            ••••••
          </span>
          {strings.chip({ hidden, unit })}
          <span data-cs="spoken"> {words}</span>
        </span>
      )}
      <Button
        action="reveal"
        look="quiet"
        aria-pressed={isRevealed}
        aria-label={strings.showNamed(name)}
        onPress={() => reveal.toggle(key, name)}
      >
        {strings.show}
      </Button>
    </div>
  );
}
