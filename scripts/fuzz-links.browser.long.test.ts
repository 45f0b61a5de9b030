/** A smaller run of `npm run fuzz-links`. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtPage } from '../src/app/browser/fixtures/built-page.ts';
import { launchBrowser, type ServedDist, serveDist } from './browser.ts';
import { type LinkSeeds, linkSeeds } from './fuzz/link-seeds.ts';
import { LinkTrial } from './fuzz/link-trial.ts';
import { mutateLink } from './fuzz/mutate-link.ts';
import { Choices } from './random.ts';

const RUNS = 100;

let dist: ServedDist;
let browser: Awaited<ReturnType<typeof launchBrowser>>;
let seeds: LinkSeeds;

beforeAll(async () => {
  dist = await serveDist(await builtPage(), '/lab/');
  browser = await launchBrowser();
  seeds = await linkSeeds();
});
afterAll(async () => {
  await browser?.close();
  await dist?.close();
});

test('whatever a link says, there is a page or a sentence', { timeout: 120_000 }, async () => {
  const trial = new LinkTrial(browser, dist.url);
  const complaints: string[] = [];
  // Far from the numbers of the long run, so that both together test more links.
  for (let run = 1_000_000; run < 1_000_000 + RUNS; run++) {
    const end = await trial.open(await mutateLink(seeds, new Choices(run)));
    // The length of a task depends on what else the machine does; only the long run measures it, and tries twice.
    complaints.push(...end.complaints.filter(words => !words.startsWith('a task of')).map(words => `${run}: ${words}`));
  }
  await trial.close();
  expect(complaints).toEqual([]);
});

test('the same number gives the same link', async () => {
  expect(await mutateLink(seeds, new Choices(7))).toBe(await mutateLink(seeds, new Choices(7)));
});
