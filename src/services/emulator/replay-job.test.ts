/** The compiled ladder replayed as the page does it: against the presets, with zeros for operands. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { GemmBuild } from '../../kernels/gemm/build.ts';
import { BUILDS } from '../../kernels/gemm/builds.ts';
import { kernel } from '../../kernels/gemm/index.ts';
import { buildValues, compiledPipeline, pipelinePreset } from '../../kernels/gemm/pipelines.ts';
import { presetScenario } from '../../model/pipeline/presets/preset.ts';
import { runOf } from '../../model/pipeline/run-columns.ts';
import { type ReplayJob, runReplay } from './replay-job.ts';

const STEPS = 8;
const TILES = 2;

function jobOf(build: GemmBuild, steps = STEPS) {
  const { version, tileM, tileN } = build;
  const values = buildValues(build, steps, TILES);
  const [compiled, preset] = [compiledPipeline(version, values), presetScenario(pipelinePreset(version), values)];
  if (!compiled.ok || !preset.ok) throw new Error(`no pipeline of ${version} with ${tileM} x ${tileN}`);
  const path = kernel.ptxPath(version, { tile: `${tileM}x${tileN}` }, 'sm_90a');
  const ptx = readFileSync(new URL(`../../../public/ptx/${path}`, import.meta.url), 'utf8');
  return { ptx, launch: compiled.value.launch, options: { cta: 0 }, scenario: preset.value } satisfies ReplayJob;
}

const always = async () => true;

async function replayed(job: ReplayJob) {
  const run = await runReplay(job, always);
  if (!run?.ok) throw new Error(run?.error.message ?? 'called off');
  return { ...run.value, run: runOf(run.value.columns) };
}

describe('a replay for the page', () => {
  const BROKEN = ['missing-empty-wait', 'full-boxes'];
  it.each(BUILDS.filter(({ version, elementType }) => !BROKEN.includes(version) && elementType === 'bf16'))(
    'agrees with its preset: $version, $tileM x $tileN',
    async build => {
      const { difference, faults, run } = await replayed(jobOf(build));
      expect([difference, faults, run.faults, run.deadlock]).toEqual([null, [], [], null]);
      expect([...run.spans].every(({ source }) => source === 'emulated')).toBe(true);
    },
  );

  it('shows where the producer does not wait, and what it overwrites', async () => {
    const { difference, faults, run } = await replayed(
      jobOf(BUILDS.find(({ version }) => version === 'missing-empty-wait')!),
    );
    expect(difference).toEqual({
      role: 'producer',
      eventsAlike: 0,
      kernel: 'expect full[0]: 32768',
      scenario: 'wait empty[0] parity 1',
    });
    expect(faults.map(({ kind }) => kind)).toContain('mbarrier');
    expect(run.faults.map(({ kind }) => kind)).toContain('overrun');
    expect(run.deadlock?.message).toMatch(/^consumer waits at full\[0\]/);
  });

  it('shows where a half of C overwrites the other on its way out', async () => {
    const { difference, run } = await replayed(jobOf(BUILDS.find(({ version }) => version === 'full-boxes')!));
    expect(difference).toMatchObject({ role: 'consumer 2', scenario: 'bar 3 sync 256' });
    expect(run.faults.map(({ kind, role }) => [kind, role])).toEqual([['overrun', 'consumer 2']]);
  });

  it('of the same launch with other numbers of the model runs nothing again, and is on their clock', async () => {
    const job = jobOf(BUILDS[0], 48);
    const [slow, fast] = [4, 64].map(copyBytesPerClk => ({
      ...job,
      scenario: { ...job.scenario, resources: { ...job.scenario.resources, copyBytesPerClk } },
    }));
    const first = await replayed(slow);
    const again = await runReplay(fast, async () => false);
    if (!again?.ok) throw new Error('it ran');
    expect(again.value).toMatchObject({ difference: null, faults: [] });
    const { totalClk, landedBytes } = runOf(again.value.columns);
    expect(totalClk).toBeLessThan(first.run.totalClk / 4);
    expect(landedBytes).toBe(first.run.landedBytes);
  });

  it('of a kernel without a scenario has what was found in its events', async () => {
    const { kernel, difference, run } = await replayed({ ...jobOf(BUILDS[0]), scenario: null });
    expect(difference).toBeNull();
    expect(kernel!.scenario.roles.map(({ name }) => name)).toEqual([
      ...new Set([...run.spans].map(({ role }) => role)),
    ]);
    expect((await replayed(jobOf(BUILDS[0]))).kernel).toBeNull();
  });

  it('ends when it is called off, and says what cannot be replayed', async () => {
    const job = jobOf(BUILDS[0], 64);
    expect(await runReplay(job, async () => false)).toBeNull();
    const unread = await runReplay({ ...job, ptx: '.version 9.0\n.target ?' }, always);
    expect(unread).toMatchObject({ ok: false, error: { stage: 'parse' } });
    const empty = await runReplay({ ...job, launch: { ...job.launch, grid: [0, 1, 1] } }, always);
    expect(empty).toMatchObject({ ok: false, error: { stage: 'launch', field: 'grid[0]' } });
  });
});
