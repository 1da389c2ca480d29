'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Attachment, type AttachmentProblem, type AttachmentRules, faultOf, readFile } from './attachment.js';

/** The files of the message that is being written. */
export interface Attachments {
  readonly list: readonly Attachment[];
  /** The files that were rejected the last time. */
  readonly problems: readonly AttachmentProblem[];
  readonly add: (files: Iterable<File>) => void;
  readonly remove: (id: string) => void;
  readonly clear: () => void;
}

/** Validates and reads files. They belong to one conversation: the message to another one starts without them. */
export function useAttachments(rules: AttachmentRules, conversation: unknown): Attachments {
  const [list, setList] = useState<readonly Attachment[]>([]);
  const [problems, setProblems] = useState<readonly AttachmentProblem[]>([]);
  /** The list without waiting for React: two drops may arrive before it renders. */
  const current = useRef(list);
  const count = useRef(0);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  const change = useCallback((next: readonly Attachment[]) => {
    if (isGone.current) return;
    current.current = next;
    setList(next);
  }, []);
  const remove = useCallback((id: string) => change(current.current.filter((each) => each.id !== id)), [change]);
  const clear = useCallback(() => {
    change([]);
    setProblems([]);
  }, [change]);
  const owner = useRef(conversation);
  useEffect(() => {
    if (owner.current !== conversation) clear();
    owner.current = conversation;
  }, [conversation, clear]);

  const add = useCallback(
    (files: Iterable<File>) => {
      const refused: AttachmentProblem[] = [];
      const taken: Attachment[] = [];
      for (const file of files) {
        const fault = faultOf(file, current.current.length + taken.length, rules);
        if (fault !== undefined) refused.push({ fault, name: file.name });
        else taken.push({ id: `file-${count.current++}`, file, state: { status: 'reading' } });
      }
      setProblems(refused);
      change([...current.current, ...taken]);
      for (const { id, file } of taken) {
        readFile(file).then(
          (url) =>
            change(
              current.current.map((each) => (each.id === id ? { ...each, state: { status: 'ready', url } } : each)),
            ),
          () => {
            remove(id);
            if (!isGone.current) setProblems((now) => [...now, { fault: 'unreadable', name: file.name }]);
          },
        );
      }
    },
    [rules, change, remove],
  );
  return { list, problems, add, remove, clear };
}
