'use client';
import {
  type ForwardRefExoticComponent,
  Fragment,
  forwardRef,
  type ReactElement,
  type ReactNode,
  type RefAttributes,
  useEffect,
  useState,
} from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { type PartProps, renderPart } from '../part/part.js';
import { Glyph } from '../shared/glyph.js';
import { useFormat, useWords } from '../strings-provider.js';
import { type Attachment, type AttachmentProblem, type AttachmentRules, mediaTypeOf } from './attachment.js';
import { useComposer } from './composer-context.js';
import { composerStrings } from './composer-strings.js';

type ListState = Readonly<{ count: number }>;

/** The files that go with the message, and what became of those that do not. */
export const ComposerAttachments: ForwardRefExoticComponent<
  ComposerAttachments.Props & RefAttributes<HTMLUListElement>
> = forwardRef(function ComposerAttachments({ children, ...props }, ref): ReactElement {
  const { attachments, rules } = useComposer('Attachments');
  const { list, problems } = attachments;
  const strings = useWords(composerStrings);
  const items = list.map((each) => (
    <Fragment key={each.id}>{children?.(each) ?? <ComposerAttachment attachment={each} />}</Fragment>
  ));
  const own = { 'aria-label': strings.attachments };
  const state = { count: list.length };
  return (
    <>
      {list.length === 0
        ? null
        : renderPart<'ul', ListState>('ul', { ...props, children: items }, { slot: 'attachments', state, own, ref })}
      <div data-cs="attachment-problems" role="alert">
        {problems.map((problem) => (
          <Problem key={`${problem.fault} ${problem.name}`} problem={problem} rules={rules} />
        ))}
      </div>
    </>
  );
});

export declare namespace ComposerAttachments {
  type Props = Omit<PartProps<'ul', ListState>, 'children'> & {
    /** Shows one file. Default: `Composer.Attachment`. */
    readonly children?: (attachment: Attachment) => ReactNode;
  };
  type State = ListState;
}

interface ProblemProps {
  readonly problem: AttachmentProblem;
  readonly rules: AttachmentRules;
}

function Problem({ problem: { fault, name }, rules }: ProblemProps): ReactElement {
  const strings = useWords(composerStrings);
  const format = useFormat();
  const limits = {
    type: rules.accept.replaceAll(',', ', '),
    size: format.bytes(rules.maxBytes),
    count: format.number(rules.maxFiles),
    unreadable: '',
    image: '',
  };
  return <p dir="auto">{strings.attachmentProblem[fault](name, limits[fault])}</p>;
}

type ItemState = Readonly<{ state: Attachment['state']['status']; kind: 'image' | 'file' }>;

/** One file: its picture where it is one, its name, type and size, and the way to take it off. */
export const ComposerAttachment: ForwardRefExoticComponent<ComposerAttachment.Props & RefAttributes<HTMLLIElement>> =
  forwardRef(function ComposerAttachment({ attachment, children, ...props }, ref): ReactElement {
    const { attachments, field } = useComposer('Attachment');
    const strings = useWords(composerStrings);
    const format = useFormat();
    const { id, file, state } = attachment;
    const kind = mediaTypeOf(file).startsWith('image/') ? 'image' : 'file';
    const remove = (): void => {
      field.current?.focus(); // the button goes away with the file
      attachments.remove(id);
    };
    const within = children ?? (
      <>
        {kind === 'image' ? <Thumbnail file={file} /> : null}
        <span data-cs="attachment-text">
          <bdi data-cs="attachment-name" translate="no">
            {escapeUnseen(file.name)}
          </bdi>
          <span data-cs="attachment-about">
            {state.status === 'reading'
              ? strings.reading
              : `${escapeUnseen(mediaTypeOf(file))}, ${format.bytes(file.size)}`}
          </span>
        </span>
        <button
          type="button"
          data-cs="button"
          data-action="remove-attachment"
          data-look="quiet"
          aria-label={strings.removeAttachment(file.name)}
          onClick={remove}
        >
          <Glyph name="cross" />
        </button>
      </>
    );
    return renderPart<'li', ItemState>(
      'li',
      { ...props, children: within },
      { slot: 'attachment', state: { state: state.status, kind }, ref },
    );
  });

export declare namespace ComposerAttachment {
  type Props = PartProps<'li', ItemState> & { readonly attachment: Attachment };
  type State = ItemState;
}

/** A small picture of a file, by an address that is given back when it goes. */
function Thumbnail({ file }: { readonly file: File }): ReactElement {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  // The name beside it says what it is.
  return url === undefined ? <span data-cs="thumbnail" /> : <img data-cs="thumbnail" src={url} alt="" />;
}
