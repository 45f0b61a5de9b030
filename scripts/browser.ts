/**
 * A real Chromium for tests and screenshots, controlled by playwright-core: the one from npm, or else an installed one.
 * CHROME_PATH names another.
 */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium, type Locator } from 'playwright-core';
import { type BrowserProgram, bundledChromium } from './bundled-chromium.ts';

export { type ServedDist, serveDist } from './dist-server.ts';

const ARGS = [
  // In containers Chromium may neither run as root nor make user namespaces; here it opens only our own pages.
  '--no-sandbox',
  // Containers often have only 64 MB of /dev/shm.
  '--disable-dev-shm-usage',
  // A software imitation of a graphics card takes longer than none, and no page asks for one.
  '--disable-gpu',
  '--font-render-hinting=none',
  // If a canvas is read back, Chromium would change its rasteriser between two drawings, and the hatches would differ.
  '--disable-accelerated-2d-canvas',
];

/** Throws an error that says what to install if the machine has no browser. */
export async function launchBrowser(): Promise<Browser> {
  const program = await findBrowser();
  return chromium.launch({
    executablePath: program.executable,
    args: ARGS,
    env: { ...process.env, ...program.env },
  });
}

const BOX_MS = 20_000;

/**
 * The place of an element on its page, in CSS pixels, once it does not move. Throws an error that names the element if it
 * never appears.
 */
export async function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const end = Date.now() + BOX_MS;
  do {
    await locator.waitFor({ timeout: BOX_MS });
    // Between the two measurements the page may have drawn the element anew.
    const box = await locator.boundingBox();
    if (box !== null) return box;
  } while (Date.now() < end);
  throw new Error(`not on screen for ${BOX_MS} ms: ${locator}`);
}

async function findBrowser(): Promise<BrowserProgram> {
  const named = process.env.CHROME_PATH;
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROME_PATH is ${named}: no such file`);
    return { executable: named, env: {} };
  }
  const bundled = await bundledChromium();
  if (bundled) return bundled;
  const installed = usualPlaces().find(existsSync);
  if (installed) return { executable: installed, env: {} };
  throw new Error('no browser found: install Chrome or Chromium, or set CHROME_PATH to its program file');
}

function usualPlaces(): string[] {
  const names = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'microsoft-edge'];
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap(dir => names.map(name => join(dir, name)));
  const mac = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(n => `/Applications/${n}.app/Contents/MacOS/${n}`);
  const windows = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
    .filter(dir => dir !== undefined)
    .flatMap(dir => [
      join(dir, 'Google/Chrome/Application/chrome.exe'),
      join(dir, 'Microsoft/Edge/Application/msedge.exe'),
    ]);
  return [...onPath, ...mac, ...windows];
}
