// The runner rewrites `import()` for its pages. A worker has none of them, and imports as it is written.
Object.assign(globalThis, { __vitest_browser_runner__: { wrapDynamicImport: (load: () => unknown) => load() } });
