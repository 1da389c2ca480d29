import { type ReactElement, useEffect, useState } from 'react';
import type { Panel } from '../use-panel.js';
import { Icon } from './icons.js';

/** The visible panel on a narrow screen. A wide screen shows all three. */
export type View = 'files' | 'chat' | 'events';

const views: readonly { readonly view: View; readonly label: string }[] = [
  { view: 'files', label: 'Files' },
  { view: 'chat', label: 'Chat' },
  { view: 'events', label: 'Details' },
];

interface TopBarProps {
  readonly label: string;
  readonly isStandIn: boolean;
  readonly view: View;
  readonly onView: (view: View) => void;
  readonly onConnect: () => void;
  readonly files: Panel;
  readonly side: Panel;
  /** The title of the rules that apply. */
  readonly rulesTitle: string;
  readonly onRules: () => void;
}

/** The top bar: panels, name, rules, model and theme. On a narrow screen, a switch between the panels. */
export function TopBar(props: TopBarProps): ReactElement {
  const { label, isStandIn, view, onView, onConnect, files, side, rulesTitle, onRules } = props;
  return (
    <header className="top-bar">
      <PanelButton panel={files} icon="files" label="Files" />
      <h1 className="brand">Workspace</h1>
      <div className="views">
        {views.map((item) => (
          <button key={item.view} type="button" aria-pressed={view === item.view} onClick={() => onView(item.view)}>
            {item.label}
          </button>
        ))}
      </div>
      <button
        type="button"
        data-cs="button"
        data-look="quiet"
        className="level"
        onClick={onRules}
        title="Change the rules"
      >
        <Icon name="shield" />
        <span>{rulesTitle}</span>
      </button>
      <button
        type="button"
        data-cs="button"
        className="model"
        onClick={onConnect}
        title={isStandIn ? 'Connect a model or an agent of your own' : 'Change who answers'}
      >
        <span className="dot" data-live={!isStandIn} />
        <span className="model-name">{label}</span>
        <span className="model-action">{isStandIn ? 'Connect a model' : 'Change'}</span>
      </button>
      <ThemeSelect />
      <PanelButton panel={side} icon="side" label="Side panel" />
    </header>
  );
}

interface PanelButtonProps {
  readonly panel: Panel;
  readonly icon: 'files' | 'side';
  readonly label: string;
}

/** Opens and closes a panel on a wide screen. */
function PanelButton({ panel, icon, label }: PanelButtonProps): ReactElement {
  return (
    <button
      type="button"
      className="icon-button wide"
      data-panel={icon}
      aria-label={label}
      aria-expanded={panel.state === 'open'}
      title={panel.state === 'open' ? `Close: ${label.toLowerCase()}` : `Open: ${label.toLowerCase()}`}
      onClick={panel.toggle}
    >
      <Icon name={icon} />
    </button>
  );
}

function ThemeSelect(): ReactElement {
  const [theme, setTheme] = useState('system');
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (theme === 'system') delete dataset.theme;
    else dataset.theme = theme;
  }, [theme]);
  return (
    <select
      className="theme"
      aria-label="Theme"
      value={theme}
      onChange={(event) => setTheme(event.currentTarget.value)}
    >
      <option value="system">System</option>
      <option value="light">Light</option>
      <option value="dark">Dark</option>
    </select>
  );
}
