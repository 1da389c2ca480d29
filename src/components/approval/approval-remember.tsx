'use client';
import {
  type ForwardedRef,
  forwardRef,
  type KeyboardEvent,
  type ReactElement,
  useEffect,
  useId,
  useState,
} from 'react';
import { lazyPart } from '../../protocol/base/lazy-part.js';
import type { RememberRootProps, RememberState } from '../grants/remember-root.js';
import { scopeStrings } from '../grants/scope-strings.js';
import { laterStrings } from '../later/later-strings.js';
import { type PartProps, renderPart } from '../part/part.js';
import { useHydrated } from '../part/use-hydrated.js';
import { useWords } from '../strings-provider.js';
import { type ApprovalPart, useApproval } from './approval-context.js';
import type { RememberNowProps } from './remember-now.js';

const loadChoice = lazyPart(async () => (await import('./remember-now.js')).RememberNow);
let Choice: ((props: RememberNowProps) => ReactElement) | undefined;

/** Props of `Approval.Remember`. */
export type ApprovalRememberProps = Omit<
  RememberRootProps,
  'call' | 'agentPath' | 'effect' | 'value' | 'onValueChange'
>;

/**
 * Whether the answer is remembered, for which calls and for how long, in the exact words of what is granted; while a person denies, of
 * what is refused. It counts with the next answer. Children, parts of `RememberChoice`, stand in place of the menu. Nothing where the
 * conversation has no `grants` to remember it in. What there is to choose is loaded at the first press: until then the answer is for this
 * call only, as it is where it cannot be loaded.
 */
export const ApprovalRemember: ApprovalPart<ApprovalRememberProps, HTMLDivElement> = forwardRef(
  function ApprovalRemember(
    { children, scopes, lifetimes, ...props }: ApprovalRememberProps,
    ref: ForwardedRef<HTMLDivElement>,
  ) {
    const { answering } = useApproval('Approval.Remember');
    const mode = answering?.mode ?? 'closed';
    const effect = mode === 'denying' ? 'deny' : 'allow';
    const isOffered = answering?.run.grants !== undefined && mode !== 'closed';
    const value = answering?.remember[effect];
    const choice = useChoice(isOffered && (children !== undefined || value !== undefined));
    if (answering === null || !isOffered) return null;
    if (choice.View === undefined) {
      return <JustOnce {...props} outerRef={ref} effect={effect} state={choice.state} onAsk={choice.ask} />;
    }
    const { item, batch, setRemember } = answering;
    return (
      <choice.View
        {...props}
        scopes={scopes}
        lifetimes={lifetimes}
        outerRef={ref}
        isAsked={choice.state === 'asked'}
        call={item.call}
        agentPath={batch.agentPath}
        effect={effect}
        value={value}
        onValueChange={(next) => setRemember(effect, next)}
      >
        {children}
      </choice.View>
    );
  },
);

export declare namespace ApprovalRemember {
  type Props = ApprovalRememberProps;
  type State = RememberState;
}

/** `asked`: a press wants it. `failed`: it could not be loaded, and the next press tries again. */
type ChoiceState = 'rest' | 'asked' | 'failed';

/** The choice, once it is wanted and loaded. `isNeeded`: it is wanted without a press. */
function useChoice(isNeeded: boolean): {
  readonly View: typeof Choice;
  readonly state: ChoiceState;
  readonly ask: () => void;
} {
  const isHydrated = useHydrated();
  const [state, setState] = useState<ChoiceState>('rest');
  const [isLoaded, setLoaded] = useState(false);
  const isWanted = isNeeded || state === 'asked';
  useEffect(() => {
    if (!isWanted || state === 'failed') return;
    loadChoice().then(
      (loaded) => {
        Choice = loaded;
        setLoaded(true);
      },
      () => setState('failed'),
    );
  }, [isWanted, state]);
  // What a server has not loaded is not in the page's first markup.
  const isThere = isHydrated && isWanted && (isLoaded || Choice !== undefined);
  return { View: isThere ? Choice : undefined, state, ask: () => setState('asked') };
}

interface JustOnceProps extends Omit<PartProps<'div', RememberState>, 'children'> {
  readonly outerRef: ForwardedRef<HTMLDivElement>;
  readonly effect: RememberState['effect'];
  readonly state: ChoiceState;
  readonly onAsk: () => void;
}

/** Stands where the choice will, as it looks while nothing is chosen: nothing on the card moves when that comes. */
function JustOnce({ outerRef, effect, state, onAsk, ...props }: JustOnceProps): ReactElement {
  const id = useId();
  const strings = useWords(scopeStrings);
  const { failed } = useWords(laterStrings);
  const hasFailed = state === 'failed';
  const children = (
    <>
      <div data-cs="remember-field">
        <span data-cs="remember-label" id={`${id}label`}>
          {strings.remember}
        </span>
        <button
          type="button"
          data-cs="remember-select"
          data-state="once"
          aria-labelledby={`${id}label ${id}chosen`}
          aria-haspopup="menu"
          aria-expanded={false}
          aria-busy={state === 'asked' || undefined}
          onClick={onAsk}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
            event.preventDefault();
            onAsk();
          }}
        >
          <span id={`${id}chosen`}>{strings.once}</span>
        </button>
      </div>
      <output
        data-cs="remember-words"
        data-state={hasFailed ? 'failed' : 'once'}
        role={hasFailed ? 'alert' : undefined}
      >
        {hasFailed ? failed : strings.onceWords}
      </output>
    </>
  );
  const its: RememberState = { state: hasFailed ? 'failed' : 'once', effect };
  return renderPart<'div', RememberState>(
    'div',
    { ...props, children },
    { slot: 'remember', state: its, ref: outerRef },
  );
}
