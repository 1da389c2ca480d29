'use client';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { focusedElement } from '../page-realm.js';
import { type Part, part } from '../part/part.js';

/** State of the two menus and of the words: `data-state`. */
export interface RememberPartState {
  readonly state: 'once' | 'remembered';
}

interface ChoiceMenuProps {
  readonly id: string;
  readonly label: string;
  readonly choices: readonly string[];
  /** The index of the chosen one. */
  readonly chosen: number;
  readonly state: RememberPartState;
  readonly onChoose: (place: number) => void;
}

/**
 * A button that shows the choice, and a menu of all choices. Letters choose nothing in either: on a card they answer
 * the call. Arrow keys open the menu and move in it, Home and End go to its ends, Enter chooses, Escape closes it.
 */
export const ChoiceMenu: Part<'button', RememberPartState, ChoiceMenuProps> = part(
  'ChoiceMenu',
  'button',
  (given, render) => {
    const { id, label, choices, chosen, state, onChoose, children, ...props } = given;
    const button = useRef<HTMLButtonElement>(null);
    const menu = useRef<HTMLDivElement>(null);
    const place = useMenuPopover(button, menu);
    const close = (): void => {
      button.current?.focus();
      menu.current?.hidePopover();
    };
    return (
      <div data-cs="remember-field">
        <span data-cs="remember-label" id={`${id}label`}>
          {escapeUnseen(label)}
        </span>
        {render(props, {
          'data-cs': 'remember-select',
          state,
          id,
          'aria-labelledby': `${id}label ${id}chosen`,
          'aria-haspopup': 'menu',
          'aria-expanded': place === 'open',
          onKeyDown: (event) => {
            if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
            event.preventDefault();
            if (place === 'closed') event.currentTarget.click();
          },
          ref: button,
          children: <span id={`${id}chosen`}>{children ?? escapeUnseen(choices[chosen] ?? '')}</span>,
        })}
        <div
          ref={menu}
          id={`${id}menu`}
          data-cs="remember-menu"
          role="menu"
          tabIndex={-1}
          popover="auto"
          aria-labelledby={`${id}label`}
          onKeyDown={(event) => walkMenu(event, close)}
        >
          {place === 'closed'
            ? null
            : choices.map((text, index) => (
                <button
                  // biome-ignore lint/suspicious/noArrayIndexKey: two may read the same once their secrets are left out, and none changes places
                  key={index}
                  type="button"
                  role="menuitemradio"
                  tabIndex={-1}
                  data-cs="remember-choice"
                  aria-checked={index === chosen}
                  onClick={() => {
                    close();
                    onChoose(index);
                  }}
                >
                  {escapeUnseen(text)}
                </button>
              ))}
        </div>
      </div>
    );
  },
);

/** Opens and closes the menu, a popover of the browser: by its button, or by a press elsewhere. */
function useMenuPopover(
  button: RefObject<HTMLButtonElement | null>,
  menu: RefObject<HTMLDivElement | null>,
): 'open' | 'closed' {
  const [place, setPlace] = useState<'open' | 'closed'>('closed');
  useEffect(() => {
    const element = menu.current;
    if (button.current !== null) button.current.popoverTargetElement = element;
    // Not as props: React 18 listens to them only on `<details>`. The content is rendered before it opens, and removed
    // after it closed.
    const onBefore = ({ newState }: ToggleEvent): void => {
      if (newState === 'open') setPlace('open');
    };
    const onToggle = ({ newState }: ToggleEvent): void => {
      if (newState === 'closed') setPlace('closed');
      else
        choicesIn(element)
          .find((choice) => choice.ariaChecked === 'true')
          ?.focus();
    };
    element?.addEventListener('beforetoggle', onBefore);
    element?.addEventListener('toggle', onToggle);
    return () => {
      element?.removeEventListener('beforetoggle', onBefore);
      element?.removeEventListener('toggle', onToggle);
    };
  }, [button, menu]);
  return place;
}

function choicesIn(menu: HTMLElement | null): readonly HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[data-cs="remember-choice"]') ?? [])];
}

/** Handles the keys of the menu. No key reaches the card around, which a letter would answer. */
function walkMenu(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  event.stopPropagation();
  if (event.key === 'Tab') close(); // continues from the button
  if (event.key === 'Escape') {
    event.preventDefault();
    close();
  }
  const all = choicesIn(event.currentTarget);
  const at = all.indexOf(focusedElement(event.currentTarget) as HTMLElement); // only compared
  const places: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
  const to = places[event.key];
  if (to === undefined) return;
  event.preventDefault();
  all.at(to >= all.length ? 0 : to)?.focus();
}
