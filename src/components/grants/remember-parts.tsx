'use client';
import {
  type ChangeEvent,
  type ForwardRefExoticComponent,
  forwardRef,
  type ReactElement,
  type RefAttributes,
} from 'react';
import { type PartProps, renderPart } from '../part/part.js';
import { useFormat, useStrings } from '../strings-provider.js';
import { agentNames } from '../value/agent-path.js';
import { capabilityWords, chosenLifetime, grantWords, scopeWords } from './grant-words.js';
import { type RememberContextValue, useRemember } from './remember-context.js';

/** State of the two selects and of the words: `data-state`. */
export interface RememberPartState extends Record<string, string> {
  readonly state: 'once' | 'remembered';
}

/** Props of `RememberChoice.Scope` and `RememberChoice.Lifetime`. */
export interface RememberSelectProps extends PartProps<'select', RememberPartState> {
  /** Default: from the strings. */
  readonly label?: string | undefined;
}

type SelectPart = ForwardRefExoticComponent<RememberSelectProps & RefAttributes<HTMLSelectElement>>;

/** Which calls: just this one, or more of what it stands for. */
export const RememberScopeSelect: SelectPart = forwardRef(function RememberScopeSelect(
  { label, ...props }: RememberSelectProps,
  ref,
) {
  const strings = useStrings().grants;
  const remember = useRemember('RememberChoice.Scope');
  const { scopes, scopeIndex, lifetimeIndex, toolName, choose, hide } = remember;
  const words = scopes.map((scope) => strings.scopeChoice(hide(scopeWords(scope, toolName, strings))));
  const own = {
    id: scopeId(remember),
    value: scopeIndex,
    onChange: (event: ChangeEvent<HTMLSelectElement>) => choose(Number(event.target.value), lifetimeIndex),
    children: [strings.once, ...words].map((text, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two may read the same once their secrets are left out, and none changes places
      <RememberLine key={index} value={index - 1} text={text} />
    )),
  };
  const select = renderPart<'select', RememberPartState>('select', props, { ...selectOf(remember), own, ref });
  return labelled(label ?? strings.remember, own.id, select);
});

export declare namespace RememberScopeSelect {
  type Props = RememberSelectProps;
  type State = RememberPartState;
}

/** For how long. Nothing while the answer is for this call only, and where there is nothing to choose. */
export const RememberLifetime: SelectPart = forwardRef(function RememberLifetime(
  { label, ...props }: RememberSelectProps,
  ref,
) {
  const strings = useStrings().grants;
  const format = useFormat();
  const remember = useRemember('RememberChoice.Lifetime');
  const { lifetimes, scopeIndex, lifetimeIndex, value, choose } = remember;
  if (value === undefined || lifetimes.length < 2) return null;
  const words = lifetimes.map((lasts) => strings.lifetimeChoice(chosenLifetime(lasts, format)));
  const own = {
    id: lifetimeId(remember),
    value: lifetimeIndex,
    onChange: (event: ChangeEvent<HTMLSelectElement>) => choose(scopeIndex, Number(event.target.value)),
    children: words.map((text, index) => <RememberLine key={text} value={index} text={text} />),
  };
  const select = renderPart<'select', RememberPartState>('select', props, { ...selectOf(remember), own, ref });
  return labelled(label ?? strings.lifetime, own.id, select);
});

export declare namespace RememberLifetime {
  type Props = RememberSelectProps;
  type State = RememberPartState;
}

/** Exactly what is granted or refused, for whom, and what is asked about all the same. Read aloud at each change. */
export const RememberWords: ForwardRefExoticComponent<RememberWords.Props & RefAttributes<HTMLOutputElement>> =
  forwardRef(function RememberWords(props: RememberWords.Props, ref) {
    const strings = useStrings().grants;
    const format = useFormat();
    const remember = useRemember('RememberChoice.Words');
    const { value, effect, toolName, agentPath, alsoAsks, hide } = remember;
    const more = [
      ...(agentPath.length > 1 ? [strings.onlyFor(agentNames(agentPath))] : []),
      ...(alsoAsks.length > 0 ? [strings.alsoAsks(alsoAsks.map((each) => hide(capabilityWords(each, strings))))] : []),
    ];
    const children =
      value === undefined ? (
        strings.onceWords
      ) : (
        <>
          <strong>{hide(grantWords({ effect, toolName, remember: value }, { strings, format }))}</strong>
          {more.map((sentence) => (
            <span key={sentence}> {sentence}</span>
          ))}
        </>
      );
    const own = { htmlFor: `${scopeId(remember)} ${lifetimeId(remember)}` };
    const part = { slot: 'remember-words', state: rememberState(remember), own, ref };
    return renderPart<'output', RememberPartState>('output', { children, ...props }, part);
  });

export declare namespace RememberWords {
  type Props = PartProps<'output', RememberPartState>;
  type State = RememberPartState;
}

function RememberLine({ value, text }: { readonly value: number; readonly text: string }): ReactElement {
  return <option value={value}>{text}</option>;
}

function rememberState({ value }: RememberContextValue): RememberPartState {
  return { state: value === undefined ? 'once' : 'remembered' };
}

function selectOf(remember: RememberContextValue) {
  return { slot: 'remember-select', state: rememberState(remember) };
}

function scopeId({ id }: RememberContextValue): string {
  return `${id}scope`;
}

function lifetimeId({ id }: RememberContextValue): string {
  return `${id}lifetime`;
}

function labelled(label: string, id: string, select: ReactElement): ReactElement {
  return (
    <div data-cs="remember-field">
      <label htmlFor={id}>{label}</label>
      {select}
    </div>
  );
}
