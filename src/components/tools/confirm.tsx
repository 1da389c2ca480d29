'use client';
import { type ReactElement, useId, useState } from 'react';
import type { ClientToolProps } from '../../hooks/client-tools.js';
import { toolStrings } from '../../words/english/tools.js';
import { textDirection } from '../part/text-direction.js';
import { useWords } from '../strings-provider.js';
import { DeceptiveText } from '../value/marked-text.js';
import * as ClientTool from './client-tool.parts.js';
import { Question } from './problem-claim.js';
import { textIn } from './read-input.js';

/** The input of {@link Confirm}. */
interface ConfirmInput {
  /** The question. Default: the title of the call. */
  readonly question?: string;
  /** An additional sentence. */
  readonly detail?: string;
  /** The labels of the buttons. Default: `Yes`, `No`. */
  readonly yes?: string;
  readonly no?: string;
  /** `none` asks for no reason. Default `optional`. */
  readonly reason?: 'optional' | 'none';
}

/** The output of {@link Confirm}. */
type ConfirmOutput = Readonly<{
  confirmed: boolean;
  /** The typed reason; missing without one. */
  reason?: string;
}>;

/**
 * A client tool that asks a question with yes and no. The model chooses the words: never use it in place of an
 * approval.
 *
 * @example useAgentRun({ agent, clientTools: { confirm: { render: Confirm } } })
 */
export function Confirm(props: ClientToolProps<ConfirmInput, ConfirmOutput>): ReactElement {
  return (
    <ClientTool.Root tool={props} data-tool="confirm">
      <ConfirmAsking input={props.input} />
    </ClientTool.Root>
  );
}

export declare namespace Confirm {
  type Input = ConfirmInput;
  type Output = ConfirmOutput;
}

function ConfirmAsking({ input }: { readonly input: ConfirmInput }): ReactElement {
  const strings = useWords(toolStrings).confirm;
  const id = useId();
  const [text, setText] = useState('');
  const reason = text.trim();
  const output = (confirmed: boolean): ConfirmOutput => (reason === '' ? { confirmed } : { confirmed, reason });
  const detail = textIn(input, 'detail');
  return (
    <>
      <Question text={textIn(input, 'question')} />
      <ClientTool.Body>
        {detail === undefined ? null : (
          <p data-cs="client-tool-text" dir="auto">
            <DeceptiveText text={detail} />
          </p>
        )}
        {textIn(input, 'reason') === 'none' ? null : (
          <div data-cs="field">
            <label htmlFor={id}>{strings.reason}</label>
            <textarea
              id={id}
              rows={1}
              dir={textDirection(text)}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </div>
        )}
      </ClientTool.Body>
      <ClientTool.Problem />
      <ClientTool.Actions>
        <ClientTool.Submit value={output(true)}>
          <DeceptiveText text={textIn(input, 'yes') ?? strings.yes} />
        </ClientTool.Submit>
        <ClientTool.Submit value={output(false)} look="plain">
          <DeceptiveText text={textIn(input, 'no') ?? strings.no} />
        </ClientTool.Submit>
      </ClientTool.Actions>
    </>
  );
}
