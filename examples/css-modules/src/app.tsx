import { useAgentRun } from 'countersign';
import { AgentChat, Approval } from 'countersign/components';
import type { ReactElement } from 'react';
import { agent } from './agent';
import styles from './app.module.css';

const Card: NonNullable<AgentChat.Slots['Card']> = (props) => (
  <Approval.Root {...props} className={styles.card}>
    <Approval.When is="closed">
      <Approval.Record />
    </Approval.When>
    <Approval.When is="open">
      <Approval.Title />
      <Approval.Reason />
      <Approval.Input />
      <Approval.Problem />
      <div className={styles.answers}>
        <Approval.Deny />
        <Approval.Approve className={styles.approve} />
      </div>
      <Approval.ReasonForm />
    </Approval.When>
  </Approval.Root>
);
const slots: AgentChat.Slots = { Card };

export function App(): ReactElement {
  return (
    <div className={styles.app}>
      <AgentChat run={useAgentRun({ agent })} slots={slots} title="Notes" />
    </div>
  );
}
