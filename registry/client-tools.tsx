'use client';
import type { ClientToolProps } from 'countersign';
import { ClientTool, DeceptiveText } from 'countersign/components';
import { useId, useState } from 'react';
import { z } from 'zod';

// For `tool(…)`: the model asks with such an input, and receives such an output.
export const confirmInput = z.object({ question: z.string() });
export const confirmOutput = z.object({ confirmed: z.boolean() });
export const chooseInput = z.object({ question: z.string(), options: z.array(z.string()).min(1) });
export const chooseOutput = z.object({ chosen: z.string() });

const button = 'h-9 rounded-md px-4 text-sm font-medium data-[look=plain]:shadow-xs';

/** The question, unless the card around has it as its title. */
function Question({ call, text }: Pick<ClientToolProps, 'call'> & { readonly text: string }) {
  if (text === call.title || text === call.summary) return null;
  return (
    <ClientTool.Title className="text-base font-semibold">
      <DeceptiveText text={text} />
    </ClientTool.Title>
  );
}

/** A question with two answers. It informs the model; it does not approve an action. */
export function ConfirmTool(props: ClientToolProps<z.infer<typeof confirmInput>, z.infer<typeof confirmOutput>>) {
  return (
    <ClientTool.Root tool={props} className="mt-3 flex flex-col gap-4 *:my-0">
      <Question call={props.call} text={props.input.question} />
      <ClientTool.Problem />
      <ClientTool.Actions className="flex flex-wrap gap-2">
        <ClientTool.Submit value={{ confirmed: true }} className={button}>
          Yes
        </ClientTool.Submit>
        <ClientTool.Submit value={{ confirmed: false }} look="plain" className={button}>
          No
        </ClientTool.Submit>
      </ClientTool.Actions>
    </ClientTool.Root>
  );
}

/** One of several options. */
export function ChooseTool(props: ClientToolProps<z.infer<typeof chooseInput>, z.infer<typeof chooseOutput>>) {
  const { question, options } = props.input;
  const name = useId();
  const [chosen, setChosen] = useState<string>();
  return (
    <ClientTool.Root tool={props} className="mt-3 flex flex-col gap-4 *:my-0">
      <Question call={props.call} text={question} />
      <ClientTool.Body className="flex flex-col gap-2" role="radiogroup" aria-label={question}>
        {[...new Set(options)].map((option) => (
          <label
            key={option}
            className="flex cursor-pointer items-center gap-3 rounded-md border p-3 text-sm has-checked:border-primary has-checked:bg-muted/50"
          >
            <input
              type="radio"
              name={name}
              className="size-4 accent-primary"
              checked={chosen === option}
              onChange={() => setChosen(option)}
            />
            <DeceptiveText text={option} />
          </label>
        ))}
      </ClientTool.Body>
      <ClientTool.Problem />
      <ClientTool.Actions className="flex flex-wrap gap-2">
        <ClientTool.Submit value={{ chosen: chosen ?? '' }} unavailable={chosen === undefined} className={button}>
          Choose
        </ClientTool.Submit>
        <ClientTool.Fail className={button} />
      </ClientTool.Actions>
    </ClientTool.Root>
  );
}

/** For `useAgentRun({ agent, clientTools })`. The names are those of your tools. */
export const clientTools = { confirm: { render: ConfirmTool }, choose: { render: ChooseTool } };
