export { checkJsonSchema } from './check-json-schema.js';
