/**
 * The suites that only `npm run test:all` or `npm test -- <part of their name>` runs: other browsers and
 * frameworks, whole documents, Storybook pages, and hostile or exhaustive inputs.
 * `test/conformance/coverage.test.ts` lists the rows that a normal run therefore does not check.
 */
export const slowSuites: readonly string[] = [
  ...[
    'any-server',
    'axe',
    'connect-server',
    'docs-blocks',
    'docs-site',
    'engines',
    'examples',
    'hidden-tab',
    'inbox',
    'kill',
    'leaks',
    'other-styles',
    'registry',
    'remote',
    'storybook',
  ].map((name) => `test/e2e/${name}.e2e.test.ts`),
  'test/components/arming/layers.browser.test.tsx',
  'test/agent/journal/contract.test.ts',
  'test/agent/model/cut-responses.test.ts',
  'test/approval/deceptive/disguises.browser.test.ts',
  'test/approval/deceptive/disguises.test.ts',
  'test/approval/deceptive/hostile-deceptive.test.ts',
  'test/approval/redaction/hostile-redaction.test.ts',
  'test/approval/grants/grants-properties.test.ts',
  'test/approval/reading/spellings.property.test.ts',
  'test/conformance/all-events.browser.test.tsx',
  'test/docs/story-code.test.ts',
  'test/dom/happy-dom.test.tsx',
  'test/hostile/foreign-wires.test.ts',
  'test/hostile/fuzz-server-bodies.test.ts',
  'test/hostile/recorded-events.test.ts',
  'test/hostile/sizes.test.ts',
  'test/package/compatibility.test.ts',
  'test/properties/found.test.ts',
];
