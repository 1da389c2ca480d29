'use client';
import { type ForwardRefExoticComponent, forwardRef, type RefAttributes } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { type PartProps, renderPart } from '../part/part.js';
import { useFormat, useWords } from '../strings-provider.js';
import { agentNames } from '../value/agent-path.js';
import { capabilityWords } from './capability-words.js';
import { ChoiceMenu, type RememberPartState } from './choice-menu.js';
import { chosenLifetime, grantWords, scopeWords } from './grant-words.js';
import { grantsStrings } from './grants-strings.js';
import { type RememberContextValue, useRemember } from './remember-context.js';

/** Props of `RememberChoice.Scope` and `RememberChoice.Lifetime`. */
export interface RememberMenuPartProps extends PartProps<'button', RememberPartState> {
  /** Default: from the strings. */
  readonly label?: string | undefined;
}

type MenuPart = ForwardRefExoticComponent<RememberMenuPartProps & RefAttributes<HTMLButtonElement>>;

/** Which calls: just this one, or more of what it stands for. A button with a menu, in which letters choose nothing. */
export const RememberScopeMenu: MenuPart = forwardRef(function RememberScopeMenu(
  { label, ...props }: RememberMenuPartProps,
  ref,
) {
  const strings = useWords(grantsStrings);
  const remember = useRemember('RememberChoice.Scope');
  const { scopes, scopeIndex, lifetimeIndex, toolName, choose, hide } = remember;
  const words = scopes.map((scope) => strings.scopeChoice(hide(scopeWords(scope, toolName, strings))));
  return (
    <ChoiceMenu
      {...props}
      ref={ref}
      id={scopeId(remember)}
      label={label ?? strings.remember}
      choices={[strings.once, ...words]}
      chosen={scopeIndex + 1}
      state={rememberState(remember)}
      onChoose={(place) => choose(place - 1, lifetimeIndex)}
    />
  );
});

export declare namespace RememberScopeMenu {
  type Props = RememberMenuPartProps;
  type State = RememberPartState;
}

/** For how long. Nothing while the answer is for this call only, and where there is nothing to choose. */
export const RememberLifetime: MenuPart = forwardRef(function RememberLifetime(
  { label, ...props }: RememberMenuPartProps,
  ref,
) {
  const strings = useWords(grantsStrings);
  const format = useFormat();
  const remember = useRemember('RememberChoice.Lifetime');
  const { lifetimes, scopeIndex, lifetimeIndex, value, choose } = remember;
  if (value === undefined || lifetimes.length < 2) return null;
  return (
    <ChoiceMenu
      {...props}
      ref={ref}
      id={lifetimeId(remember)}
      label={label ?? strings.lifetime}
      choices={lifetimes.map((lasts) => strings.lifetimeChoice(chosenLifetime(lasts, format)))}
      chosen={lifetimeIndex}
      state={rememberState(remember)}
      onChoose={(place) => choose(scopeIndex, place)}
    />
  );
});

export declare namespace RememberLifetime {
  type Props = RememberMenuPartProps;
  type State = RememberPartState;
}

/** Exactly what is granted or refused, for whom, and what is asked about all the same. Read aloud at each change. */
export const RememberWords: ForwardRefExoticComponent<RememberWords.Props & RefAttributes<HTMLOutputElement>> =
  forwardRef(function RememberWords(props: RememberWords.Props, ref) {
    const strings = useWords(grantsStrings);
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
          <strong>{escapeUnseen(hide(grantWords({ effect, toolName, remember: value }, { strings, format })))}</strong>
          {more.map((sentence) => (
            <span key={sentence}> {escapeUnseen(sentence)}</span>
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

function rememberState({ value }: RememberContextValue): RememberPartState {
  return { state: value === undefined ? 'once' : 'remembered' };
}

function scopeId({ id }: RememberContextValue): string {
  return `${id}scope`;
}

function lifetimeId({ id }: RememberContextValue): string {
  return `${id}lifetime`;
}
