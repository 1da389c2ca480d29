// Tests wrap `import()` by something that only pages are given. Imported first in a worker, this stands in for it.
Object.assign(globalThis, { __vitest_browser_runner__: { wrapDynamicImport: (load: () => unknown) => load() } });
