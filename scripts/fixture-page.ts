/** A page with pictures only, made from one module, for browser tests and benchmarks of pictures. */
import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';

export interface FixturePage {
  readonly page: Page;
  /** Messages of errors that the page has thrown so far. */
  readonly errors: readonly string[];
}

/** The sheets of every page. A fixture has the sizes and the parts that they name. */
const PAGE_SHEETS = ['src/app/tokens.css', 'src/app/base.css'];

/** @param entry path of the module, which renders into `#root`. */
export async function openFixture(
  browser: Browser,
  entry: string,
  viewport: { readonly width: number; readonly height: number },
): Promise<FixturePage> {
  const { script, styles } = await bundled(entry);
  const page = await browser.newPage({ viewport });
  const errors: string[] = [];
  page.on('pageerror', error => errors.push(error.message));
  await page.setContent('<!doctype html><title>Pictures</title><html lang="en"><main id="root"></main>');
  await page.addStyleTag({ content: [...PAGE_SHEETS.map(path => readFileSync(path, 'utf8')), styles].join('\n') });
  await page.addScriptTag({ content: script, type: 'module' });
  return { page, errors };
}

async function bundled(input: string): Promise<{ readonly script: string; readonly styles: string }> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: {
      write: false,
      target: 'es2023',
      // This page is set from text, so there are no files from which it could load more.
      rolldownOptions: { input, output: { codeSplitting: false } },
    },
  });
  const { output } = Array.isArray(built) ? built[0] : (built as Exclude<typeof built, { close: unknown }>);
  const styles = output.flatMap(file => (file.type === 'asset' && file.fileName.endsWith('.css') ? [file.source] : []));
  return { script: output.find(file => file.type === 'chunk')!.code, styles: styles.join('\n') };
}
