'use client';
import { Fragment, type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { composerStrings } from '../../words/english/chat.js';
import { Button } from '../part/button.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { Glyph } from '../shared/glyph.js';
import { useFormat, useWords } from '../strings-provider.js';
import { type Attachment, type AttachmentProblem, type AttachmentRules, mediaTypeOf } from './attachment.js';
import { ComposerContext } from './composer-context.js';

/** The files of the message, and the reasons for rejected ones. */
export const ComposerAttachments: Part<
  'ul',
  { count: number },
  {
    /** Shows one file. Default: `Composer.Attachment`. */
    readonly children?: (attachment: Attachment) => ReactNode;
  }
> = part('Composer.Attachments', 'ul', ({ children, ...props }, render) => {
  const { attachments, rules } = useWithin(ComposerContext, 'Composer.Attachments');
  const { list, problems } = attachments;
  const strings = useWords(composerStrings);
  const items = list.map((each) => (
    <Fragment key={each.id}>{children?.(each) ?? <ComposerAttachment attachment={each} />}</Fragment>
  ));
  const state = { count: list.length };
  return (
    <>
      {list.length === 0
        ? null
        : render(props, { 'data-cs': 'attachments', state, 'aria-label': strings.attachments, children: items })}
      <div data-cs="attachment-problems" role="alert">
        {problems.map((problem) => (
          <Problem key={`${problem.fault} ${problem.name}`} problem={problem} rules={rules} />
        ))}
      </div>
    </>
  );
});

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

/** One file: its picture if it is one, its name, type and size, and a button that removes it. */
export const ComposerAttachment: Part<
  'li',
  { state: Attachment['state']['status']; kind: 'image' | 'file' },
  { readonly attachment: Attachment }
> = part('Composer.Attachment', 'li', ({ attachment, ...props }, render) => {
  const { attachments, field } = useWithin(ComposerContext, 'Composer.Attachment');
  const strings = useWords(composerStrings);
  const format = useFormat();
  const { id, file, state } = attachment;
  const kind = mediaTypeOf(file).startsWith('image/') ? 'image' : 'file';
  const remove = (): void => {
    field.current?.focus(); // the button is removed with the file
    attachments.remove(id);
  };
  const children = (
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
      <Button action="remove-attachment" look="quiet" aria-label={strings.removeAttachment(file.name)} onPress={remove}>
        <Glyph name="cross" />
      </Button>
    </>
  );
  return render(props, { 'data-cs': 'attachment', state: { state: state.status, kind }, children });
});

/** A thumbnail of a file. Its object URL is revoked on unmount. */
function Thumbnail({ file }: { readonly file: File }): ReactElement {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  // The name beside it describes it.
  return url === undefined ? <span data-cs="thumbnail" /> : <img data-cs="thumbnail" src={url} alt="" />;
}
