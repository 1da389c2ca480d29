import type { Grants, UseAgentRunResult } from 'countersign';
import { EventFeed, GrantsPanel } from 'countersign/components';
import { type ReactElement, useId, useState } from 'react';
import { kitLanguage } from '../language.js';
import { type RulesName, rules } from '../rules.js';

interface SidePanelProps {
  readonly run: UseAgentRunResult;
  readonly grants: Grants;
  readonly rulesName: RulesName;
  readonly onRules: (name: RulesName) => void;
  /** Begins another conversation. */
  readonly onAnother: () => void;
}

type Side = 'events' | 'rules';

/** Beside the chat: what happens, and what may happen without a question. */
export function SidePanel({ run, grants, rulesName, onRules, onAnother }: SidePanelProps): ReactElement {
  const [side, setSide] = useState<Side>('events');
  return (
    <section className="side" data-side={side} aria-label="Activity" {...kitLanguage}>
      <h2 className="unseen">Activity</h2>
      <div className="side-switch">
        {(['events', 'rules'] as const).map((each) => (
          <button key={each} type="button" aria-pressed={side === each} onClick={() => setSide(each)}>
            {each === 'events' ? 'What happens' : 'What may happen'}
          </button>
        ))}
        <button type="button" onClick={onAnother}>
          New chat
        </button>
      </div>
      {side === 'events' ? (
        <EventFeed run={run} />
      ) : (
        <div className="rules">
          <RulesChoice value={rulesName} onChange={onRules} />
          <GrantsPanel grants={grants} />
        </div>
      )}
    </section>
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
