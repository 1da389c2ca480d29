import { type CSSProperties, type ReactElement, useRef } from 'react';
import { ArmingNote, useArming } from '../../../src/components/index.js';

/** A button of the app with arming, and its note. */
export function ApproveButton({
  onPress,
  style,
}: {
  readonly onPress: () => void;
  readonly style?: CSSProperties | undefined;
}): ReactElement {
  const ref = useRef<HTMLButtonElement>(null);
  const arming = useArming(ref);
  return (
    <>
      <button
        ref={ref}
        type="button"
        style={{ width: 120, height: 40, padding: 0, ...style }}
        data-arming={arming.state}
        onClick={arming.guard(onPress)}
      >
        Approve
      </button>
      <ArmingNote arming={arming} />
    </>
  );
}

/** Tests run in a scaled-down frame. The browser reports full visibility only at the frame's full size. */
const frame = window.frameElement?.parentElement;
const scale = frame?.style.transform ?? '';

/** The frame sizes for each case. */
export const views = ['scaled', 'full size'] as const;

/** Shows the test's frame scaled, as the runner does, or at its full size. */
export function setView(view: (typeof views)[number]): void {
  if (frame instanceof Element) frame.style.transform = view === 'scaled' ? scale : 'none';
}
