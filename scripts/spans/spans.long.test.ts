/** Tests kernels with time stamps, as nvcc compiles them: they read the clock, and compute the same as the plain ones. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { nvccCandidates } from '../../server/toolchain/find-nvcc.ts';
import { emulate } from '../../src/ptx/index.ts';
import { parseModule } from '../../src/ptx/parse/module.ts';
import type { Fault } from '../../src/trace/fault.ts';
import { compileWith } from '../replay/compile-with.ts';
import { MORE_BLOCKS, type SpanJob, spanJobs } from './span-jobs.ts';

/** Warps that take no notes load the place of the one that does, and drop it (`cuda/spans/README.md`): the outputs are compared. */
const isDroppedLoad = (fault: Fault): boolean =>
  fault.kind === 'race' &&
  [fault.place, fault.other.place].some(
    ({ file, instruction }) => file.endsWith('/attention-spans.cuh') && instruction.startsWith('ld.shared.v2.u32'),
  );

describe.skipIf(nvccCandidates().length === 0)('with nvcc', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lanescape-spans-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const ptxOf = (header: string | null, { name, spec }: SpanJob): string => {
    const path = join(folder, `${name}.ptx`);
    compileWith(header, spec, path);
    return readFileSync(path, 'utf8');
  };

  const outputOf = (ptx: string, job: SpanJob): Uint8Array => {
    const module = parseModule(ptx);
    if (!module.ok) return expect.fail(module.error.message);
    const run = emulate(module.value, job.launch, { faults: 'all' });
    if (!run.ok) return expect.fail(run.error.message);
    expect(run.value.faults.filter(fault => !isDroppedLoad(fault))).toEqual([]);
    return run.value.buffers.get(job.kernel === 'gemm' ? 'c' : 'o')!;
  };

  // Each CTA of a cluster would give the same answer.
  const alone = spanJobs().filter(
    ({ launch, name }) => launch.grid[0] === 1 && !name.endsWith(`${MORE_BLOCKS}-blocks`),
  );
  it.each(alone.map(job => [job.name, job] as const))(
    '%s reads the clock around its verbs, and computes what it computes without that',
    (_, job) => {
      const [plain, stamped] = [null, job.stamps].map(header => ptxOf(header, job));
      expect(plain).not.toMatch(/%clock|%globaltimer|spanLog/);
      expect(stamped.match(/%clock;/g)!.length).toBeGreaterThan(16);
      expect(stamped.match(/%globaltimer;/g)).toHaveLength(1);
      expect(outputOf(stamped, job)).toEqual(outputOf(plain, job));
    },
    60_000,
  );
});
