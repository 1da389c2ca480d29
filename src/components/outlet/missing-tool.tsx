'use client';
import type { ReactElement, RefObject } from 'react';
import type { PendingItem } from '../../approval/broker/pending.js';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import { outletStrings } from '../../words/english/card.js';
import { ReasonForm, reasonOr } from '../card/reason-form.js';
import { useDraft } from '../card/use-draft.js';
import { Button } from '../part/button.js';
import { useWords } from '../strings-provider.js';

/** Props of {@link MissingTool}. */
interface MissingToolProps {
  readonly run: UseAgentRunResult;
  readonly item: PendingItem;
  readonly cardRef: RefObject<HTMLElement | null>;
  readonly isBusy: boolean;
  readonly onFail: (message: string) => void;
}

/**
 * Names the missing client tool, so that a run never waits silently, and lets the user end the call. A component that
 * is mounted later may add it; `data-tool` tells developers its name.
 */
export function MissingTool({ run, item, cardRef, isBusy, onFail }: MissingToolProps): ReactElement {
  const strings = useWords(outletStrings);
  const { draft, open, change, close } = useDraft({ run, item, cardRef });
  return (
    <>
      <p data-cs="outlet-missing" data-tool={item.call.toolName} dir="auto">
        {strings.missing(item.call.toolName)}
      </p>
      {draft?.mode === 'deny' ? (
        <ReasonForm
          label={strings.failLabel}
          submitLabel={strings.failWith}
          reason={draft.reason}
          isBusy={isBusy}
          onReason={(reason) => change({ mode: 'deny', reason })}
          onSubmit={() => onFail(reasonOr(draft.reason, strings.failDefault))}
          onBack={close}
        />
      ) : (
        <div data-cs="actions">
          <Button action="deny" unavailable={isBusy} onPress={() => open('deny')}>
            {strings.fail}
          </Button>
        </div>
      )}
    </>
  );
}
