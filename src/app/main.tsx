/** Starts the page. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { config } from 'zod';
import { App } from './app.tsx';
import { applyInitialTheme } from './apply-theme.ts';
import './base.css';
import { takeTokenFromLink } from './session.ts';

// Schemas must not compile themselves: the server's content policy forbids it, and the probe alone is reported.
config({ jitless: true });
applyInitialTheme();
// The link that the server prints carries a token; it must leave the address bar before anything else reads it.
await takeTokenFromLink();
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
