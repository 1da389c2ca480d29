'use client';
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { lazyPart } from '../../protocol/base/lazy-part.js';
import { focusedElement } from '../page-realm.js';
import { Button } from '../part/button.js';
import { useWords } from '../strings-provider.js';
import { laterStrings } from './later-strings.js';
import { useLaterPart } from './use-later-part.js';

/** What a view that comes later takes besides its own props. */
export interface LaterProps {
  /** What stands beside the words while it is not there: a way back. Default: nothing. */
  readonly meanwhile?: ReactNode;
}

/**
 * A view whose code is loaded when it is first shown. Until then it says so; when that fails it says that, and can be tried again.
 * Nothing that a decision needs may be one: seeing, marks, yes and no wait for no network.
 */
export function laterView<PROPS extends object>(
  load: () => Promise<(props: PROPS) => ReactNode>,
): (props: PROPS & LaterProps) => ReactElement {
  const part = lazyPart(load);
  return function LaterView(props) {
    const { part: View, state, retry } = useLaterPart(part);
    if (View !== undefined) return <View {...props} />;
    return <Meanwhile state={state} meanwhile={props.meanwhile} onRetry={retry} />;
  };
}

interface MeanwhileProps extends LaterProps {
  readonly state: 'loading' | 'failed';
  readonly onRetry: () => void;
}

/** Stands in place of what is loaded, or could not be. */
export function Meanwhile({ state, meanwhile, onRetry }: MeanwhileProps): ReactElement {
  const strings = useWords(laterStrings);
  const hasFailed = state === 'failed';
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that asked for it is gone: who pressed it is led to what can be done. Nobody else is.
    const element = box.current;
    if (hasFailed && element !== null && focusedElement(element) === null)
      element.querySelector<HTMLElement>('[data-action="retry"]')?.focus();
  }, [hasFailed]);
  return (
    <div data-cs="later" data-state={state} ref={box}>
      <p role={hasFailed ? 'alert' : 'status'}>{hasFailed ? strings.failed : strings.loading}</p>
      <div data-cs="actions">
        {hasFailed ? (
          <Button action="retry" onPress={onRetry}>
            {strings.retry}
          </Button>
        ) : null}
        {meanwhile}
      </div>
    </div>
  );
}
