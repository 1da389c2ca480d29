import './page.css';
import { createApp } from 'vue';
import NotesChat from './notes-chat.vue';

createApp(NotesChat).mount('#root');
