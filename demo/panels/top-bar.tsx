import { type ReactElement, useEffect, useState } from 'react';

/** The visible panel on a narrow screen. A wide screen shows all three. */
export type View = 'files' | 'chat' | 'events';

const views: readonly { readonly view: View; readonly label: string }[] = [
  { view: 'files', label: 'Files' },
  { view: 'chat', label: 'Chat' },
  { view: 'events', label: 'Activity' },
];

interface TopBarProps {
  readonly label: string;
  readonly isStandIn: boolean;
  readonly view: View;
  readonly onView: (view: View) => void;
  readonly onConnect: () => void;
}

/** Name, model, theme, and the switch between the panels on a narrow screen. */
export function TopBar({ label, isStandIn, view, onView, onConnect }: TopBarProps): ReactElement {
  return (
    <header className="top-bar">
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
        className="model"
        onClick={onConnect}
        title={isStandIn ? 'Connect a model or an agent of your own' : 'Change who answers'}
      >
        <span className="dot" data-live={!isStandIn} />
        <span className="model-name">{label}</span>
        <span className="model-action">{isStandIn ? 'Connect a model' : 'Change'}</span>
      </button>
      <ThemeSelect />
    </header>
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
