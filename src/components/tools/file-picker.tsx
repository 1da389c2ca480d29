'use client';
import { type ReactElement, useRef, useState } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import type { ClientToolProps } from '../../hooks/client-tools.js';
import type { JSONValue } from '../../protocol/base/json.js';
import { fileStrings } from '../../words/english/tools.js';
import { Announcer } from '../part/announcer.js';
import { useFormat, useWords } from '../strings-provider.js';
import * as ClientTool from './client-tool.parts.js';
import { useClientToolCall } from './client-tool-context.js';
import { FileDrop, FileList } from './file-drop.js';
import { Question } from './problem-claim.js';
import { type FileRead, type PickedFile, readFiles } from './read-files.js';
import { type FileLimits, limitsOf, textIn } from './read-input.js';

/** The input of {@link FilePicker}, within the limits of the app. */
interface FilePickerInput {
  /** The reason for asking for a file. */
  readonly reason?: string;
  readonly accept?: string | readonly string[];
  readonly maxFiles?: number;
  readonly maxBytes?: number;
}

/** The output of {@link FilePicker} unless `result` returns another one. */
type FilePickerOutput<READ extends FileRead = 'text'> = Readonly<{ files: PickedFile<READ>[] }>;

/** Options of {@link FilePicker}; the model may choose those that are omitted. */
interface FilePickerOptions<READ extends FileRead = 'text', OUTPUT extends JSONValue = FilePickerOutput<READ>>
  extends Partial<FileLimits> {
  /** The content to send of each file besides name, size and type. Default `text`. */
  readonly read?: READ;
  /** `on-choice` sends as soon as files are chosen without a problem. Default `on-press`. */
  readonly send?: 'on-choice' | 'on-press';
  /** Returns the result for the tool's `outputSchema`. Default: `{ files }`. */
  readonly result?: (files: readonly PickedFile<READ>[]) => OUTPUT;
}

/** Props of {@link FilePicker}. */
interface FilePickerProps<READ extends FileRead = 'text', OUTPUT extends JSONValue = FilePickerOutput<READ>>
  extends ClientToolProps<FilePickerInput, OUTPUT>,
    FilePickerOptions<READ, OUTPUT> {}

/**
 * A client tool that asks for files: one by default, up to 1,000,000 bytes, as text. Files are checked here and sent
 * only after a press.
 *
 * @example useAgentRun({ agent, clientTools: { pick_file: { render: FilePicker } } })
 */
export function FilePicker<READ extends FileRead = 'text', OUTPUT extends JSONValue = FilePickerOutput<READ>>(
  props: FilePickerProps<READ, OUTPUT>,
): ReactElement {
  const { input, result } = props;
  // Files are read as the options say, so they are what `result` takes.
  const make = (result ?? ((files) => ({ files: [...files] }))) as Picker['make'];
  return (
    <ClientTool.Root tool={props} data-tool="file-picker">
      <Question text={textIn(input, 'reason')} />
      <Picker limits={limitsOf(props, input)} read={props.read ?? 'text'} send={props.send ?? 'on-press'} make={make} />
    </ClientTool.Root>
  );
}

export declare namespace FilePicker {
  type Input = FilePickerInput;
  type Output<READ extends FileRead = 'text'> = FilePickerOutput<READ>;
  type Props<READ extends FileRead = 'text', OUTPUT extends JSONValue = Output<READ>> = FilePickerProps<READ, OUTPUT>;
}

/**
 * Creates a {@link FilePicker} with options of the app.
 *
 * @example
 * // outside of the component
 * clientTools: { pick_csv: { render: filePicker({ accept: '.csv', maxFiles: 3, read: 'text' }) } }
 */
export function filePicker<READ extends FileRead = 'text', OUTPUT extends JSONValue = FilePickerOutput<READ>>(
  options: FilePickerOptions<READ, OUTPUT> = {},
): (props: ClientToolProps<FilePickerInput, OUTPUT>) => ReactElement {
  return function ConfiguredFilePicker(props) {
    return <FilePicker {...props} {...options} />;
  };
}

interface Picker {
  readonly limits: FileLimits;
  readonly read: FileRead;
  readonly send: 'on-choice' | 'on-press';
  readonly make: (files: readonly PickedFile[]) => JSONValue;
}

function Picker({ limits, read, send, make }: Picker): ReactElement {
  const strings = useWords(fileStrings).files;
  const format = useFormat();
  const { isBusy, submit, clear } = useClientToolCall();
  const input = useRef<HTMLInputElement>(null);
  const onWhole = (files: readonly PickedFile[]): void => {
    if (send === 'on-choice') void submit(() => make(files));
  };
  const choice = useFileChoice({ limits, read, onWhole });
  const { files, problems, status } = choice;
  const unavailable = isBusy || status === 'reading';
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const news =
    status === 'reading' ? strings.reading : files.length === 0 ? '' : strings.chosen(files.length, format.bytes(size));
  return (
    <>
      <ClientTool.Body>
        <FileDrop
          limits={limits}
          count={files.length}
          unavailable={unavailable}
          inputRef={input}
          onFiles={(given) => {
            clear();
            choice.add(given);
          }}
        />
        <FileList
          files={files}
          unavailable={unavailable}
          onRemove={(index) => {
            clear();
            choice.remove(index);
            input.current?.focus(); // the focused button has been removed
          }}
        />
        <Announcer text={news} id={news} />
        {problems.length === 0 ? null : (
          <div data-cs="problem" role="alert">
            <ul>
              {problems.map((problem) => (
                <li key={problem} dir="auto">
                  {escapeUnseen(problem)}
                </li>
              ))}
            </ul>
          </div>
        )}
      </ClientTool.Body>
      <ClientTool.Problem />
      <ClientTool.Actions>
        {send === 'on-choice' && files.length === 0 ? null : (
          <ClientTool.Submit value={() => make(files)} unavailable={files.length === 0 || status === 'reading'}>
            {files.length === 0 ? strings.noneYet : strings.send(files.length)}
          </ClientTool.Submit>
        )}
        <ClientTool.Fail message={strings.tellDeclined} />
      </ClientTool.Actions>
    </>
  );
}

/** The files that the user has chosen so far. */
interface FileChoice {
  readonly status: 'idle' | 'reading';
  readonly files: readonly PickedFile[];
  /** The reasons why files of the last choice were rejected. */
  readonly problems: readonly string[];
  /** Reads and adds files. With a limit of one, a new file replaces the old one. */
  readonly add: (given: readonly File[]) => void;
  readonly remove: (index: number) => void;
}

/** Options of {@link useFileChoice}. */
interface FileChoiceOptions {
  readonly limits: FileLimits;
  readonly read: FileRead;
  /** Called after a choice without rejected files. */
  readonly onWhole: (files: readonly PickedFile[]) => void;
}

type PickState = Pick<FileChoice, 'status' | 'files' | 'problems'>;

/** Holds the chosen files. Files that are read already stay while others are being read. */
function useFileChoice({ limits, read, onWhole }: FileChoiceOptions): FileChoice {
  const strings = useWords(fileStrings).files;
  const format = useFormat();
  const [choice, setChoice] = useState<PickState>({ status: 'idle', files: [], problems: [] });
  const isReading = useRef(false);

  const add = async (given: readonly File[]): Promise<void> => {
    if (isReading.current || given.length === 0) return;
    isReading.current = true;
    setChoice((now) => ({ ...now, status: 'reading', problems: [] }));
    const earlier = limits.maxFiles === 1 ? [] : choice.files;
    const found = await readFiles(given, { limits, read, strings, format, present: earlier.length });
    isReading.current = false;
    // With a limit of one, the file stays when the new one was rejected.
    const files = found.files.length === 0 ? choice.files : [...earlier, ...found.files];
    setChoice({ status: 'idle', files, problems: found.problems });
    if (found.problems.length === 0) onWhole(files);
  };
  const remove = (index: number): void =>
    setChoice((now) =>
      now.status === 'reading' ? now : { ...now, files: now.files.filter((_, at) => at !== index), problems: [] },
    );
  return { ...choice, add: (given) => void add(given), remove };
}
