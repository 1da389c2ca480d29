'use client';
import type { ReactElement } from 'react';
import type { Risk } from '../../protocol/deferred.js';
import { Button } from '../shared/button.js';
import { useStrings } from '../strings-provider.js';
import { cardShortcuts } from './shortcut.js';

/** Props of {@link CardActions}. */
export interface CardActionsProps {
  readonly risk: Risk | undefined;
  readonly isBusy: boolean;
  readonly approve: () => void;
  readonly edit: () => void;
  readonly deny: () => void;
}

/** The ways to answer. On a destructive call denying comes first, and approving is neither filled nor on a key. */
export function CardActions({ risk, isBusy, approve, edit, deny }: CardActionsProps): ReactElement {
  const strings = useStrings().approval;
  const isDestructive = risk === 'destructive';
  const approveButton = (
    <Button
      key="approve"
      action="approve"
      look={isDestructive ? 'plain' : 'primary'}
      shortcut={isDestructive ? undefined : cardShortcuts.approve}
      unavailable={isBusy}
      onPress={approve}
    >
      {isBusy ? strings.checking : strings.approve}
    </Button>
  );
  const editButton = (
    <Button key="edit" action="edit" shortcut={cardShortcuts.edit} unavailable={isBusy} onPress={edit}>
      {strings.edit}
    </Button>
  );
  const denyButton = (
    <Button
      key="deny"
      action="deny"
      look={isDestructive ? 'danger' : 'plain'}
      shortcut={cardShortcuts.deny}
      unavailable={isBusy}
      onPress={deny}
    >
      {strings.deny}
    </Button>
  );
  return (
    <div data-slot="actions">
      {isDestructive ? [denyButton, editButton, approveButton] : [approveButton, editButton, denyButton]}
    </div>
  );
}
