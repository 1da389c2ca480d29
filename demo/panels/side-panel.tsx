import { type Grants, type UseAgentRunResult, useStoredConversations } from 'countersign';
import { ConversationList, EventFeed, GrantsPanel } from 'countersign/components';
import { type ReactElement, useEffect, useId, useRef } from 'react';
import { kitLanguage } from '../language.js';
import { type RulesName, rules } from '../rules.js';
import { storage, type Talk } from '../talk.js';

interface SidePanelProps {
  readonly run: UseAgentRunResult;
  readonly grants: Grants;
  readonly rulesName: RulesName;
  readonly onRules: (name: RulesName) => void;
  /** Which conversation is open. */
  readonly talk: Talk;
  readonly side: Side;
  readonly onSide: (side: Side) => void;
}

const sides = { events: 'What happens', rules: 'What may happen', chats: 'Chats' } as const;

/** The panels next to the chat. */
export type Side = keyof typeof sides;

/** Beside the chat: what happens, and what may happen without a question. */
export function SidePanel({ run, grants, rulesName, onRules, talk, side, onSide }: SidePanelProps): ReactElement {
  return (
    <section className="side" data-side={side} aria-label="Activity" {...kitLanguage}>
      <h2 className="unseen">Activity</h2>
      <div className="side-switch">
        {(['events', 'rules', 'chats'] as const).map((each) => (
          <button key={each} type="button" aria-pressed={side === each} onClick={() => onSide(each)}>
            {sides[each]}
          </button>
        ))}
      </div>
      {side === 'events' ? <EventFeed run={run} /> : null}
      {side === 'chats' ? <Chats run={run} talk={talk} /> : null}
      {side === 'rules' ? (
        <div className="rules">
          <RulesChoice value={rulesName} onChange={onRules} />
          <GrantsPanel grants={grants} />
        </div>
      ) : null}
    </section>
  );
}

/** All conversations of this browser. The one that is open is told by itself, and may not be kept yet. */
function Chats({ run, talk: { id, open, begin } }: Pick<SidePanelProps, 'run' | 'talk'>): ReactElement {
  const stored = useStoredConversations(storage);
  const known = stored.find((each) => each.id === id);
  const others = stored.filter((each) => each !== known);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // What was pressed to open this one has gone with the one before.
    if (document.activeElement === document.body) {
      list.current?.querySelector<HTMLElement>('[aria-current]')?.focus();
    }
  }, []);
  return (
    <div className="chats" ref={list}>
      <ConversationList
        conversations={[{ ...known, id, run }, ...others]}
        selected={id}
        onSelect={open}
        onStart={() => begin()}
        actions={storage.conversations}
      />
    </div>
  );
}

interface RulesChoiceProps {
  readonly value: RulesName;
  readonly onChange: (name: RulesName) => void;
}

function RulesChoice({ value, onChange }: RulesChoiceProps): ReactElement {
  const id = useId();
  return (
    <fieldset className="rules-choice">
      <legend>Rules</legend>
      {rules.map(({ name, title, about }) => (
        <label key={name} htmlFor={`${id}${name}`}>
          <input
            id={`${id}${name}`}
            type="radio"
            name={id}
            checked={value === name}
            aria-describedby={`${id}${name}-about`}
            onChange={() => onChange(name)}
          />
          <span>
            <span className="rules-title">{title}</span>
            <span className="rules-about" id={`${id}${name}-about`}>
              {about}
            </span>
          </span>
        </label>
      ))}
      <p className="muted">A change holds from the next run on. What you let it remember stands below.</p>
    </fieldset>
  );
}
