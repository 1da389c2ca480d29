import 'countersign/styles.css';
import './paper.css';
import './reference/reference.css';
import type { Decorator, Preview } from '@storybook/react-vite';
import { StringsProvider } from 'countersign/components';
import { disarmApprovals } from 'countersign/testing';
import { argTypesOf, controlsThatWork } from './arg-types.js';
import { PageContainer } from './docs-container.js';
import { DocsPage } from './docs-page.js';
import { countStory } from './story-checks.js';
import { theme } from './theme.js';
import { globalTypes, initialGlobals, languages, viewports } from './toolbar.js';

/** Renders a story on a page with the theme, direction, language, density and motion of the toolbar. */
const onPaper: Decorator = (Story, { globals, parameters, viewMode }) => {
  const { theme: colors, density, motion } = globals;
  const language = String(globals.language);
  const { strings = {}, direction = String(globals.direction) } = languages[language] ?? {};
  if (viewMode !== 'docs') {
    // Dialogs and popovers are outside of the page element.
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

/** A function that arms the approve buttons again. */
let rearm = (): void => {};

const preview: Preview = {
  tags: ['autodocs'],
  // A `play` function presses at once, so the wait is off until it ends. `parameters: { arming: 'on' }` keeps the wait.
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
    docs: {
      theme,
      container: PageContainer,
      page: DocsPage,
      extractArgTypes: argTypesOf,
      toc: {
        title: 'On this page',
        headingSelector: 'h2, h3',
        contentsSelector: '.sbdocs-content',
        ignoreSelector: '.story *, .miniature *',
      },
    },
    viewport: { options: viewports },
    a11y: { test: 'error' },
    options: {
      storySort: {
        order: [
          'Which component do I need?',
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
          'Hooks',
          'Functions',
        ],
      },
    },
  },
};

export default preview;
