/** Measures what a browser loads before the first exhibit is visible, in bytes that a web host with gzip would send. */
import { gzipSync } from 'node:zlib';
import { launchBrowser, serveDist } from './browser.ts';

export const FIRST_EXHIBIT = '#/banks/transpose';

export interface Fetched {
  /** Relative to the page's address; '' is the page itself. */
  readonly path: string;
  readonly bytes: number;
  readonly gzipBytes: number;
}

/** Only code and styles: the PTX of a kernel is data, and its size depends on the kernel. */
const isPage = (path: string): boolean => path === '' || /\.(html|js|css|svg)$/.test(path);

/** @param folder contains a built page. */
export async function firstLoad(folder: string): Promise<readonly Fetched[]> {
  const dist = await serveDist(folder);
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    const bodies: Promise<Fetched>[] = [];
    // Requests of a worker are reported by the context, not by the page.
    page.context().on('response', response => {
      const [path] = response.url().slice(dist.url.length).split(/[?#]/, 1);
      if (!response.ok() || !isPage(path)) return;
      const body = response.body().then(whole => fetched(path, whole));
      // One that comes behind the count breaks off with the browser.
      body.catch(() => {});
      bodies.push(body);
    });
    await page.goto(dist.url + FIRST_EXHIBIT, { waitUntil: 'networkidle' });
    await page.locator('h1').first().waitFor();
    return await Promise.all(bodies);
  } finally {
    await browser.close();
    await dist.close();
  }
}

const fetched = (path: string, body: Buffer): Fetched => ({
  path,
  bytes: body.length,
  gzipBytes: gzipSync(body, { level: 9 }).length,
});
