import { useDark, useLocation } from '@rspress/core/runtime';
import { useEffect } from 'react';

/**
 * Opens the stories of a page in the theme of the page. A story has its address in `data-story`, since its theme is a
 * part of the address.
 */
export function StoryFrames(): null {
  const isDark = useDark();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other frames
  useEffect(() => {
    const open = (): void => {
      for (const frame of document.querySelectorAll<HTMLIFrameElement>('iframe[data-story]')) {
        const address = `${new URL(frame.dataset.story ?? '', location.href)}&globals=theme:${isDark ? 'dark' : 'light'}`;
        if (frame.src !== address) frame.src = address;
      }
    };
    open();
    // The content of a page arrives after its address.
    const observer = new MutationObserver(open);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [isDark, pathname]);
  return null;
}
