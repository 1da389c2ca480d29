import type { ReactElement } from 'react';
import { hostOf, type Server, serverKinds } from '../connect/index.js';
import { suggestions } from '../model/index.js';
import type { Keeping } from '../workspace/index.js';

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
      <h2>Tell it what to do. It asks before it matters.</h2>
      <p>
        An agent that works on {keeping === 'on-disk' ? 'real files' : 'files in memory, which go with this page'}, here
        in your browser. Harmless things it does at once; what is protected or cannot be undone waits for your yes, and
        the same run goes on.
      </p>
      <ul>
        {suggestions.map((text) => (
          <li key={text}>
            <button type="button" onClick={() => onPick(text)}>
              <Quoted text={text} />
            </button>
          </li>
        ))}
      </ul>
      {isStandIn ? (
        <p className="muted">
          You are talking to a stand-in that is built into this page: it understands plain requests about files, needs
          no key and sends nothing anywhere.{' '}
          <button type="button" className="link" onClick={onConnect}>
            Connect a real model
          </button>
        </p>
      ) : null}
    </div>
  );
}

function WelcomeToServer({ server }: { readonly server: Server }): ReactElement {
  return (
    <div className="welcome">
      <h2>Tell it what to do. Its questions come to you.</h2>
      <p>
        You are talking to an agent at <code>{hostOf(server)}</code> ({serverKinds[server.kind].name}). What it wants to
        do, it does there, with its own tools; what it asks about waits for your yes here. It sees none of the files of
        this page.
      </p>
    </div>
  );
}

/** Shows what stands between backticks as code. */
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
