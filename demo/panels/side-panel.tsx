import { type Grants, type UseAgentRunResult, useStoredConversations } from 'countersign';
import { ContextMeter, ConversationList, DecisionLog, EventFeed, GrantsPanel } from 'countersign/components';
import { type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { kitLanguage } from '../language.js';
import { type RulesName, rules } from '../rules.js';
import { storage, type Talk } from '../talk.js';
import { Icon } from './icons.js';
import { ReplayDialog } from './replay-dialog.js';

interface SidePanelProps {
  readonly run: UseAgentRunResult;
  readonly grants: Grants;
  readonly rulesName: RulesName;
  readonly onRules: (name: RulesName) => void;
  /** Which conversation is open. */
  readonly talk: Talk;
  readonly side: Side;
  readonly onSide: (side: Side) => void;
  readonly onClose: () => void;
}

const sides = { events: 'Activity', decisions: 'Decisions', rules: 'Rules', chats: 'Chats' } as const;

/** The panels next to the chat. */
export type Side = keyof typeof sides;

/** The panels beside the chat: activity, decisions, rules and chats. */
export function SidePanel(props: SidePanelProps): ReactElement {
  const { run, grants, rulesName, onRules, talk, side, onSide, onClose } = props;
  return (
    <section className="side" data-side={side} aria-label="Side panel" {...kitLanguage}>
      <h2 className="unseen">Side panel</h2>
      <div className="side-switch">
        {(['events', 'decisions', 'rules', 'chats'] as const).map((each) => (
          <button key={each} type="button" aria-pressed={side === each} onClick={() => onSide(each)}>
            {sides[each]}
          </button>
        ))}
        <button type="button" className="icon-button wide" aria-label="Close the side panel" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {side === 'events' ? <Activity run={run} /> : null}
      {side === 'decisions' ? (
        <div className="decisions">
          <DecisionLog source={run} />
        </div>
      ) : null}
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

/** The demo assumes a model with a context window of this many tokens. */
const contextWindow = 32_000;

/** The events of the chat, its use of the context window, and its replay. */
function Activity({ run }: { readonly run: UseAgentRunResult }): ReactElement {
  const [isReplaying, setReplaying] = useState(false);
  return (
    <>
      <EventFeed run={run} />
      <footer className="activity-footer">
        <ContextMeter run={run} window={contextWindow} />
        {run.events.length === 0 ? null : (
          <button type="button" data-cs="button" data-look="quiet" onClick={() => setReplaying(true)}>
            Replay…
          </button>
        )}
      </footer>
      {isReplaying ? <ReplayDialog events={run.events} onClose={() => setReplaying(false)} /> : null}
    </>
  );
}

/** All conversations of this browser. The open one is added from memory, as it may not be stored yet. */
function Chats({ run, talk: { id, open, begin } }: Pick<SidePanelProps, 'run' | 'talk'>): ReactElement {
  const stored = useStoredConversations(storage);
  const known = stored.find((each) => each.id === id);
  const others = stored.filter((each) => each !== known);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The pressed button was removed together with the conversation before.
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
      <p className="muted">A change applies from your next message on. Remembered approvals are listed below.</p>
    </fieldset>
  );
}
