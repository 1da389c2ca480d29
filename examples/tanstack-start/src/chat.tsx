import { type ClientToolProps, useAgentRun } from 'countersign';
import { AgentChat, ClientTool } from 'countersign/components';
import type { ReactElement } from 'react';
import { agent } from './agent';

function NoteChoice(props: ClientToolProps<{ names: string[] }, string>): ReactElement {
  return (
    <ClientTool.Root tool={props}>
      <ClientTool.Problem />
      <ClientTool.Actions>
        {props.input.names.map((name) => (
          <ClientTool.Submit key={name} value={name}>
            {name}
          </ClientTool.Submit>
        ))}
      </ClientTool.Actions>
    </ClientTool.Root>
  );
}

const clientTools = { chooseNote: { render: NoteChoice } };

export function Chat(): ReactElement {
  return <AgentChat run={useAgentRun({ agent, clientTools })} />;
}
