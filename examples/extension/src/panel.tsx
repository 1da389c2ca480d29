import 'countersign/styles.css';
import './page.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Chat } from './chat';

const root = document.querySelector('#root');
if (root === null) throw new Error('panel.html has no element with the id "root".');
createRoot(root).render(
  <StrictMode>
    <Chat />
  </StrictMode>,
);
