/**
 * The token of the link that `npm start` prints (`#token=…`): handed to the server once, which answers with a cookie that
 * no script can read. On a static page there is no server and nothing happens.
 */
import { addressOf, rememberServer, serverHeaders } from './server.ts';

export async function takeTokenFromLink(): Promise<void> {
  const match = /^#token=([\w-]+)(.*)/.exec(location.hash);
  if (!match) return;
  const [, token, rest] = match;
  history.replaceState(null, '', location.pathname + location.search + (rest ? `#${rest}` : ''));
  try {
    const answer = await fetch(addressOf('session'), {
      method: 'POST',
      headers: serverHeaders,
      body: JSON.stringify({ token }),
    });
    if (answer.ok) rememberServer();
  } catch {
    // The server is gone: the page works without it and says so where it matters.
  }
}
