import './zod-jitless.js';
import 'countersign/styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import { kitLanguage, LanguageOfKit } from './language.js';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id "root" to render into.');
document.documentElement.dir = kitLanguage.dir;
createRoot(root).render(
  <StrictMode>
    <LanguageOfKit>
      <App />
    </LanguageOfKit>
  </StrictMode>,
);
