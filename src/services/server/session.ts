/**
 * The token of the link that `npm start` prints (`#token=…`): handed to the server, which answers with a cookie that no
 * script can read. It leaves the address bar before anything is drawn, and nothing waits for the answer. On a static page
 * there is no server and nothing happens.
 */

import { awaitSession, rememberServer } from './server.ts';
import { addressOf, fetchAnswer, serverHeaders, troubleWith } from './server-requests.ts';

/**
 * Must be called before the first paint. `shown` is the address of the page that is shown, for a link that is pasted
 * into an open window.
 */
export function takeTokens(shown: () => string, onNewSession: () => void): void {
  takeFromAddress('');
  // Runs before the router hears of it: the router knows no page for such a link.
  addEventListener('popstate', () => takeFromAddress(`#${shown()}`) && onNewSession(), { capture: true });
}

/** Whether there was one. */
function takeFromAddress(before: string): boolean {
  const match = /^#token=([\w-]+)(.*)/.exec(location.hash);
  if (!match) return false;
  const [, token, rest] = match;
  history.replaceState(history.state, '', location.pathname + location.search + (rest ? `#${rest}` : before));
  awaitSession(exchange(token));
  return true;
}

/** Whether one of our servers has answered, be it with a refusal. */
async function exchange(token: string): Promise<boolean> {
  try {
    const body = JSON.stringify({ token });
    const answer = await fetchAnswer(addressOf('session'), { method: 'POST', headers: serverHeaders, body });
    if (answer.status === 401) troubleWith('locked', 'the link belongs to an earlier start of the server');
    if (answer.status >= 500) troubleWith('failing', `the server answered ${answer.status}`);
    if (answer.ok) rememberServer();
    return answer.ok || answer.status === 401 || answer.status >= 500;
  } catch {
    // The whole page says so; what needs no server goes on.
    return true;
  }
}
