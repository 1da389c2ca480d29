import './page.css';
import { mount } from 'svelte';
import NotesChat from './notes-chat.svelte';

const target = document.querySelector('#root');
if (target === null) throw new Error('index.html has no element with the id "root".');
mount(NotesChat, { target });
