/**
 * `npm run fuzz-links -- [--runs N] [--first N]`: opens N damaged links in a real browser. Each must end in a page or a
 * sentence. A link's number is its seed: `--first 4711 --runs 1` opens that one again. `--record FILE` writes the
 * results; `--page FOLDER` uses a page that is already built.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser, serveDist } from './browser.ts';
import { readCommandLine } from './command-line.ts';
import { linkSeeds } from './fuzz/link-seeds.ts';
import { type LinkEnd, LinkTrial, MOST_TASK_MS } from './fuzz/link-trial.ts';
import { mutateLink } from './fuzz/mutate-link.ts';
import { buildPage, isStale } from './page-build.ts';
import { Choices } from './random.ts';
import { projectRoot } from './tree.ts';

const { values } = readCommandLine(
  'usage: npm run fuzz-links -- [--runs N] [--first N] [--record FILE] [--page FOLDER]',
  {
    options: {
      runs: { type: 'string', default: '10000' },
      first: { type: 'string', default: '0' },
      record: { type: 'string' },
      page: { type: 'string' },
    },
  },
);
const first = Number(values.first);
const runs = Number(values.runs);

const folder = values.page ?? join(projectRoot, 'dist');
if (!values.page && isStale(folder)) await buildPage(folder);
const dist = await serveDist(folder, '/lab/');
const browser = await launchBrowser();
const seeds = await linkSeeds();
const trial = new LinkTrial(browser, dist.url);
const slowest: (LinkEnd & { readonly run: number })[] = [];
let failures = 0;

/** On a busy machine every task takes long, so a link that fails is tried once more, on a page of its own. */
async function tried(link: string): Promise<LinkEnd> {
  const end = await trial.open(link);
  if (end.complaints.length === 0) return end;
  const again = new LinkTrial(browser, dist.url);
  const second = await again.open(link);
  await again.close();
  const isSlow = end.complaints.every(complaint => complaint.startsWith('a task of'));
  return isSlow ? second : { ...end, complaints: [...new Set([...end.complaints, ...second.complaints])] };
}

const startedAt = performance.now();
for (let run = first; run < first + runs; run++) {
  const end = await tried(await mutateLink(seeds, new Choices(run)));
  slowest.push({ ...end, run });
  slowest.sort((a, b) => b.longestTaskMs - a.longestTaskMs).splice(10);
  if (end.complaints.length > 0) {
    failures++;
    process.stdout.write(`link ${run}: ${end.complaints.join('; ')}\n  ${end.link.slice(0, 300)}\n`);
  }
  if ((run + 1 - first) % 500 === 0) process.stderr.write(`${run + 1 - first} of ${runs}, ${failures} failures\n`);
}
const seconds = Math.round((performance.now() - startedAt) / 1000);
await trial.close();
await browser.close();
await dist.close();

const result = {
  links: runs,
  first,
  failures,
  boundOfATaskMs: MOST_TASK_MS,
  slowest: slowest.map(({ run, longestTaskMs, link }) => ({
    run,
    taskMs: Math.round(longestTaskMs),
    link: link.slice(0, 120),
  })),
};
process.stdout.write(`${JSON.stringify(result, null, 2)}\n${runs} links in ${seconds} s, ${failures} failures\n`);
if (values.record) writeFileSync(values.record, `${JSON.stringify(result, null, 2)}\n`);
process.exitCode = failures > 0 ? 1 : 0;
