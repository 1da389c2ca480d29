export { SuggestionItem as Item } from './suggestion-item.js';
export { SuggestionRoot as Root } from './suggestion-root.js';
