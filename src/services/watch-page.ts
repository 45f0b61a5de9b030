/** Reports errors outside React's drawing: parts that cannot be fetched, and errors that no code catches. */
import { useTrouble } from '../state/trouble-store.ts';
import { fetchAnswer, ServerTrouble } from './server/server-requests.ts';

/** Chromium's, Firefox's and Safari's words, and those of the bundler for a style sheet. */
const MISSING_PART = /dynamically imported module|importing a module script failed|Unable to preload CSS/i;

export const isMissingPart = (error: unknown): boolean => error instanceof Error && MISSING_PART.test(error.message);

/** Must be called once, before anything is drawn. */
export function watchPage(): void {
  addEventListener('vite:preloadError', () => void explainMissingPart());
  addEventListener('unhandledrejection', ({ reason }) => notice(reason));
  addEventListener('error', ({ error, filename }) => {
    // Errors from elsewhere, such as an extension, are not the page's. Loops of observers come without an error.
    if (error && filename.startsWith(location.origin)) notice(error);
  });
}

function notice(error: unknown): void {
  if (isMissingPart(error)) void explainMissingPart();
  else if (!isExpected(error)) useTrouble.getState().setMishap(error);
}

/** Whether the error is a deliberate abort, or already shown. */
const isExpected = (error: unknown): boolean =>
  error instanceof ServerTrouble || (error as Error | null)?.name === 'AbortError';

/** A worker's parts are fetched by the worker, and only its words come here: none where its own file is missing. */
export function noticeWorker(why: string): void {
  if (why === '' || MISSING_PART.test(why)) void explainMissingPart();
}

/** The page's start file names its program by content: another name is another page. */
async function explainMissingPart(): Promise<void> {
  const { setFiles } = useTrouble.getState();
  try {
    const answer = await fetchAnswer('./', { cache: 'no-store' });
    setFiles(answer.ok && programIn(await answer.text()) !== programHere() ? 'updated' : 'missing');
  } catch {
    // The server does not answer: this is shown together with the missing part.
    setFiles('missing');
  }
}

const programHere = (): string | null =>
  document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;

const programIn = (html: string): string | null =>
  new DOMParser().parseFromString(html, 'text/html').querySelector('script[type="module"][src]')?.getAttribute('src') ??
  null;
