import { answerMessages } from './answer-messages.js';

answerMessages();
