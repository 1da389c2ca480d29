'use client';
import { Component, type ReactNode } from 'react';

/** Props of {@link OutletBoundary}. */
interface OutletBoundaryProps {
  readonly children: ReactNode;
  /** Renders the replacement for a component that threw. `retry` renders it again. */
  readonly renderFailure: (message: string, retry: () => void) => ReactNode;
}

type BoundaryState = { readonly status: 'fine' } | { readonly status: 'failed'; readonly message: string };

/** An error boundary: an app's component that throws does not remove the chat. */
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
