import { Component, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { Assembly, assemblyNames } from '../../components/assemblies.js';
import 'countersign/styles.css';

// Every view of the kit, in a page that has shown no run: what looks through texts is not there yet.

/** Says which view broke. */
class Told extends Component<{ readonly children: ReactNode }, { readonly error: string | undefined }> {
  override readonly state: { readonly error: string | undefined } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { readonly error: string } {
    return { error: String(error) };
  }

  override render(): ReactNode {
    return this.state.error === undefined ? this.props.children : <p className="broken">{this.state.error}</p>;
  }
}

createRoot(document.body.appendChild(document.createElement('main'))).render(
  assemblyNames.map((name) => (
    <section key={name} data-view={name}>
      <Told>
        <Assembly name={name} onCommit={() => {}} />
      </Told>
    </section>
  )),
);
