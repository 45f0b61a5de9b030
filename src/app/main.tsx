/** Starts the page. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { applyInitialTheme } from './apply-theme.ts';
import './base.css';
import { takeTokenFromLink } from './session.ts';

applyInitialTheme();
// The link that the server prints carries a token; it must leave the address bar before anything else reads it.
await takeTokenFromLink();
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
