import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { type Plugin, preprocessCSS, type ResolvedConfig, transformWithOxc, type UserConfig } from 'vite';
import {
  configDefaults,
  defineConfig,
  type TestProjectInlineConfiguration,
  type ViteUserConfig,
  type ViteUserConfigFnObject,
} from 'vitest/config';
import { browserArgs, installedBrowsers } from './scripts/browser.mjs';
import { alias, entries, stylesheet } from './scripts/entries.mjs';
import { splitStyles } from './scripts/split-styles.mjs';
import { slowSuites } from './test/setup/slow-suites.js';

const fromRoot = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const slashed = (file: string): string => file.replaceAll('\\', '/');

/** Whether a module only passes names of others on: the entries, and the parts of a namespace. */
function isBarrel(file: string): boolean {
  return /\/src\/(?:.+\/)?index\.ts$|\/src\/core\.ts$|\.parts\.ts$/.test(slashed(file));
}

/** Whether a module may only run where React's client features are, so that a server component may import it as such. */
function isClientModule(file: string): boolean {
  return /\/src\/(?:hooks|components|markdown|words)\//.test(slashed(file)) && !isBarrel(file);
}

/** Every build reads the kit's style sheet as apps get it. */
const css: UserConfig['css'] = { postcss: { plugins: [splitStyles()] } };

const directive = "'use client';";

/** Puts the directive at the top of client modules, once: the bundler would warn about those of the source, and repeat them. */
function clientDirective(): Plugin {
  return {
    name: 'countersign:use-client',
    transform(code) {
      const [found] = /^(['"])use client\1;?/.exec(code) ?? [];
      return found === undefined ? null : { code: code.replace(found, ''), map: null };
    },
    outputOptions(options) {
      return { ...options, banner: (chunk) => (isClientModule(chunk.facadeModuleId ?? '') ? directive : '') };
    },
  };
}

/**
 * Says of what makes a component, a context or a part for later that making it does nothing else: else the bundler of an app keeps every
 * component of a module of which it needs one, with all that it imports.
 */
function pureCalls(): Plugin {
  return {
    name: 'countersign:pure-calls',
    transform: (code) => ({
      code: code.replace(
        /(^(?:export )?const \w+ = )((?:part|partContext|forwardRef|memo|createContext|laterView|lazyPart)\()/gm,
        '$1/* @__PURE__ */ $2',
      ),
      map: null,
    }),
  };
}

/**
 * Leaves the modules that only pass names on as they were written. The bundler would make an object of each `export * as`, of which
 * an app's bundler can leave nothing out, and which a server component could not look into.
 */
function plainBarrels(): Plugin {
  return {
    name: 'countersign:plain-barrels',
    async generateBundle(_, bundle) {
      for (const [name, output] of Object.entries(bundle)) {
        if (name.startsWith('_virtual/')) delete bundle[name];
        if (output.type === 'asset' || !isBarrel(output.facadeModuleId ?? '')) continue;
        const { code } = await transformWithOxc(await readFile(output.facadeModuleId ?? '', 'utf8'), `${name}.ts`);
        output.code = code;
      }
    },
  };
}

/** Puts the style sheet beside the modules, with its imports inlined and its layers kept. */
function styles(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'countersign:styles',
    configResolved(resolved) {
      config = resolved;
    },
    async generateBundle() {
      const { code } = await preprocessCSS(await readFile(stylesheet, 'utf8'), stylesheet, config);
      this.emitFile({ type: 'asset', fileName: 'styles.css', source: code });
      // TypeScript asks for the types of whatever is imported for its effect, too.
      this.emitFile({ type: 'asset', fileName: 'styles.css.d.ts', source: 'export {};\n' });
    },
  };
}

const library: UserConfig = {
  css,
  plugins: [clientDirective(), pureCalls(), plainBarrels(), styles()],
  publicDir: false,
  build: {
    target: 'es2022',
    outDir: 'dist',
    // The modules are readable as they are: docs/decisions/2026-11-28-no-source-maps.md
    sourcemap: false,
    minify: false,
    lib: { entry: { ...entries }, formats: ['es'] },
    rolldownOptions: {
      external: (id) => !id.startsWith('.') && !id.startsWith('\0') && !isAbsolute(id),
      output: {
        preserveModules: true,
        preserveModulesRoot: 'src',
        entryFileNames: '[name].js',
      },
    },
  },
};

/**
 * What the demo's page may load: nothing from elsewhere but what a person connects to, whichever model that is. Pictures are
 * those that it made or was given.
 */
function contentSecurityPolicy(): Plugin {
  const policy = (inline: string): string =>
    [
      "default-src 'none'",
      `script-src 'self'${inline}`,
      `style-src 'self'${inline}`,
      "img-src 'self' data: blob:",
      "connect-src 'self' http: https:",
      "base-uri 'none'",
      "form-action 'none'",
    ].join('; ');
  return {
    name: 'countersign:demo-csp',
    transformIndexHtml: (_, { server }) => {
      // The development server puts styles, and React's refresh, into the page itself.
      const content = policy(server === undefined ? '' : " 'unsafe-inline'");
      const attrs = { 'http-equiv': 'Content-Security-Policy', content };
      return [{ tag: 'meta', attrs, injectTo: 'head-prepend' }];
    },
  };
}

const demo: UserConfig = {
  root: fromRoot('demo'),
  base: './',
  plugins: [react(), contentSecurityPolicy()],
  css,
  resolve: { alias },
  server: { port: 5173 },
  build: { target: 'es2022', outDir: fromRoot('demo-dist'), emptyOutDir: true },
};

/** Found while tests run, a dependency would make the page reload in the middle of one. */
const preBundled: readonly string[] = [
  '@testing-library/react',
  '@testing-library/user-event',
  'diff',
  'fast-check',
  'idb',
  'marked',
  'react',
  'react-dom',
  'react-dom/client',
  'react-dom/server',
  'react/jsx-dev-runtime',
  'react/jsx-runtime',
  'zod',
  'zod/mini',
  'zustand',
  'zustand/vanilla',
];

/**
 * Has the browser keep modules from one test file to the next. Each file has a page of its own, which would ask for some hundred modules anew;
 * while tests run once, none of them changes.
 */
function keepModules(): Plugin {
  return {
    name: 'countersign:keep-modules',
    configureServer({ middlewares, config: { server } }) {
      // Who works on the tests has them run again with each change.
      if (server.watch !== null) return;
      middlewares.use((_, response, next) => {
        const setHeader = response.setHeader.bind(response);
        response.setHeader = (name, value) =>
          setHeader(name, name.toLowerCase() === 'cache-control' && value === 'no-cache' ? 'max-age=3600' : value);
        next();
      });
    },
  };
}

/** Whether tests try all of their cases, or a part. */
const slowTests = process.env.COUNTERSIGN_ALL === '1' ? 'whole' : 'thin';

/** A limit finds what hangs; how long a test takes on a busy machine is no result. In milliseconds. */
const testTimeout = process.env.COUNTERSIGN_ALL === '1' ? 600_000 : 60_000;

/** A project of tests in a real browser. */
function browserProject(test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration {
  return {
    extends: true,
    plugins: [keepModules()],
    optimizeDeps: { include: [...preBundled] },
    test: {
      testTimeout,
      setupFiles: [fromRoot('test/setup/browser.ts')],
      // One page a worker: the sources are loaded and compiled once, not once a file. The set-up cleans it after each file.
      isolate: false,
      browser: {
        enabled: true,
        headless: true,
        ui: false,
        screenshotFailures: false,
        // Animations would make a test see a card that is still fading in.
        provider: playwright({ launchOptions: launchOptions(), contextOptions: { reducedMotion: 'reduce' } }),
        instances: [{ browser: 'chromium' }],
      },
      ...test,
    },
  };
}

/** Every story: it renders, its `play` holds, and axe finds nothing; with `npm run test:all` in both themes. */
const stories: TestProjectInlineConfiguration = {
  ...browserProject({
    name: 'stories',
    dir: fromRoot('.'),
    provide: { slowTests },
    setupFiles: [fromRoot('.storybook/vitest.setup.ts')],
  }),
  optimizeDeps: { include: [...preBundled, 'axe-core', 'storybook/test', 'storybook/theming'] },
  plugins: [storybookTest({ configDir: fromRoot('.storybook') })],
};

/**
 * The hooks and the components under the oldest React that the package supports. With its copy's folder as the root,
 * `dedupe` gives that copy to every importer, our sources and pre-bundled dependencies alike; what Vite pre-bundles is kept
 * apart, below that root.
 */
const react18: TestProjectInlineConfiguration = {
  ...browserProject({
    name: 'browser-react-18',
    dir: fromRoot('test'),
    include: ['hooks', 'components', 'words', 'testing', 'setup'].map((folder) =>
      fromRoot(`test/${folder}/**/*.browser.test.{ts,tsx}`),
    ),
    exclude: [],
    provide: { reactVersion: '18.3.' },
  }),
  root: fromRoot('node_modules/.cache/react-18'),
  css,
  resolve: { alias, dedupe: ['react', 'react-dom'] },
  server: { fs: { allow: [fromRoot('.')] } },
};

/** A part of `npm run test:all`, and of a run that names files. */
const left: readonly string[] = process.env.COUNTERSIGN_SUITES === 'fast' ? slowSuites.map(fromRoot) : [];

const tests: ViteUserConfig = {
  plugins: [react()],
  css,
  resolve: { alias },
  test: {
    // All cores: by default one stays idle, which is half of a small machine. A server of pages cannot keep up with more than a dozen.
    maxWorkers: Math.min(availableParallelism(), 12),
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          testTimeout,
          // The sources are loaded once a worker, not once a file. A test that changes something global puts it back.
          isolate: false,
          setupFiles: [fromRoot('test/setup/node.ts')],
          include: ['test/**/*.test.ts', 'test/dom/*.test.tsx'],
          exclude: [...configDefaults.exclude, 'test/**/*.browser.test.ts', 'test/e2e/**', ...left],
        },
      },
      browserProject({
        name: 'browser',
        include: [fromRoot('test/**/*.browser.test.{ts,tsx}')],
        exclude: [...configDefaults.exclude, ...left],
        provide: { reactVersion: '19.', slowTests },
      }),
      stories,
      ...(process.env.COUNTERSIGN_ALL === '1' ? [react18] : []),
      {
        extends: true,
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['test/e2e/**/*.e2e.test.ts'],
          exclude: [...configDefaults.exclude, ...left],
          globalSetup: ['test/setup/e2e.ts'],
          // Playwright is loaded once a worker.
          isolate: false,
          setupFiles: [fromRoot('test/setup/node.ts')],
          // After all others: two browsers at once are enough for two cores.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          testTimeout,
          hookTimeout: testTimeout,
          provide: { browserLaunch: launchOptions() },
        },
      },
    ],
  },
};

function launchOptions(): { executablePath?: string; args: string[] } {
  const [executablePath] = installedBrowsers();
  return { ...(executablePath === undefined ? {} : { executablePath }), args: [...browserArgs] };
}

/** `vite` serves the demo, `vite build --mode demo` builds it, `vite build` builds the library, `vitest` tests. */
const config: ViteUserConfigFnObject = defineConfig(({ command, mode }) => {
  if (process.env.VITEST) return tests;
  return command === 'serve' || mode === 'demo' ? demo : library;
});

export default config;
