/** Runs on other machines from the page, with stand-ins for ssh, Slurm, nvcc and the GPUs. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../../../scripts/browser.ts';
import { projectRoot } from '../../../scripts/tree.ts';
import { fakeWorld, type PlaceWorld } from '../../../server/fixtures/place-world.ts';
import { parsePlaces } from '../../../server/places/place-file.ts';
import { faultsOf } from './fixtures/axe.ts';
import { exhibitOn, PATIENCE } from './fixtures/exhibit-object.ts';
import { type PageServer, startPageServer } from './fixtures/page-server.ts';

let browser: Browser;
let world: PlaceWorld;
let server: PageServer;
const contexts: BrowserContext[] = [];

/** Each place has a GPU of its own; Slurm's is shared with somebody else. */
const runnerScript = (): string => {
  const runner = `'${process.execPath}' '${join(projectRoot, 'server/fixtures/fake-runner.mjs')}'`;
  return [
    '#!/bin/sh',
    `if [ -n "$LANESCAPE_HELLO" ]; then STAND_IN_GPU='Stand-in H200' exec ${runner} shared; fi`,
    `STAND_IN_GPU='Stand-in A100' exec ${runner} sound`,
    '',
  ].join('\n');
};

beforeAll(async () => {
  browser = await launchBrowser();
  world = fakeWorld();
  const program = join(world.folder, 'runner');
  writeFileSync(program, runnerScript(), { mode: 0o755 });
  const folder = join(world.folder, 'cache');
  const places = parsePlaces(
    JSON.stringify({
      places: [
        { name: 'here', kind: 'local' },
        { name: 'lab-box', kind: 'ssh', host: 'gpu-box', folder },
        { name: 'university', kind: 'slurm', host: 'gpu-box', partition: 'gpu', folder },
      ],
    }),
    'gpus.json',
  );
  if (!places.ok) throw new Error(places.error);
  const elsewhere = { ssh: world.ssh, program, times: { idleMs: 500, lookMs: 100 } };
  server = await startPageServer('stand-in', { gpu: 'sound', places: places.value, elsewhere });
});
afterAll(async () => {
  await server?.end();
  await world?.end();
  await browser?.close();
});
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});

async function open(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  contexts.push(context);
  const page = await context.newPage();
  await page.goto(server.link);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goto(`${server.url}/#/banks/transpose?v=padded,naive&rows=96`);
  await exhibitOn(page).settled();
  return page;
}

async function runOn(page: Page, place: string): Promise<void> {
  const { evidence } = exhibitOn(page);
  await evidence.getByRole('combobox', { name: 'Place of the run' }).selectOption(place);
  await evidence.getByRole('button', { name: /^Run (on the GPU|again)/ }).click();
}

test('a place is chosen beside the button, and runs of several stand beside each other, each with its card', async () => {
  const page = await open();
  const { evidence } = exhibitOn(page);
  for (const [place, gpu] of [
    ['here', 'Stand-in'],
    ['lab-box', 'Stand-in A100'],
    ['university', 'Stand-in H200'],
  ]) {
    await runOn(page, place);
    await evidence
      .getByText(new RegExp(`${gpu} \\(card`))
      .first()
      // It is below "How it was measured", which is closed.
      .waitFor({ state: 'attached' });
  }
  const places = evidence.getByRole('region', { name: 'Runs of several places' });
  await expect
    .poll(() => places.getByRole('heading', { level: 4 }).allTextContents(), PATIENCE)
    .toEqual(['university', 'lab-box', 'This machine']);
  await places.getByText('2 other processes computed on this GPU').waitFor();
  // Each has an axis of its own, until the reader asks for one.
  expect(await places.getByRole('figure').count()).toBe(3);
  await places.getByRole('checkbox', { name: 'One axis' }).check();
  await expect.poll(() => places.getByRole('figure').count(), PATIENCE).toBe(1);
  await places.getByText('a difference between places').waitFor();
  expect(await faultsOf(page)).toEqual([]);
});

test("counters can be asked for on the server's machine, and elsewhere it is said why not", async () => {
  const page = await open();
  const { evidence } = exhibitOn(page);
  const place = evidence.getByRole('combobox', { name: 'Place of the run' });
  const counters = evidence.getByRole('checkbox', { name: 'Counters' });
  const why = evidence.getByText("Counters are read on the server's own machine only.");
  await counters.check();
  await place.selectOption('lab-box');
  await why.waitFor();
  expect([await counters.isDisabled(), await counters.isChecked()]).toEqual([true, false]);
  await evidence.getByRole('button', { name: /^Run (on the GPU|again)/ }).click();
  await evidence
    .getByText(/Stand-in A100 \(card/)
    .first()
    .waitFor({ state: 'attached' });
  // The wish is kept for the place that can.
  await place.selectOption('here');
  expect([await counters.isEnabled(), await counters.isChecked(), await why.count()]).toEqual([true, true, 0]);
});

test('a job that waits in the queue says why, and can be cancelled', async () => {
  world.setFaults({ gpus: 0 });
  const page = await open();
  const { evidence } = exhibitOn(page);
  await runOn(page, 'university');
  await evidence.getByText('in the queue of the cluster, next in line: no GPU is free').first().waitFor();
  await evidence.getByRole('button', { name: 'Cancel the run' }).click();
  await evidence.getByText('The run was cancelled, and nothing was stored.').waitFor();
  await expect.poll(() => world.activeJobs(), PATIENCE).toEqual([]);
  world.setFaults({});
});

test('a cluster that refuses the job says why', async () => {
  world.setFaults({ hold: 'InvalidAccount' });
  const page = await open();
  await runOn(page, 'university');
  await exhibitOn(page).evidence.getByText('It cannot run there').waitFor();
  await exhibitOn(page).evidence.getByText('there is no such account').waitFor();
  world.setFaults({});
});
