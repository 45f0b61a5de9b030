/** The exported library: plans as the page's, by g++ alone; and its kernels, compiled by nvcc and run on the emulator. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourceAt } from '../cli/export.ts';
import { nvccCandidates } from '../server/toolchain/find-nvcc.ts';
import { kernel } from '../src/kernels/permute/index.ts';
import { jobOf } from '../src/kernels/permute/job.ts';
import { CONSTANTS, schema } from '../src/kernels/permute/params.ts';
import { fastestWide, wideLaunch } from '../src/kernels/permute/wide-launch.ts';
import { libraryText } from '../src/model/permute/code/library.ts';
import { wideKernelText } from '../src/model/permute/code/wide-kernel.ts';
import { permutations } from '../src/model/permute/fixtures/permutations.ts';
import { ELEMENT_BYTES, type Permutation, product } from '../src/model/permute/permutation.ts';
import { ttcCases } from '../src/model/permute/statistics/ttc.ts';
import { emulate } from '../src/ptx/index.ts';
import type { Module } from '../src/ptx/parse/ast.ts';
import { parseModule } from '../src/ptx/parse/module.ts';
import type { Launch } from '../src/trace/launch.ts';

const hasCompiler = spawnSync('g++', ['--version']).status === 0;
const [nvcc] = nvccCandidates();
const folder = mkdtempSync(join(tmpdir(), 'permute-library-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Asked extends Permutation {
  readonly elementBytes: number;
}

/** What the program prints of a plan: -1 for what it refuses. */
interface Planned {
  readonly kind: number;
  readonly ctas: number;
  readonly threads: number;
  readonly sharedBytes: number;
  readonly words: readonly number[];
}

const COPY = 0;
/** By the kind of a plan. */
const KERNELS = [
  '',
  'permuteTiles',
  'permuteRows',
  'permuteBulkTiles',
  'permuteOddTiles',
  'permuteOddRows',
  'permuteShortTiles',
];

const PLANS = `
#include "lanescape_permute.hpp"
#include <cstdio>
#include <cstring>

template <typename T>
void print(const T& words) {
  unsigned all[sizeof(T) / 4];
  std::memcpy(all, &words, sizeof all);
  for (unsigned word : all) std::printf(" %u", word);
}

int main() {
  int rank, bytes, perm[12];
  long long shape[12];
  while (std::scanf("%d %d", &rank, &bytes) == 2) {
    for (int i = 0; i < rank; ++i) if (std::scanf("%lld", &shape[i]) != 1) return 1;
    for (int i = 0; i < rank; ++i) if (std::scanf("%d", &perm[i]) != 1) return 1;
    if (const char* wrong = lanescape::whatIsWrong(rank, shape, perm, bytes)) { std::printf("-1 %s\\n", wrong); continue; }
    const lanescape::PermutePlan plan = lanescape::planPermute(rank, shape, perm, bytes);
    std::printf("%d %u %u %u", plan.kind, plan.ctas, plan.threads, plan.sharedBytes);
    if (plan.kind == lanescape::PermutePlan::TILES) print(plan.tiles);
    if (plan.kind == lanescape::PermutePlan::BULK_TILES) print(plan.bulkTiles);
    if (plan.kind == lanescape::PermutePlan::ODD_TILES) print(plan.oddTiles);
    if (plan.kind == lanescape::PermutePlan::ROWS) print(plan.rows);
    if (plan.kind == lanescape::PermutePlan::ODD_ROWS) print(plan.oddRows);
    if (plan.kind == lanescape::PermutePlan::SHORT_TILES) print(plan.shortTiles);
    std::printf("\\n");
  }
}
`;

function answersOf(asked: readonly Asked[]): string[] {
  const input = asked.map(({ shape, perm, elementBytes }) => [shape.length, elementBytes, ...shape, ...perm].join(' '));
  return execFileSync(join(folder, 'plans'), { input: `${input.join('\n')}\n`, encoding: 'utf8' })
    .trimEnd()
    .split('\n');
}

function plansOf(asked: readonly Asked[]): Planned[] {
  return answersOf(asked).map(line => {
    const [kind, ctas, threads, sharedBytes, ...words] = line.split(' ').map(Number);
    return { kind, ctas, threads, sharedBytes, words };
  });
}

const paramsOf = ({ shape, perm, elementBytes }: Asked) => ({
  ...{ shape: shape.join(), perm: perm.join(), elementBytes },
});

function launchOf(asked: Asked): Launch | null {
  const variant = fastestWide(jobOf(schema.parse(paramsOf(asked))));
  return variant === null ? null : kernel.launch(variant, paramsOf(asked));
}

function planOf(launch: Launch): Omit<Planned, 'kind'> {
  const { grid, block, dynamicSharedBytes = 0, params } = launch;
  const struct = params[2].kind === 'struct' ? params[2] : expect.fail('no struct');
  const words = struct.fields.map(field => (field.kind === 'scalar' ? Number(field.value) : Number.NaN));
  return { ctas: grid[0], threads: block[0], sharedBytes: dynamicSharedBytes, words };
}

/** The same in every run. */
const RANDOM: readonly Asked[] = fc.sample(
  fc
    .record({
      permutation: permutations(fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constantFrom(32, 48, 75, 96, 1024)), 6),
      elementBytes: fc.constantFrom(...ELEMENT_BYTES),
    })
    .map(({ permutation, elementBytes }) => ({ ...permutation, elementBytes }))
    .filter(({ shape }) => product(shape) <= 2 ** 31),
  { numRuns: 400, seed: 5 },
);

beforeAll(() => {
  writeFileSync(join(folder, 'lanescape_permute.hpp'), libraryText(sourceAt));
  writeFileSync(join(folder, 'plans.cpp'), PLANS);
  if (!hasCompiler) return;
  const flags = ['-std=c++17', '-O1', '-Wall', '-Wextra', '-Wpedantic', '-Werror'];
  execFileSync('g++', [...flags, '-o', join(folder, 'plans'), join(folder, 'plans.cpp')], { stdio: 'pipe' });
}, 60_000);

describe.skipIf(!hasCompiler)('a program without a CUDA compiler', () => {
  it('plans as the page does, word by word', () => {
    const ttc = ttcCases().map(({ shape, perm }) => ({ shape, perm, elementBytes: 4 }));
    const all = [...ttc, ...RANDOM];
    const kinds = new Set<number>();
    for (const [i, planned] of plansOf(all).entries()) {
      const { kind, ...plan } = planned;
      const launch = launchOf(all[i]);
      kinds.add(kind);
      if (launch === null) expect(kind).toBe(COPY);
      else expect(plan, JSON.stringify(all[i])).toEqual(planOf(launch));
    }
    expect(kinds.size).toBe(7);
  });

  it.each([
    [{ shape: [2, 3], perm: [1, 1], elementBytes: 4 }, 'perm: expected every dimension of the input once'],
    [{ shape: [2, 3], perm: [1, 2], elementBytes: 4 }, 'perm: expected every dimension of the input once'],
    [{ shape: [2, 0], perm: [1, 0], elementBytes: 4 }, 'shape: expected extents of at least 1'],
    [{ shape: [65536, 65536], perm: [1, 0], elementBytes: 4 }, 'shape: expected at most 2^31 elements'],
    [{ shape: [2, 3], perm: [1, 0], elementBytes: 3 }, 'elementBytes: expected 1, 2, 4, 8 or 16'],
  ])('says what is wrong with %o', (asked, words) => {
    expect(answersOf([asked])).toEqual([`-1 ${words}`]);
  });
});

/** A call makes all kernels. */
const CALL = `
#include "lanescape_permute.hpp"
cudaError_t move(void* out, const void* in, const lanescape::PermutePlan& plan) { return lanescape::permute(out, in, plan); }
`;

/** As the entries' mangled names have them. */
const MANGLED: ReadonlyMap<number, string> = new Map([
  [1, 'Ih'],
  [2, 'It'],
  [4, 'Ij'],
  [8, 'I5uint2'],
  [16, 'I5uint4'],
]);

describe.skipIf(nvcc === undefined || !hasCompiler)('compiled by nvcc', () => {
  let module: Module;
  beforeAll(() => {
    const [source, ptx] = [join(folder, 'call.cu'), join(folder, 'call.ptx')];
    writeFileSync(source, CALL);
    execFileSync(nvcc, ['-std=c++17', '-arch=sm_90', '-Werror', 'all-warnings', '-ptx', '-o', ptx, source], {
      stdio: 'pipe',
    });
    const parsed = parseModule(readFileSync(ptx, 'utf8'));
    module = parsed.ok ? parsed.value : expect.fail(parsed.error.message);
  }, 120_000);

  it('moves every byte to its place, as planned by the library', () => {
    const small = RANDOM.filter(asked => product(asked.shape) <= 4096 && launchOf(asked) !== null).slice(0, 40);
    expect(new Set(small.map(({ elementBytes }) => elementBytes)).size).toBe(5);
    for (const [i, { kind, ctas, threads, sharedBytes, words }] of plansOf(small).entries()) {
      const [asked, params] = [small[i], paramsOf(small[i])];
      const name = `${KERNELS[kind]}${MANGLED.get(asked.elementBytes)}`;
      const entry = module.functions.map(each => each.name).find(each => each.includes(name)) ?? expect.fail(name);
      const { buffers } = launchOf(asked) ?? expect.fail('refused');
      const fields = words.map((value, at) => ({
        offset: 4 * at,
        kind: 'scalar' as const,
        type: 'u32' as const,
        value,
      }));
      const launch: Launch = {
        ...{ entry, grid: [ctas, 1, 1], block: [threads, 1, 1], dynamicSharedBytes: sharedBytes, buffers },
        params: [
          { kind: 'pointer', buffer: 'out' },
          { kind: 'pointer', buffer: 'in' },
          { kind: 'struct', sizeBytes: 4 * words.length, fields },
        ],
      };
      const run = emulate(module, launch);
      const { faults, buffers: after } = run.ok ? run.value : expect.fail(run.error.message);
      expect(faults).toEqual([]);
      const [wanted] = kernel.reference('none', params).values();
      expect(Buffer.from(after.get('out')!).equals(Buffer.from(wanted)), JSON.stringify(asked)).toBe(true);
    }
  });
});

describe.skipIf(nvcc === undefined)('one exported permutation', () => {
  it.each([
    { shape: [12, 20, 28], perm: [2, 0, 1], elementBytes: 4 },
    { shape: [9, 6, 35], perm: [1, 0, 2], elementBytes: 2 },
    { shape: [45, 67], perm: [1, 0], elementBytes: 4 },
    { shape: [4, 3, 640], perm: [0, 2, 1], elementBytes: 1 },
  ])(
    '$shape by $perm compiles without a warning, and moves every byte',
    asked => {
      const job = jobOf(schema.parse(paramsOf(asked)));
      const variant = fastestWide(job)!;
      const [source, ptx] = [join(folder, `${variant}.cu`), join(folder, `${variant}.ptx`)];
      writeFileSync(source, wideKernelText(wideLaunch(job, variant), sourceAt));
      const flags = ['-std=c++17', '-arch=sm_90', '-Werror', 'all-warnings', '-Xcompiler', '-Wall,-Wextra,-Werror'];
      execFileSync(nvcc, [...flags, '-c', '-o', join(folder, 'one.o'), source], { stdio: 'pipe' });
      execFileSync(nvcc, [...flags, '-ptx', '-o', ptx, source], { stdio: 'pipe' });
      const parsed = parseModule(readFileSync(ptx, 'utf8'));
      const { entry: _, ...launch } = kernel.launch(variant, { ...paramsOf(asked), binding: CONSTANTS });
      const run = emulate(parsed.ok ? parsed.value : expect.fail(parsed.error.message), launch);
      const { faults, buffers } = run.ok ? run.value : expect.fail(run.error.message);
      expect(faults).toEqual([]);
      const [wanted] = kernel.reference(variant, paramsOf(asked)).values();
      expect(Buffer.from(buffers.get('out')!).equals(Buffer.from(wanted))).toBe(true);
    },
    120_000,
  );
});
