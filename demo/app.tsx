import { useAgentRun } from 'countersign';
import { AgentChat, AsideProvider, PreviewAside, useTitleBadge } from 'countersign/components';
import { renderMarkdown } from 'countersign/markdown';
import { type ReactElement, useEffect, useMemo, useState } from 'react';
import { clientToolsFor, personTools } from './client-tools/client-tools.js';
import { type Connection, undoTime, useConnection } from './connection.js';
import { kitLanguage } from './language.js';
import { ConnectDialog } from './panels/connect-dialog.js';
import { FileTree } from './panels/file-tree.js';
import { type Side, SidePanel } from './panels/side-panel.js';
import { TopBar, type View } from './panels/top-bar.js';
import { Welcome } from './panels/welcome.js';
import { policyOf, titleOf } from './rules.js';
import { grants, storage, type Talk, useTalk } from './talk.js';
import { usePanel } from './use-panel.js';
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
  const run = useAgentRun({
    agent,
    deps: { files },
    clientTools,
    grants,
    policy,
    storage,
    runKey: talk.id,
    sendDelay: undoTime,
  });
  useTitleBadge(run);
  useFocusInComposer();
  const [filesPanel, sidePanel] = [usePanel(1440), usePanel(1101)];
  const showRules = (): void => {
    onSide('rules');
    setView('events');
    if (sidePanel.state === 'closed') sidePanel.toggle();
  };

  return (
    <div className="app" data-view={view} data-files={filesPanel.state} data-panel={sidePanel.state}>
      <a className="skip" href="#chat">
        Skip to the chat
      </a>
      <TopBar
        label={label}
        isStandIn={isStandIn}
        view={view}
        onView={setView}
        onConnect={() => setConnecting(true)}
        files={filesPanel}
        side={sidePanel}
        rulesTitle={titleOf(rulesName)}
        onRules={showRules}
      />
      {/* One landmark for all three panels: a narrow screen shows one of them at a time. */}
      <main className="panels">
        <FileTree files={files} />
        <section className="chat" id="chat" tabIndex={-1} aria-label="Chat" {...kitLanguage}>
          <h2 className="unseen">Chat</h2>
          <AsideProvider>
            <AgentChat
              run={run}
              renderText={renderMarkdown}
              attachments={attachments}
              placeholder={server === undefined ? 'Ask for a change' : `Ask ${label}`}
              aside={<PreviewAside run={run} />}
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
          </AsideProvider>
        </section>
        <SidePanel
          run={run}
          grants={grants}
          rulesName={rulesName}
          onRules={setRulesName}
          talk={talk}
          side={side}
          onSide={onSide}
          onClose={() => {
            sidePanel.toggle();
            document.querySelector<HTMLElement>('[data-panel=side]')?.focus(); // the pressed button is hidden now
          }}
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

/** Puts the cursor into the message field when the chat opens. On a touch screen, this would open the keyboard. */
function useFocusInComposer(): void {
  useEffect(() => {
    if (document.activeElement !== document.body || !matchMedia('(pointer: fine)').matches) return;
    document.querySelector<HTMLElement>('[data-cs=composer-input]')?.focus({ preventScroll: true });
  }, []);
}
