'use client';
import { type ReactElement, type ReactNode, useContext, useMemo, useState } from 'react';
import { findDeceptiveText } from '../../approval/deceptive/deceptive-text.js';
import { hiddenMark } from '../../approval/redaction/hidden-mark.js';
import { hideSecrets } from '../../approval/redaction/secret-text.js';
import type { Preview } from '../../protocol/preview.js';
import { previewStrings } from '../../words/english/preview.js';
import { valueStrings } from '../../words/english/value.js';
import { Button } from '../part/button.js';
import { useWords } from '../strings-provider.js';
import { CallSecrets } from '../value/call-secrets-context.js';
import { DeceptiveNotice } from '../value/deceptive-notice.js';
import { DeceptiveText } from '../value/marked-text.js';
import { TextValue } from '../value/text-value.js';
import { scan } from '../value/value-model.js';
import { type Comparison, compareLines, toLines } from './compare-lines.js';
import type { DiffLibrary } from './diff-library.js';
import { DiffLines } from './diff-lines.js';
import { DiffNotes, HiddenLinesNote, RevealLines } from './diff-notes.js';
import type { DiffLayout } from './diff-rows.js';
import { useDiffLibrary } from './use-diff-library.js';
import { hideInLines, useHiddenLines } from './use-hidden-lines.js';

/** Props of {@link DiffView}. */
export interface DiffViewProps {
  readonly preview: Extract<Preview, { readonly type: 'diff' }>;
  /** The initial layout; side by side only if there is room. Default `unified`. */
  readonly layout?: DiffLayout | undefined;
  /** Loads the package `diff`. Default: it is loaded with the first diff. Keep it outside of the component. */
  readonly loadLibrary?: (() => Promise<DiffLibrary>) | undefined;
  /** Content at the end of the bar, such as buttons. */
  readonly actions?: ReactNode;
}

/**
 * The differences of two texts, by lines and words, without their secrets. While the diff library loads, and if it
 * cannot be loaded, the texts are shown one after the other.
 *
 * @example <DiffView preview={{ type: 'diff', before: 'a', after: 'b', path: 'notes.md' }} />
 */
export function DiffView({
  preview,
  layout: initialLayout = 'unified',
  loadLibrary,
  actions,
}: DiffViewProps): ReactElement {
  const { before, after } = preview;
  const secrets = useContext(CallSecrets);
  const path = preview.path === undefined ? undefined : hideSecrets(preview.path, secrets).text;
  const state = useDiffLibrary(loadLibrary);
  const [layout, setLayout] = useState(initialLayout);
  const hidden = useHiddenLines(before, after);
  const hasOneSide = before === after || before === '' || after === '';
  const library = state.status === 'ready' ? state.library : undefined;
  const comparison = useMemo(() => compareLines(before, after, library), [before, after, library]);
  const added = useMemo(
    () => comparison?.blocks.flatMap((block) => block.added).join('\n') ?? after,
    [comparison, after],
  );
  return (
    <div data-cs="diff" data-state={state.status} data-layout={layout}>
      <div data-cs="diff-bar">
        {path === undefined ? null : (
          <code data-cs="diff-path" translate="no" dir="ltr">
            <DeceptiveText text={path} kind="path" />
          </code>
        )}
        <Counts preview={preview} comparison={comparison} />
        {comparison === undefined || hasOneSide ? null : <LayoutSwitch layout={layout} onChange={setLayout} />}
        <span data-cs="bar-actions">
          <RevealLines hidden={hidden} />
          {actions}
        </span>
      </div>
      {comparison === undefined ? (
        <PlainDiff before={before} after={after} isRevealed={hidden.isRevealed} />
      ) : (
        <DiffLines comparison={comparison} library={library} layout={layout} lineOf={hidden.lineOf} />
      )}
      <DiffNotes
        before={before}
        after={after}
        status={comparison === undefined ? state.status : 'ready'}
        detail={comparison?.detail}
      />
      <DeceptiveNotice value={path === undefined ? { text: added } : { path, text: added }} />
      <HiddenLinesNote hidden={hidden} />
    </div>
  );
}

interface CountsProps {
  readonly preview: DiffViewProps['preview'];
  readonly comparison: Comparison | undefined;
}

function Counts({ preview: { before, after }, comparison }: CountsProps): ReactElement {
  const { diff: strings, title } = useWords(previewStrings);
  const text = (): string => {
    if (before === after) return strings.same;
    if (comparison === undefined) return title.diff;
    const { added, removed } = comparison;
    if (before === '') return strings.created(added);
    return after === '' ? strings.emptied(removed) : strings.counts(added, removed);
  };
  return <span data-cs="diff-counts">{text()}</span>;
}

interface LayoutSwitchProps {
  readonly layout: DiffLayout;
  readonly onChange: (layout: DiffLayout) => void;
}

function LayoutSwitch({ layout, onChange }: LayoutSwitchProps): ReactElement {
  const strings = useWords(previewStrings).diff;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is submitted
    <div data-cs="diff-layout" role="group" aria-label={strings.layout}>
      {(['unified', 'split'] as const).map((choice) => (
        <Button
          key={choice}
          action={choice}
          look="quiet"
          aria-pressed={layout === choice}
          onPress={() => onChange(choice)}
        >
          {strings[choice]}
        </Button>
      ))}
    </div>
  );
}

interface PlainDiffProps {
  readonly before: string;
  readonly after: string;
  readonly isRevealed: boolean;
}

/** Two texts one after the other, without the diff library. */
function PlainDiff({ isRevealed, ...texts }: PlainDiffProps): ReactElement {
  const words = useWords(previewStrings).diff;
  const { empty } = useWords(valueStrings);
  return (
    <dl data-cs="diff-plain" translate="no">
      {(['before', 'after'] as const).map((side) => (
        <div key={side} data-side={side}>
          <dt>{words[side]}</dt>
          <dd>
            {texts[side] === '' ? (
              <span data-cs="value-empty">{empty}</span>
            ) : (
              <PlainSide text={texts[side]} isRevealed={isRevealed} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function PlainSide({ text, isRevealed }: { readonly text: string; readonly isRevealed: boolean }): ReactElement {
  const secrets = useContext(CallSecrets);
  const shown = useMemo(
    () => (isRevealed ? text : hideInLines(toLines(text), secrets).join('\n')),
    [text, isRevealed, secrets],
  );
  const marks = useMemo(() => findDeceptiveText(shown, { ...scan, kind: 'code' }), [shown]);
  return <TextValue text={shown} look="code" marks={marks} hasGaps={!isRevealed && shown.includes(hiddenMark)} />;
}
