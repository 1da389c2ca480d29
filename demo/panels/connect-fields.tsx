import type { ReactElement } from 'react';
import { type Server, type ServerKind, serverKinds } from '../connect/index.js';

/** The kinds of connections. */
export type Choice = 'model' | ServerKind;

interface ConnectFieldsProps {
  readonly choice: Choice;
  readonly server: Server | undefined;
}

/** Renders the fields of the chosen kind of connection. */
export function ConnectFields({ choice, server }: ConnectFieldsProps): ReactElement {
  if (choice === 'model') return <ModelFields />;
  const url = server?.kind === choice ? server.url : serverKinds[choice].url;
  return (
    <>
      <p className="muted">{about[choice]} Its questions come here; its tools see nothing of this page.</p>
      <p className="muted">
        Connecting says a few words to it, to see that it answers, and opens a new chat. The token stays in this page’s
        memory and is never stored.
      </p>
      <Field name="url" label="Address of its route" type="url" value={url} isRequired />
      <Field name="token" label="Bearer token, if it needs one" type="password" />
    </>
  );
}

const about: Readonly<Record<ServerKind, string>> = {
  countersign: 'This demo’s agent on a server: npm run demo:server, or any route with handleChat.',
  'ai-sdk': 'An agent on a server of yours: a route with streamText of AI SDK 7.',
  'pydantic-ai': 'An agent on a server of yours: PydanticAI behind its VercelAIAdapter.',
  'ag-ui': 'An agent on a server of yours that speaks AG-UI: PydanticAI, LangGraph, Agent Framework.',
};

function ModelFields(): ReactElement {
  return (
    <>
      <p className="muted">
        Any endpoint that speaks OpenAI chat completions: Ollama, LM Studio, a proxy of your own. Your browser talks to
        it directly; the key stays in this page’s memory and is never stored.
      </p>
      <Field name="baseURL" label="Base URL" type="url" placeholder="http://localhost:11434/v1" isRequired />
      <Field name="modelId" label="Model" placeholder="qwen3:8b" isRequired />
      <Field name="apiKey" label="Key, if it needs one" type="password" />
    </>
  );
}

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly type?: string;
  readonly placeholder?: string;
  /** The initial value. */
  readonly value?: string;
  readonly isRequired?: boolean;
}

function Field({ name, label, type = 'text', placeholder, value, isRequired = false }: FieldProps): ReactElement {
  return (
    <div className="field">
      <label htmlFor={`connect-${name}`}>{label}</label>
      <input
        id={`connect-${name}`}
        name={name}
        type={type}
        placeholder={placeholder}
        defaultValue={value}
        required={isRequired}
        autoComplete="off"
        spellCheck={false}
      />
    </div>
  );
}
