/** What a browser fetches before the first exhibit stands there, as a page host with gzip would send it. */
import { gzipSync } from 'node:zlib';
import { launchBrowser, serveDist } from './browser.ts';

export const FIRST_EXHIBIT = '#/banks/transpose';

export interface Fetched {
  /** Below the page's address; '' is the page itself. */
  readonly path: string;
  readonly bytes: number;
  readonly gzipBytes: number;
}

/** Code and style only: a kernel's PTX is data, and its size is the kernel's. */
const isPage = (path: string): boolean => path === '' || /\.(html|js|css|svg)$/.test(path);

/** `folder` holds a built page. */
export async function firstLoad(folder: string): Promise<readonly Fetched[]> {
  const dist = await serveDist(folder);
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    const bodies: Promise<Fetched>[] = [];
    // A worker's own requests are the context's, not the page's.
    page.context().on('response', response => {
      const [path] = response.url().slice(dist.url.length).split(/[?#]/, 1);
      if (response.ok() && isPage(path)) bodies.push(response.body().then(body => fetched(path, body)));
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
