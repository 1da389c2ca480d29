import type { ReactElement } from 'react';
import { hostOf, type Server, serverKinds } from '../connect/index.js';
import { suggestions } from '../model/index.js';
import type { Keeping } from '../workspace/index.js';
import { Icon } from './icons.js';

interface WelcomeProps {
  /** `true` if the built-in stand-in is active. */
  readonly isStandIn: boolean;
  /** The server of the agent, if it is not in this page. */
  readonly server: Server | undefined;
  readonly keeping: Keeping;
  readonly onPick: (text: string) => void;
  readonly onConnect: () => void;
}

/** The first screen: what this is, and what to try. */
export function Welcome({ isStandIn, server, keeping, onPick, onConnect }: WelcomeProps): ReactElement {
  if (server !== undefined) return <WelcomeToServer server={server} />;
  return (
    <div className="welcome">
      <h2>Give it a task. It asks before it matters.</h2>
      <p>
        An agent that works on {keeping === 'on-disk' ? 'real files' : 'files in memory, which are lost with this page'}
        , here in your browser. Safe steps run at once. Protected files and deletions wait for your approval, and the
        same run continues.
      </p>
      <ul>
        {suggestions.map(({ text, about, icon }) => (
          <li key={text}>
            <button type="button" onClick={() => onPick(text)}>
              <Icon name={icon} />
              <span>
                <Quoted text={text} />
                <small>{about}</small>
              </span>
              <Icon name="forward" />
            </button>
          </li>
        ))}
      </ul>
      {isStandIn ? (
        <p className="muted">
          You are talking to a demo model that is built into this page. It understands plain requests about files and
          needs no key. Nothing leaves your browser.{' '}
          <button type="button" className="link" onClick={onConnect}>
            Connect your own
          </button>
        </p>
      ) : null}
    </div>
  );
}

function WelcomeToServer({ server }: { readonly server: Server }): ReactElement {
  return (
    <div className="welcome">
      <h2>Give it a task. Its questions come to you.</h2>
      <p>
        You are talking to an agent at <code>{hostOf(server)}</code> ({serverKinds[server.kind].name}). It works there,
        with its own tools. When it needs your approval, it asks here. It cannot see the files of this page.
      </p>
    </div>
  );
}

/** Renders the text between backticks as code. */
function Quoted({ text }: { readonly text: string }): ReactElement {
  const [before, quoted, ...rest] = text.split('`');
  if (quoted === undefined) return <>{before}</>;
  return (
    <>
      {before}
      <code>{quoted}</code>
      <Quoted text={rest.join('`')} />
    </>
  );
}
