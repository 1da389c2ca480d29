import { Story } from '@storybook/addon-docs/blocks';
import type { ComponentProps, ReactElement, ReactNode } from 'react';

/** A list of components to choose from. */
export function Overview({ children }: { readonly children: ReactNode }): ReactElement {
  return <ul className="overview sb-unstyled">{children}</ul>;
}

interface ChoiceProps {
  /** The component or page. */
  readonly name: string;
  /** The id of its page: `approval-approvalqueue--docs`. */
  readonly page: string;
  /** The task of a reader that this component is for. */
  readonly need: string;
  /** The story that shows it. */
  readonly story: ComponentProps<typeof Story>['of'];
  /** `small`: a component of one line, shown larger. */
  readonly size?: 'small';
}

/** One component with the need that it covers, and a live story in miniature. */
export function Choice({ name, page, need, story, size }: ChoiceProps): ReactElement {
  return (
    <li className="overview-card">
      <div className="miniature" data-size={size} inert>
        <div>
          <Story of={story} />
        </div>
      </div>
      <div className="overview-words">
        <p>{need}</p>
        <a href={`?path=/docs/${page}`} target="_top">
          {name}
        </a>
      </div>
    </li>
  );
}
