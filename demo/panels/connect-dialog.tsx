import type { LanguageModelV4 } from '@ai-sdk/provider';
import { type FormEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { type ConnectProblem, connectModel, connectServer, type Server, serverKinds } from '../connect/index.js';
import { type Choice, ConnectFields } from './connect-fields.js';

interface ConnectDialogProps {
  readonly isStandIn: boolean;
  /** The current connection, so that it can be restored. */
  readonly server: Server | undefined;
  readonly onClose: () => void;
  readonly onStandIn: () => void;
  readonly onModel: (connection: { readonly label: string; readonly model: LanguageModelV4 }) => void;
  readonly onServer: (server: Server, token: string) => void;
}

type Attempt =
  | { readonly status: 'idle' }
  | { readonly status: 'trying' }
  | { readonly status: 'failed'; readonly problem: ConnectProblem };

/**
 * Connects an OpenAI-compatible endpoint, or an agent on a server. Keys and tokens are only in memory, and lost on
 * reload.
 */
export function ConnectDialog(props: ConnectDialogProps): ReactElement {
  const { isStandIn, server, onClose, onStandIn, onModel, onServer } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const [attempt, setAttempt] = useState<Attempt>({ status: 'idle' });
  const [choice, setChoice] = useState<Choice>(server?.kind ?? 'model');
  // An attempt may be replaced by another one. Its result is ignored then.
  const current = useRef(new AbortController());
  useEffect(() => {
    dialog.current?.showModal();
    return () => current.current.abort();
  }, []);

  const begin = (): AbortSignal => {
    current.current.abort();
    current.current = new AbortController();
    return current.current.signal;
  };
  const choose = (next: Choice): void => {
    begin();
    setAttempt({ status: 'idle' });
    setChoice(next);
  };
  const connect = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const abortSignal = begin();
    setAttempt({ status: 'trying' });
    const result = await tryOut(choice, data, abortSignal).catch(() => undefined);
    if (result === undefined || abortSignal.aborted) return;
    if (result.status === 'failed') return setAttempt(result);
    if ('server' in result) onServer(result.server, textOf(data, 'token'));
    else onModel({ label: textOf(data, 'modelId'), model: result.model });
    dialog.current?.close();
  };

  const isTrying = attempt.status === 'trying';
  return (
    <dialog ref={dialog} className="connect" aria-labelledby="connect-title" onClose={onClose}>
      <form onSubmit={(event) => void connect(event)}>
        <h2 id="connect-title">Connect a model or an agent</h2>
        <ConnectChoice choice={choice} onChoose={choose} />
        <ConnectFields key={choice} choice={choice} server={server} />
        {attempt.status === 'failed' ? <Problem problem={attempt.problem} /> : null}
        <div className="actions">
          <button type="submit" data-cs="button" data-look="primary" aria-disabled={isTrying} aria-busy={isTrying}>
            {isTrying ? 'Trying…' : 'Connect'}
          </button>
          <button type="button" data-cs="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          {isStandIn ? null : (
            <button
              type="button"
              data-cs="button"
              data-look="quiet"
              onClick={() => {
                onStandIn();
                dialog.current?.close();
              }}
            >
              Use the demo model
            </button>
          )}
        </div>
      </form>
    </dialog>
  );
}

const textOf = (data: FormData, name: string): string => String(data.get(name) ?? '').trim();

/** Tries to connect with the current input. */
async function tryOut(choice: Choice, data: FormData, abortSignal: AbortSignal) {
  if (choice === 'model') {
    const [baseURL, modelId, apiKey] = [textOf(data, 'baseURL'), textOf(data, 'modelId'), textOf(data, 'apiKey')];
    return await connectModel({ baseURL, modelId, ...(apiKey === '' ? {} : { apiKey }) }, { abortSignal });
  }
  return await connectServer({ kind: choice, url: textOf(data, 'url'), token: textOf(data, 'token') }, { abortSignal });
}

const choices: readonly { readonly choice: Choice; readonly label: string }[] = [
  { choice: 'model', label: 'Model' },
  { choice: 'countersign', label: serverKinds.countersign.name },
  { choice: 'ai-sdk', label: serverKinds['ai-sdk'].name },
  { choice: 'pydantic-ai', label: serverKinds['pydantic-ai'].name },
  { choice: 'ag-ui', label: serverKinds['ag-ui'].name },
];

interface ConnectChoiceProps {
  readonly choice: Choice;
  readonly onChoose: (choice: Choice) => void;
}

function ConnectChoice({ choice, onChoose }: ConnectChoiceProps): ReactElement {
  return (
    <fieldset className="connect-choice">
      <legend>What should answer?</legend>
      {choices.map(({ choice: each, label }) => (
        <label key={each}>
          <input type="radio" name="choice" value={each} checked={choice === each} onChange={() => onChoose(each)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

function Problem({ problem }: { readonly problem: ConnectProblem }): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  // In a low window, the message would be below the edge.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' }); // returns a promise in newer browsers, which an effect must not return
  }, []);
  return (
    <div ref={place} className="problem" role="alert">
      <p>
        <strong>{problem.title}</strong>
      </p>
      <p>{problem.why}</p>
      <p>{problem.fix}</p>
    </div>
  );
}
