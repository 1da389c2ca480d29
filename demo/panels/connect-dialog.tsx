import type { LanguageModelV4 } from '@ai-sdk/provider';
import { type FormEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { type ConnectProblem, connectModel } from '../connect/index.js';

interface ConnectDialogProps {
  readonly isStandIn: boolean;
  readonly onClose: () => void;
  readonly onStandIn: () => void;
  readonly onConnected: (connection: { readonly label: string; readonly model: LanguageModelV4 }) => void;
}

type Attempt =
  | { readonly status: 'idle' }
  | { readonly status: 'trying' }
  | { readonly status: 'failed'; readonly problem: ConnectProblem };

/** Connects any OpenAI-compatible endpoint. The key stays in memory: reload, and it is gone. */
export function ConnectDialog({ isStandIn, onClose, onStandIn, onConnected }: ConnectDialogProps): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  const [attempt, setAttempt] = useState<Attempt>({ status: 'idle' });
  useEffect(() => dialog.current?.showModal(), []);

  const connect = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const text = (name: string): string => String(data.get(name) ?? '').trim();
    const [baseURL, modelId, apiKey] = [text('baseURL'), text('modelId'), text('apiKey')];
    setAttempt({ status: 'trying' });
    const result = await connectModel({ baseURL, modelId, ...(apiKey === '' ? {} : { apiKey }) });
    if (result.status === 'failed') return setAttempt(result);
    onConnected({ label: modelId, model: result.model });
    dialog.current?.close();
  };

  const isTrying = attempt.status === 'trying';
  return (
    <dialog ref={dialog} className="connect" aria-labelledby="connect-title" onClose={onClose}>
      <form onSubmit={(event) => void connect(event)}>
        <h2 id="connect-title">Connect a model</h2>
        <p className="muted">
          Any endpoint that speaks OpenAI chat completions: Ollama, LM Studio, a proxy of your own. Your browser talks
          to it directly; the key stays in this page’s memory and is never stored.
        </p>
        <Field name="baseURL" label="Base URL" type="url" placeholder="http://localhost:11434/v1" isRequired />
        <Field name="modelId" label="Model" placeholder="qwen3:8b" isRequired />
        <Field name="apiKey" label="Key, if it needs one" type="password" />
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
              Back to the stand-in
            </button>
          )}
        </div>
      </form>
    </dialog>
  );
}

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly type?: string;
  readonly placeholder?: string;
  readonly isRequired?: boolean;
}

function Field({ name, label, type = 'text', placeholder, isRequired = false }: FieldProps): ReactElement {
  return (
    <div className="field">
      <label htmlFor={`connect-${name}`}>{label}</label>
      <input
        id={`connect-${name}`}
        name={name}
        type={type}
        placeholder={placeholder}
        required={isRequired}
        autoComplete="off"
        spellCheck={false}
      />
    </div>
  );
}

function Problem({ problem }: { readonly problem: ConnectProblem }): ReactElement {
  return (
    <div className="problem" role="alert">
      <p>
        <strong>{problem.title}</strong>
      </p>
      <p>{problem.why}</p>
      <p>{problem.fix}</p>
    </div>
  );
}
