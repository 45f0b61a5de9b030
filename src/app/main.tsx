/** Starts the page. It is drawn at once: nothing here waits for an answer. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { keepComponentStack } from '../panels/fault-report.ts';
import { applyInitialTheme } from '../services/theme.ts';
import { App, queries } from './app.tsx';
import './base.css';
import { pageAddress, startAddress } from '../services/address.ts';
import { titleByHeading } from '../services/page-title.ts';
import { takeTokens } from '../services/server/session.ts';
import { watchPage } from '../services/watch-page.ts';
import { hashOf } from '../state/page-address.ts';
import { keepOffline } from './offline/keep-offline.ts';
import { preparePage } from './router.tsx';
import { meetServer, watchServer } from './trouble/watch-server.ts';

applyInitialTheme();
watchPage();
titleByHeading();
watchServer(queries);
// The link that the server prints carries a token; it must leave the address bar before anything else reads it.
takeTokens(
  () => hashOf(pageAddress().shown()).slice(1),
  () => void meetServer(),
);
startAddress(preparePage);

const root = createRoot(document.getElementById('root') as HTMLElement, {
  onCaughtError: (error, { componentStack }) => {
    keepComponentStack(error, componentStack);
    console.error(error);
  },
});
root.render(
  <StrictMode>
    <App />
  </StrictMode>,
);
void keepOffline();
