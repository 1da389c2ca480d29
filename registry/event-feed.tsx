'use client';
import { Feed } from 'countersign/components';
import type { ComponentProps } from 'react';

/** The events of a run, line by line. For a stored run: `<EventFeed events={parseRunEvents(text)} />`. */
export function EventFeed(props: ComponentProps<typeof Feed.Root>) {
  return (
    <Feed.Root {...props} className="flex h-full flex-col rounded-xl border bg-card text-card-foreground shadow-sm">
      <header className="flex flex-wrap items-center gap-2 border-b px-6 py-3">
        <Feed.Title className="text-base font-semibold" />
        <Feed.Count className="me-auto text-sm text-muted-foreground" />
        <Feed.Follow className="h-8 rounded-md px-3 text-sm" />
        <Feed.Export className="text-sm" />
      </header>
      <Feed.Toolbar className="flex flex-wrap items-center gap-2 border-b px-6 py-3">
        <Feed.Search className="h-8 min-w-40 flex-1 rounded-md border border-input bg-transparent px-3 text-sm shadow-xs" />
        <Feed.Agents />
        <Feed.Filter />
      </Feed.Toolbar>
      <Feed.Earlier />
      <div className="relative flex min-h-0 flex-1 flex-col">
        <Feed.Rows />
        <Feed.Latest className="absolute end-4 bottom-4 rounded-full shadow-md" />
      </div>
      <Feed.Totals className="border-t px-6 py-3 text-sm text-muted-foreground" />
    </Feed.Root>
  );
}
