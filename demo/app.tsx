import type { LanguageModelV4 } from '@ai-sdk/provider';
import { createAgent, useAgentRun } from 'countersign';
import { AgentChat } from 'countersign/components';
import { renderMarkdown } from 'countersign/markdown';
import { type ReactElement, useEffect, useMemo, useState } from 'react';
import { clientToolsFor } from './client-tools/client-tools.js';
import { kitLanguage } from './language.js';
import { createStandInModel } from './model/index.js';
import { ConnectDialog } from './panels/connect-dialog.js';
import { FileTree } from './panels/file-tree.js';
import { type Side, SidePanel } from './panels/side-panel.js';
import { TopBar, type View } from './panels/top-bar.js';
import { Welcome } from './panels/welcome.js';
import { policyOf, type RulesName } from './rules.js';
import { grants, storage, type Talk, useTalk } from './talk.js';
import { instructions, tools } from './tools.js';
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
  const [side, setSide] = useState<Side>('events');
  return <WorkspaceChat key={talk.id} files={files} talk={talk} side={side} onSide={setSide} />;
}

interface Connection {
  readonly label: string;
  readonly model: LanguageModelV4;
  readonly isStandIn: boolean;
}

function useStandIn(): Connection {
  return useMemo(
    () => ({ label: 'Built-in stand-in', model: createStandInModel({ pace: pace() }), isStandIn: true }),
    [],
  );
}

/** `?pace=instant` makes the stand-in answer at once, for those who drive this page. */
function pace(): 'human' | 'instant' {
  return new URLSearchParams(location.search).get('pace') === 'instant' ? 'instant' : 'human';
}

/** The stand-in reads no files, and a connected model may; the person sees which one it is. */
const attachments = { accept: 'image/*,text/*,.md,.json,.csv', maxFiles: 4, maxBytes: 2_000_000 };

interface WorkspaceChatProps {
  readonly files: Workspace;
  readonly talk: Talk;
  readonly side: Side;
  readonly onSide: (side: Side) => void;
}

function WorkspaceChat({ files, talk, side, onSide }: WorkspaceChatProps): ReactElement {
  const standIn = useStandIn();
  const [connected, setConnected] = useState<Connection>();
  const [isConnecting, setConnecting] = useState(false);
  const [view, setView] = useState<View>('chat');
  const { model, label, isStandIn } = connected ?? standIn;

  const agent = useMemo(() => createAgent({ name: 'Workspace', model, instructions, tools }), [model]);
  const clientTools = useMemo(() => clientToolsFor(files), [files]);
  const [rulesName, setRulesName] = useState<RulesName>('usual');
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
            placeholder="What should be done with the files?"
            emptyState={
              <Welcome
                isStandIn={isStandIn}
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
          onClose={() => setConnecting(false)}
          onStandIn={() => setConnected(undefined)}
          onConnected={(made) => setConnected({ ...made, isStandIn: false })}
        />
      ) : null}
    </div>
  );
}
