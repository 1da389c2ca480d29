'use client';
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { lazyStrings } from '../../words/english/tools.js';
import { focusedElement } from '../page-realm.js';
import { Button } from '../part/button.js';
import { useHydrated } from '../part/use-hydrated.js';
import { useWords } from '../strings-provider.js';

/** Props of a lazy view, besides those of the view itself. */
interface LazyProps {
  /** Shown beside the loading and failure messages, for example a way back. Default: nothing. */
  readonly meanwhile?: ReactNode;
}

/** In milliseconds. A browser may answer an import right after a failed one of the same module with that failure. */
const retryDelay = 200;

/**
 * Returns a component that loads its view when it is first rendered. A failed load is retried once silently: a bundler
 * may have preloaded a style sheet that no longer exists, which the second attempt skips. After that the component says
 * so and offers another attempt. Only for views that a page can do without for a moment; seeing a call, approving and
 * denying it never wait for the network.
 */
export function lazyView<PROPS extends object>(
  load: () => Promise<(props: PROPS) => ReactNode>,
): (props: PROPS & LazyProps) => ReactElement {
  let view: ((props: PROPS) => ReactNode) | undefined;
  const loadView = async (): Promise<void> => {
    view = await load().catch(async () => {
      await new Promise((resolve) => setTimeout(resolve, retryDelay));
      return await load();
    });
  };
  return function LazyView(props) {
    const isHydrated = useHydrated();
    const [state, setState] = useState<'loading' | 'loaded' | 'failed'>(view === undefined ? 'loading' : 'loaded');
    useEffect(() => {
      if (state !== 'loading') return;
      let isMounted = true;
      loadView().then(
        () => isMounted && setState('loaded'),
        () => isMounted && setState('failed'),
      );
      return () => {
        isMounted = false;
      };
    }, [state]);
    const View = view;
    // The server has loaded no view, and hydration must render what the server did.
    if (isHydrated && View !== undefined) return <View {...props} />;
    return (
      <Placeholder
        state={state === 'failed' ? 'failed' : 'loading'}
        meanwhile={props.meanwhile}
        onRetry={() => setState('loading')}
      />
    );
  };
}

interface PlaceholderProps extends LazyProps {
  readonly state: 'loading' | 'failed';
  readonly onRetry: () => void;
}

function Placeholder({ state, meanwhile, onRetry }: PlaceholderProps): ReactElement {
  const strings = useWords(lazyStrings);
  const hasFailed = state === 'failed';
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that opened the view is gone. Only a focus that was lost with it moves to the retry button.
    const element = box.current;
    if (hasFailed && element !== null && focusedElement(element) === null)
      element.querySelector<HTMLElement>('[data-action="retry"]')?.focus();
  }, [hasFailed]);
  return (
    <div data-cs="lazy" data-state={state} ref={box}>
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
