const swc = { jsc: { parser: { syntax: 'typescript', tsx: true }, transform: { react: { runtime: 'automatic' } } } };

export default {
  testEnvironment: './jest-environment.js',
  // The first run compiles views while the first test waits for them.
  testTimeout: 60_000,
  moduleNameMapper: { '\\.css$': '<rootDir>/test/no-styles.js' },
  transform: { '\\.[jt]sx?$': ['@swc/jest', swc] },
  transformIgnorePatterns: ['/node_modules/(?!(countersign|marked|ai|@ai-sdk|@workflow|zod)/)'],
};
