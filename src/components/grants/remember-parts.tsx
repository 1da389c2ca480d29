'use client';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { isNested } from '../../protocol/base/event-keys.js';
import { grantsStrings } from '../../words/english/grants.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { useFormat, useWords } from '../strings-provider.js';
import { agentNames } from '../value/agent-path.js';
import { capabilityWords } from './capability-words.js';
import { ChoiceMenu, type RememberPartState } from './choice-menu.js';
import { chosenLifetime, grantWords, scopeWords } from './grant-words.js';
import { RememberContext, type RememberContextValue } from './remember-context.js';

/** Props of `RememberChoice.Scope` and `RememberChoice.Lifetime`. */
interface RememberMenuPartProps {
  /** Default: from the strings. */
  readonly label?: string | undefined;
}

/** The choice of calls: just this one, or a wider scope. A button with a menu, in which letters choose nothing. */
export const RememberScopeMenu: Part<'button', RememberPartState, RememberMenuPartProps> = part(
  'RememberChoice.Scope',
  'button',
  ({ label, ...props }) => {
    const strings = useWords(grantsStrings);
    const remember = useWithin(RememberContext, 'RememberChoice.Scope');
    const { scopes, scopeIndex, lifetimeIndex, toolName, choose, hide } = remember;
    const words = scopes.map((scope) => strings.scopeChoice(hide(scopeWords(scope, toolName, strings))));
    return (
      <ChoiceMenu
        {...props}
        id={scopeId(remember)}
        label={label ?? strings.remember}
        choices={[strings.once, ...words]}
        chosen={scopeIndex + 1}
        state={rememberState(remember)}
        onChoose={(place) => choose(place - 1, lifetimeIndex)}
      />
    );
  },
);

/** The choice of a lifetime. Renders nothing while the answer is for this call only, and if there is only one. */
export const RememberLifetime: Part<'button', RememberPartState, RememberMenuPartProps> = part(
  'RememberChoice.Lifetime',
  'button',
  ({ label, ...props }) => {
    const strings = useWords(grantsStrings);
    const format = useFormat();
    const remember = useWithin(RememberContext, 'RememberChoice.Lifetime');
    const { lifetimes, scopeIndex, lifetimeIndex, value, choose } = remember;
    if (value === undefined || lifetimes.length < 2) return null;
    return (
      <ChoiceMenu
        {...props}
        id={lifetimeId(remember)}
        label={label ?? strings.lifetime}
        choices={lifetimes.map((lasts) => strings.lifetimeChoice(chosenLifetime(lasts, format)))}
        chosen={lifetimeIndex}
        state={rememberState(remember)}
        onChoose={(place) => choose(scopeIndex, place)}
      />
    );
  },
);

/**
 * The exact words of the grant, its agent, and the capabilities that still require approval. Announced at each change.
 */
export const RememberWords: Part<'output', RememberPartState> = part(
  'RememberChoice.Words',
  'output',
  (props, render) => {
    const strings = useWords(grantsStrings);
    const format = useFormat();
    const remember = useWithin(RememberContext, 'RememberChoice.Words');
    const { value, effect, toolName, agentPath, alsoAsks, hide } = remember;
    const more = [
      ...(isNested(remember) ? [strings.onlyFor(agentNames(agentPath))] : []),
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
    return render(props, {
      'data-cs': 'remember-words',
      state: rememberState(remember),
      htmlFor: `${scopeId(remember)} ${lifetimeId(remember)}`,
      children,
    });
  },
);

function rememberState({ value }: RememberContextValue): RememberPartState {
  return { state: value === undefined ? 'once' : 'remembered' };
}

function scopeId({ id }: RememberContextValue): string {
  return `${id}scope`;
}

function lifetimeId({ id }: RememberContextValue): string {
  return `${id}lifetime`;
}
