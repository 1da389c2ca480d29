import type { ReactElement } from 'react';

const paths = {
  approval: 'M8 1.8 14.2 8 8 14.2 1.8 8zM8 5v3.4M8 10.8v.1',
  search: 'M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM10.4 10.4 14 14',
  form: 'M2.5 3h11v10h-11zM5 6.3h6M5 9.5h3.5',
  file: 'M4 1.8h5L12.5 5v9.2H4zM9 1.8V5h3.5',
  place: 'M8 14.2S3 9.8 3 6.6a5 5 0 0 1 10 0C13 9.8 8 14.2 8 14.2zM8 5.2a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3z',
  forward: 'm6 3.5 4.5 4.5L6 12.5',
  files: 'M2 3h12v10H2zM6 3v10',
  side: 'M2 3h12v10H2zM10 3v10',
  shield: 'M8 1.8 13.2 4v4c0 3.2-2.2 5.2-5.2 6.2C5 13.2 2.8 11.2 2.8 8V4z',
  close: 'm4 4 8 8M12 4l-8 8',
} as const;

/** The name of an icon. */
export type IconName = keyof typeof paths;

/** A decorative icon of 16 px. The text beside it, or the label of its button, has the meaning. */
export function Icon({ name }: { readonly name: IconName }): ReactElement {
  return (
    <svg className="icon" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={paths[name]} data-turns={name === 'forward' ? '' : undefined} />
    </svg>
  );
}
