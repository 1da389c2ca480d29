import '../zod-jitless.js';
import 'countersign/styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { InboxApp } from './inbox-app.js';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id "root" to render into.');
createRoot(root).render(
  <StrictMode>
    <InboxApp />
  </StrictMode>,
);
