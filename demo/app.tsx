import type { LanguageModelV4 } from '@ai-sdk/provider';
import { createAgent, useAgentRun } from 'countersign';
import { AgentChat, EventFeed } from 'countersign/components';
import { type ReactElement, useEffect, useMemo, useState } from 'react';
import { AskUser } from './client-tools/ask-user.js';
import { downloadFrom } from './client-tools/download.js';
import { FilePicker } from './client-tools/file-picker.js';
import { locate } from './client-tools/locate.js';
import { createStandInModel } from './model/index.js';
import { ConnectDialog } from './panels/connect-dialog.js';
import { FileTree } from './panels/file-tree.js';
import { Markdown } from './panels/markdown.js';
import { TopBar, type View } from './panels/top-bar.js';
import { Welcome } from './panels/welcome.js';
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
  return <WorkspaceChat files={opened} />;
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

function WorkspaceChat({ files }: { readonly files: Workspace }): ReactElement {
  const standIn = useStandIn();
  const [connected, setConnected] = useState<Connection>();
  const [isConnecting, setConnecting] = useState(false);
  const [view, setView] = useState<View>('chat');
  const { model, label, isStandIn } = connected ?? standIn;

  const agent = useMemo(() => createAgent({ name: 'Workspace', model, instructions, tools }), [model]);
  const clientTools = useMemo(
    () => ({
      pick_file: { render: FilePicker },
      ask_user: { render: AskUser },
      locate: { execute: locate },
      download_file: { execute: downloadFrom(files) },
    }),
    [files],
  );
  const run = useAgentRun({
    agent,
    deps: { files },
    clientTools,
    deferredToolHandler: (requests, { ask }) => ask(requests),
  });

  return (
    <div className="app" data-view={view}>
      <TopBar label={label} isStandIn={isStandIn} view={view} onView={setView} onConnect={() => setConnecting(true)} />
      <FileTree files={files} />
      <main>
        <AgentChat
          run={run}
          renderText={(text) => <Markdown text={text} />}
          placeholder="What should be done with the files?"
          emptyState={<Welcome isStandIn={isStandIn} onPick={run.start} onConnect={() => setConnecting(true)} />}
        />
      </main>
      <aside>
        <EventFeed run={run} />
      </aside>
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
