import type { ClientToolProps } from 'countersign';
import { type ReactElement, useId, useState } from 'react';

interface Input {
  readonly reason: string;
  readonly accept?: string;
}

interface Output {
  readonly [key: string]: string | number;
  readonly name: string;
  readonly size: number;
  readonly content: string;
}

const limit = 1_000_000;

/** A real file input: the person picks, the text goes to the model. */
export function FilePicker({ input, submit, fail }: ClientToolProps<Input, Output>): ReactElement {
  const id = useId();
  const [problem, setProblem] = useState<string>();
  const pick = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    if (file.size > limit)
      return setProblem(
        `${file.name} has ${file.size.toLocaleString()} bytes; this demo reads up to ${limit.toLocaleString()}.`,
      );
    setProblem(undefined);
    await submit({ name: file.name, size: file.size, content: await file.text() });
  };
  return (
    <div className="client-tool">
      <label htmlFor={id}>{input.reason}</label>
      <input
        id={id}
        type="file"
        accept={input.accept}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        onChange={(event) => void pick(event.currentTarget.files?.[0])}
      />
      {problem === undefined ? null : (
        <p id={`${id}-problem`} role="alert" className="problem">
          {problem}
        </p>
      )}
      <div className="client-tool-actions">
        <button type="button" data-slot="button" onClick={() => void fail('The user did not pick a file.')}>
          Not now
        </button>
      </div>
    </div>
  );
}
