import 'countersign/styles.css';
import './paper.css';
import type { Decorator, Preview } from '@storybook/react-vite';
import { StringsProvider } from 'countersign/components';
import { disarmApprovals } from 'countersign/testing';
import { argTypesOf, controlsThatWork } from './arg-types.js';
import { DocsPage } from './docs-page.js';
import { countStory } from './story-checks.js';
import { theme } from './theme.js';
import { globalTypes, initialGlobals, languages, viewports } from './toolbar.js';

/** Puts a story on its paper, in the theme, direction, language, density and motion of the toolbar. */
const onPaper: Decorator = (Story, { globals, parameters, viewMode }) => {
  const { theme: colors, density, motion } = globals;
  const language = String(globals.language);
  const { strings = {}, direction = String(globals.direction) } = languages[language] ?? {};
  if (viewMode !== 'docs') {
    // Dialogs and popovers stand outside of the paper.
    Object.assign(document.documentElement.dataset, { theme: colors, density });
    Object.assign(document.documentElement, { dir: direction, lang: language });
  }
  return (
    <div
      className="story"
      data-view={viewMode}
      data-theme={colors}
      data-density={density}
      data-motion={motion}
      dir={direction}
      lang={language}
    >
      <div className="story-column" data-fills={parameters.fills === true ? '' : undefined}>
        <StringsProvider strings={strings} locale={language}>
          <Story />
        </StringsProvider>
      </div>
    </div>
  );
};

/** How to arm the approve buttons again. */
let rearm = (): void => {};

const preview: Preview = {
  tags: ['autodocs'],
  // A `play` presses at once; whoever looks afterwards meets the buttons as they are. `parameters: { arming: 'on' }` keeps them so.
  beforeEach: ({ parameters }) => {
    countStory();
    if (parameters.arming === 'on') return undefined;
    rearm = disarmApprovals();
    return rearm;
  },
  afterEach: () => rearm(),
  argTypesEnhancers: [controlsThatWork],
  globalTypes,
  initialGlobals,
  decorators: [onPaper],
  parameters: {
    layout: 'fullscreen',
    backgrounds: { disable: true },
    controls: { expanded: true },
    docs: { theme, page: DocsPage, extractArgTypes: argTypesOf },
    viewport: { options: viewports },
    a11y: { test: 'error' },
    options: {
      storySort: {
        order: [
          'Approval',
          ['ApprovalQueue', 'ApprovalCard', 'Batch', 'Approval'],
          'Guides',
          [
            'Getting started',
            'The handler',
            'Policies and grants',
            'Client tools',
            'Your own card',
            'Theming',
            'Testing your app',
            'Several chats and a tray',
            'Security',
            'Accessibility and keyboard',
            'Screenshots',
          ],
          'Chat',
          'Thread',
          'Client tools',
          'Attention',
          '*',
        ],
      },
    },
  },
};

export default preview;
