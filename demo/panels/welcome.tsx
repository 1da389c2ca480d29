import type { ReactElement } from 'react';
import { suggestions } from '../model/index.js';
import type { Keeping } from '../workspace/index.js';

interface WelcomeProps {
  /** Whether the built-in stand-in answers. */
  readonly isStandIn: boolean;
  readonly keeping: Keeping;
  readonly onPick: (text: string) => void;
  readonly onConnect: () => void;
}

/** The first screen: what this is, and what to try. */
export function Welcome({ isStandIn, keeping, onPick, onConnect }: WelcomeProps): ReactElement {
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
