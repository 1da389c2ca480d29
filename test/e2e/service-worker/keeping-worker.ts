import { loadStorageEagerly } from 'countersign/eager';
import { answerMessages } from './answer-messages.js';

// The same worker with the code of its storage in it.

loadStorageEagerly();
answerMessages();
