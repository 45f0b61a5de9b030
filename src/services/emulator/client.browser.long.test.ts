import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, type ServedDist, serveDist } from '../../../scripts/browser.ts';
import { startInspection } from '../../inspect/index.ts';
import type { InspectionOptions } from '../../inspect/inspection.ts';
import { kernel as gemm } from '../../kernels/gemm/index.ts';
import { compiledPipeline, pipelinePreset } from '../../kernels/gemm/pipelines.ts';
import { kernel } from '../../kernels/transpose/index.ts';
import { presetScenario } from '../../model/pipeline/presets/preset.ts';
import { parseModule } from '../../ptx/parse/module.ts';
import type { Launch } from '../../trace/launch.ts';
import type { Client } from './fixtures/client-page/client-page.ts';
import type { InspectJob } from './inspect-job.ts';
import { type ReplayJob, runReplay } from './replay-job.ts';

declare const client: Client;

const path = kernel.ptxPath('padded', kernel.defaults, kernel.archs[0]);
const ptx = readFileSync(new URL(`../../../public/ptx/${path}`, import.meta.url), 'utf8');
const launchOf = (size: number): Launch => kernel.launch('padded', { ...kernel.defaults, rows: size, columns: size });
const options: InspectionOptions = { faults: 'all', tracedCtas: [7] };
const job: InspectJob = { ptx, launch: launchOf(64), options, maxSeconds: 60 };

const ENDLESS = `.version 8.0
.target sm_90
.address_size 64
.visible .entry k() { LOOP: bra LOOP; }`;
const endless: InspectJob = {
  ptx: ENDLESS,
  launch: { entry: 'k', grid: [1, 1, 1], block: [32, 1, 1], buffers: [], params: [] },
  options: { faults: 'first' },
  maxSeconds: 0.2,
};

/** Its rows are not among those that the worker starts with. */
const copying: InspectJob = { ...endless, ptx: ENDLESS.replace('LOOP: bra LOOP;', 'cp.async.wait_all; ret;') };

function pipelined(steps: number): ReplayJob {
  const version = 'v3-wgmma';
  const [compiled, preset] = [compiledPipeline(version, { steps }), presetScenario(pipelinePreset(version), { steps })];
  if (!compiled.ok || !preset.ok) throw new Error('the version has a build for what its preset begins with');
  const { build, launch } = compiled.value;
  const path = gemm.ptxPath(version, { tile: `${build.tileM}x${build.tileN}` }, 'sm_90a');
  const ptx = readFileSync(new URL(`../../../public/ptx/${path}`, import.meta.url), 'utf8');
  return { ptx, launch, options: { cta: 0 }, scenario: preset.value };
}

/** FNV-1a, on both sides: a message of some megabytes would be slow. */
function hashOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

describe('the client in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lanescape-client-'));
  let browser: Browser;
  let dist: ServedDist;
  let page: Page;

  beforeAll(async () => {
    const root = join(import.meta.dirname, 'fixtures/client-page');
    const output = { outDir: folder, emptyOutDir: true, target: 'es2023' };
    await build({ root, base: './', configFile: false, logLevel: 'error', worker: { format: 'es' }, build: output });
    dist = await serveDist(folder, '/deep/');
    browser = await launchBrowser();
    page = await browser.newPage();
    await page.goto(dist.url);
    await page.evaluate(`window.hashOf = ${hashOf}`);
  });

  afterAll(async () => {
    await browser?.close();
    await dist?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const inspected = (asked: InspectJob) =>
    page.evaluate(async job => {
      const run = await client.inspect('slot', job, () => {}, new AbortController().signal);
      if (!run.ok) return run;
      const { findings, lines, emulation, trace, profile } = run.value.inspection;
      // A map does not leave the page.
      const { buffers, symbols, ...counts } = emulation;
      const outputs = [...buffers].map(([name, bytes]) => [name, hashOf(bytes)]);
      const { cut } = run.value;
      return {
        ok: true,
        cut,
        findings,
        lines,
        counts,
        outputs,
        symbols: [...symbols],
        rows: trace.rows,
        issues: [...profile.issues],
      } as const;
    }, asked);

  test('inspects a large grid as one run in Node does, with others where there are processors', async () => {
    const launch = launchOf(2048);
    const module = parseModule(ptx);
    if (!module.ok) throw new Error(module.error.message);
    const alone = startInspection(module.value, launch, options);
    if (!alone.ok) throw new Error(alone.error.message);
    alone.value.run(Number.POSITIVE_INFINITY);
    const { findings, lines, emulation, trace, profile } = alone.value.finish();
    const { buffers, symbols, ...counts } = emulation;
    let scripts = 0;
    page.context().on('request', request => {
      if (request.url().includes('emulator.worker')) scripts++;
    });
    const here = await inspected({ ...job, launch });
    if (!here.ok) throw new Error(here.error.message);
    expect(here.outputs).toEqual([...buffers].map(([name, bytes]) => [name, hashOf(bytes)]));
    expect(here.symbols).toEqual([...symbols]);
    expect(here.counts).toEqual(counts);
    expect(here.findings).toEqual(findings);
    expect(JSON.stringify(here.lines.lines)).toBe(JSON.stringify(lines.lines));
    expect(here.rows).toBe(trace.rows);
    expect(here.issues).toEqual([...profile.issues]);
    // Each worker fetches the script.
    const processors = await page.evaluate(() => navigator.hardwareConcurrency);
    if (processors > 1) expect(scripts).toBeGreaterThan(1);
  });

  test('gives the output of a large grid', async () => {
    const launch = launchOf(256);
    const job = { ptx, launch, output: launch.buffers[1].name };
    const length = await page.evaluate(async job => {
      const run = await client.emulateGrid('slot', job, () => {}, new AbortController().signal);
      return run.ok ? run.value.output.length : run.error.message;
    }, job);
    expect(length).toBe(256 * 256 * 4);
  });

  test('says where PTX cannot be read, and which field of a launch does not fit', async () => {
    expect(await inspected({ ...job, ptx: `${ENDLESS}\n.entry ?` })).toMatchObject({
      error: { stage: 'parse', place: { line: 5, column: 8 }, field: null },
    });
    expect(await inspected({ ...job, launch: { ...job.launch, grid: [0, 1, 1] } })).toMatchObject({
      error: { stage: 'launch', place: null, field: 'grid[0]' },
    });
  });

  test('gives a kernel up that does not end in time, with what it did until then', async () => {
    expect(await inspected(endless)).toMatchObject({
      ok: true,
      cut: expect.stringMatching(/^Stopped after 0.2 s with 0 of 1 CTAs done \([1-9][\d,]* warp instructions\)/),
      counts: { ctasRun: 0 },
    });
  });

  test('replays a kernel as Node does', async () => {
    const job = pipelined(4);
    const there = await runReplay(job, async () => true);
    const here = await page.evaluate(job => client.replay('slot', job, () => {}, new AbortController().signal), job);
    expect(here).toEqual(there);
    expect(here).toMatchObject({ ok: true, value: { difference: null, faults: [] } });
  });

  test('calls a replay off, and says on its way how far it is', async () => {
    const [ended, reports] = await page.evaluate(async job => {
      const controller = new AbortController();
      let reports = 0;
      const ended = await client
        .replay('slot', job, () => ++reports > 1 && controller.abort(), controller.signal)
        .catch((error: Error) => error.name);
      return [ended, reports] as const;
    }, pipelined(500));
    expect(ended).toBe('AbortError');
    expect(reports).toBeGreaterThan(1);
  });

  test('calls a job off', async () => {
    const ended = page.evaluate(async job => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 100);
      return client.inspect('slot', job, () => {}, controller.signal).catch((error: Error) => error.name);
    }, endless);
    expect(await ended).toBe('AbortError');
  });

  test('fetches the rows that a kernel needs beyond the core', async () => {
    expect(await inspected(copying)).toMatchObject({ ok: true, cut: null, counts: { ok: true } });
  });

  test('outlives a worker that dies: its jobs fail, the next one has a new worker', async () => {
    const broken = { ...job, launch: null } as unknown as InspectJob;
    const [lost, failed] = await page.evaluate(
      ([endless, broken]) => {
        const signal = new AbortController().signal;
        const long = client.inspect('long', { ...endless, maxSeconds: 60 }, () => {}, signal);
        return Promise.all([long, client.inspect('slot', broken, () => {}, signal)]);
      },
      [endless, broken] as const,
    );
    expect(lost).toMatchObject({ error: { stage: 'worker' } });
    expect(failed).toMatchObject({ error: { stage: 'worker' } });
    expect(await inspected(job)).toMatchObject({ ok: true });
  });
});
