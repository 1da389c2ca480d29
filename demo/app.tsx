import { useAgentRun } from 'countersign';
import { AgentChat } from 'countersign/components';
import { renderMarkdown } from 'countersign/markdown';
import { type ReactElement, useEffect, useMemo, useState } from 'react';
import { clientToolsFor, personTools } from './client-tools/client-tools.js';
import { type Connection, useConnection } from './connection.js';
import { kitLanguage } from './language.js';
import { ConnectDialog } from './panels/connect-dialog.js';
import { FileTree } from './panels/file-tree.js';
import { type Side, SidePanel } from './panels/side-panel.js';
import { TopBar, type View } from './panels/top-bar.js';
import { Welcome } from './panels/welcome.js';
import { policyOf } from './rules.js';
import { grants, storage, type Talk, useTalk } from './talk.js';
import { useRulesName } from './use-rules-name.js';
import { openWorkspace, type Workspace } from './workspace/index.js';

/** Opens the workspace, then shows it. */
export function App(): ReactElement {
  const [opened, setOpened] = useState<Workspace | Error>();
  useEffect(() => {
    let workspace: Workspace | undefined;
    let isGone = false;
    openWorkspace().then(
      (files) => {
        workspace = files;
        if (isGone) files.close();
        else setOpened(files);
      },
      (error: unknown) => setOpened(error instanceof Error ? error : new Error(String(error))),
    );
    return () => {
      isGone = true;
      workspace?.close();
    };
  }, []);
  if (opened === undefined) return <p className="notice">Opening your files…</p>;
  if (opened instanceof Error) return <p className="notice">The workspace could not be opened. {opened.message}</p>;
  return <Conversation files={opened} />;
}

function Conversation({ files }: { readonly files: Workspace }): ReactElement {
  const talk = useTalk();
  const connection = useConnection(talk);
  const [side, setSide] = useState<Side>('events');
  return <WorkspaceChat key={talk.id} files={files} talk={talk} connection={connection} side={side} onSide={setSide} />;
}

/** The stand-in does not read attached files, a connected model may. The page shows which one is active. */
const attachments = { accept: 'image/*,text/*,.md,.json,.csv', maxFiles: 4, maxBytes: 2_000_000 };

interface WorkspaceChatProps {
  readonly files: Workspace;
  readonly talk: Talk;
  readonly connection: Connection;
  readonly side: Side;
  readonly onSide: (side: Side) => void;
}

function WorkspaceChat({ files, talk, connection, side, onSide }: WorkspaceChatProps): ReactElement {
  const [isConnecting, setConnecting] = useState(false);
  const [view, setView] = useState<View>('chat');
  const { agent, label, isStandIn, server } = connection;

  const ownTools = useMemo(() => clientToolsFor(files), [files]);
  const clientTools = server === undefined ? ownTools : personTools;
  const [rulesName, setRulesName] = useRulesName();
  const policy = policyOf(rulesName);
  const run = useAgentRun({ agent, deps: { files }, clientTools, grants, policy, storage, runKey: talk.id });

  return (
    <div className="app" data-view={view}>
      <TopBar label={label} isStandIn={isStandIn} view={view} onView={setView} onConnect={() => setConnecting(true)} />
      {/* One landmark for all three panels: on a narrow screen each of them is what the page is about, in its turn. */}
      <main className="panels">
        <FileTree files={files} />
        <section className="chat" aria-label="Chat" {...kitLanguage}>
          <h2 className="unseen">Chat</h2>
          <AgentChat
            run={run}
            renderText={renderMarkdown}
            attachments={attachments}
            placeholder={server === undefined ? 'What should be done with the files?' : `What should ${label} do?`}
            emptyState={
              <Welcome
                isStandIn={isStandIn}
                server={server}
                keeping={files.keeping}
                onPick={run.start}
                onConnect={() => setConnecting(true)}
              />
            }
          />
        </section>
        <SidePanel
          run={run}
          grants={grants}
          rulesName={rulesName}
          onRules={setRulesName}
          talk={talk}
          side={side}
          onSide={onSide}
        />
      </main>
      {isConnecting ? (
        <ConnectDialog
          isStandIn={isStandIn}
          server={server}
          onClose={() => setConnecting(false)}
          onStandIn={connection.onStandIn}
          onModel={connection.onModel}
          onServer={connection.onServer}
        />
      ) : null}
    </div>
  );
}
