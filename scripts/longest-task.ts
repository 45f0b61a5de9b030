/** The longest task of a page's main thread, in processor time, so that other work on the machine does not count. */
import type { CDPSession, Page } from 'playwright-core';

/** After an action the page goes on for a while: what comes in is drawn. */
const LOOK_MS = 200;

/** The part of a browser's trace that is read here. */
interface TraceEvent {
  readonly ph: string;
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time [us]. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** Processor time of the longest task of the page's main thread during `act`; other work on the machine does not count. */
export async function longestTaskMs(page: Page, act: () => Promise<unknown>): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Tracing.start', {
    transferMode: 'ReturnAsStream',
    traceConfig: { includedCategories: ['toplevel'] },
  });
  await act();
  await page.waitForTimeout(LOOK_MS);
  const complete = new Promise<string>(resolve => {
    devtools.once('Tracing.tracingComplete', ({ stream }) => resolve(stream!));
  });
  await devtools.send('Tracing.end');
  const events = await traceEvents(devtools, await complete);
  const isPage = new Set(events.filter(({ args }) => args.name === 'CrRendererMain').map(threadOf));
  const tasks = events.filter(event => event.ph === 'X' && /RunTask$/.test(event.name) && isPage.has(threadOf(event)));
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1000));
}

const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;

async function traceEvents(devtools: CDPSession, handle: string): Promise<readonly TraceEvent[]> {
  let text = '';
  for (;;) {
    const { data, eof } = await devtools.send('IO.read', { handle });
    text += data;
    if (eof) return JSON.parse(text).traceEvents;
  }
}
