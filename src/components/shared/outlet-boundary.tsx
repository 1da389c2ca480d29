'use client';
import { Component, type ReactNode } from 'react';

/** Props of {@link OutletBoundary}. */
export interface OutletBoundaryProps {
  readonly children: ReactNode;
  /** What stands in for a component that threw. `retry` renders it afresh. */
  readonly renderFailure: (message: string, retry: () => void) => ReactNode;
}

type BoundaryState = { readonly status: 'fine' } | { readonly status: 'failed'; readonly message: string };

/** Keeps an app's component that throws from taking the chat with it. */
export class OutletBoundary extends Component<OutletBoundaryProps, BoundaryState> {
  override state: BoundaryState = { status: 'fine' };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { status: 'failed', message: error instanceof Error ? error.message : String(error) };
  }

  readonly retry = (): void => this.setState({ status: 'fine' });

  override render(): ReactNode {
    if (this.state.status === 'fine') return this.props.children;
    return this.props.renderFailure(this.state.message, this.retry);
  }
}
