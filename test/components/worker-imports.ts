// The runner rewrites `import()` for its pages. In a worker, this replacement imports directly.
Object.assign(globalThis, { __vitest_browser_runner__: { wrapDynamicImport: (load: () => unknown) => load() } });
