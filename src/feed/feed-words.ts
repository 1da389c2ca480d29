import type { AnswerStrings } from '../components/strings.js';
import type { FeedFormat } from './feed-format.js';
import type { FeedStrings } from './feed-strings.js';

/** The words that the projection puts in lines. */
export interface FeedWords {
  readonly feed: FeedStrings;
  readonly answers: AnswerStrings;
  readonly format: FeedFormat;
}
