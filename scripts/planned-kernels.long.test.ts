/** Tests the kernels that plans are exported as, compiled by the real nvcc, if there is one, and run on the emulator. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nvccCandidates } from '../server/toolchain/find-nvcc.ts';
import { startInspection } from '../src/inspect/index.ts';
import { headerText } from '../src/model/permute/code/header.ts';
import { deviceText, KERNEL_THREADS, kernelText } from '../src/model/permute/code/kernel.ts';
import { type ChosenLayout, type PlannedBlock, plannedBlock } from '../src/model/permute/code/planned-block.ts';
import { permutations } from '../src/model/permute/fixtures/permutations.ts';
import { type PermutationRequest, product } from '../src/model/permute/permutation.ts';
import { planPermutation } from '../src/model/permute/plan.ts';
import { permutedBytes } from '../src/model/permute/reference.ts';
import type { Module } from '../src/ptx/parse/ast.ts';
import { parseModule } from '../src/ptx/parse/module.ts';
import type { BufferSpec, Launch } from '../src/trace/launch.ts';

const [nvcc] = nvccCandidates();
const folder = mkdtempSync(join(tmpdir(), 'planned-kernels-'));
afterAll(() => rmSync(folder, { recursive: true }));

function layoutsOf(request: PermutationRequest): ChosenLayout[] {
  const plan = planPermutation(request);
  if (!plan.ok) throw new Error(plan.error.message);
  return plan.value.layouts
    .filter(layout => layout.fits && layout.exchange === null)
    .map(layout => ({ request, plan: plan.value, layout }));
}

const chosenOf = (request: PermutationRequest, strategy: string): ChosenLayout =>
  layoutsOf(request).find(({ layout }) => layout.strategy === strategy) ?? expect.fail(`no ${strategy}`);

/** Split dimensions, ragged ends, every element size, vectors, nothing to permute, more than 48 KiB, every strategy. */
const PICKED: readonly ChosenLayout[] = [
  ...layoutsOf({ shape: [8, 2, 8, 8], perm: [1, 2, 0, 3], elementBytes: 4 }),
  ...layoutsOf({ shape: [30, 41, 7], perm: [2, 0, 1], elementBytes: 2 }),
  ...layoutsOf({ shape: [5, 70, 4, 9], perm: [3, 1, 0, 2], elementBytes: 8 }),
  chosenOf({ shape: [48, 80, 32], perm: [2, 0, 1], elementBytes: 1, access: 'widest' }, 'xor'),
  chosenOf({ shape: [72, 88], perm: [1, 0], elementBytes: 2, access: 'widest' }, 'searched'),
  chosenOf({ shape: [3, 64, 96], perm: [0, 2, 1], elementBytes: 8, access: 'widest' }, 'odd-row'),
  chosenOf({ shape: [65, 66], perm: [1, 0], elementBytes: 16, sharedBytes: 99 * 1024, targetElements: 64 }, 'odd-row'),
  chosenOf({ shape: [3, 1, 50], perm: [1, 0, 2], elementBytes: 4 }, 'none'),
  chosenOf({ shape: [], perm: [], elementBytes: 16 }, 'none'),
];

/** For each strategy, one of the random permutations for which it has a layout; the same ones in every run. */
const RANDOM: readonly ChosenLayout[] = fc
  .sample(
    fc.record({
      permutation: permutations(fc.integer({ min: 1, max: 20 }), 6).filter(({ shape }) => product(shape) < 20_000),
      elementBytes: fc.constantFrom(1, 2, 4, 8, 16),
      access: fc.constantFrom('element' as const, 'widest' as const),
    }),
    { numRuns: 12, seed: 4 },
  )
  .map(({ permutation, ...rest }, i) => {
    const layouts = layoutsOf({ ...permutation, ...rest });
    return layouts[i % layouts.length];
  });

const ALL = [...PICKED, ...RANDOM];

/** Puts the n-th kernel into a namespace of its own, so that all can be compiled together. */
const deviceFile = (kernels: readonly ChosenLayout[], change = (text: string) => text): string =>
  kernels
    .map((chosen, i) => change(deviceText(chosen).join('\n')).replace(/^namespace \w+ \{/, `namespace kernel${i} {`))
    .join('\n\n');

function ptxOf(name: string, text: string): Module {
  const [source, ptx] = [join(folder, `${name}.cu`), join(folder, `${name}.ptx`)];
  writeFileSync(source, text);
  execFileSync(nvcc, ['-arch=sm_90', '-Werror', 'all-warnings', '-ptx', '-o', ptx, source], { stdio: 'pipe' });
  const parsed = parseModule(readFileSync(ptx, 'utf8'));
  return parsed.ok ? parsed.value : expect.fail(parsed.error.message);
}

const bytesOf = (shape: readonly number[], perm: readonly number[], elementBytes: number): Buffer =>
  Buffer.concat(Array.from(permutedBytes({ shape, perm }, elementBytes), chunk => Buffer.from(chunk)));

function launchOf({ request, plan, layout }: ChosenLayout, entry: string): Launch {
  const { shape, elementBytes } = request;
  const input = bytesOf(shape, [...shape.keys()], elementBytes);
  const buffer = (name: string, init: BufferSpec['init']): BufferSpec => ({
    name,
    type: 'u8',
    length: input.length,
    init,
  });
  return {
    entry,
    grid: [product(plan.block.grid), 1, 1],
    block: [KERNEL_THREADS, 1, 1],
    dynamicSharedBytes: layout.sharedBytes,
    buffers: [
      { ...buffer('out', { kind: 'poison' }), output: true },
      buffer('in', { kind: 'base64', base64: input.toString('base64') }),
    ],
    params: ['out', 'in'].map(name => ({ kind: 'pointer', buffer: name })),
  };
}

function run(module: Module, chosen: ChosenLayout, index: number) {
  const entry = module.functions.map(({ name }) => name).find(name => name.includes(`kernel${index}7permute`));
  const started = startInspection(module, launchOf(chosen, entry ?? expect.fail('no entry')), { faults: 'first' });
  if (!started.ok) throw new Error(started.error.message);
  while (!started.value.run(1e6).done);
  const { emulation, summary } = started.value.finish();
  return { faults: emulation.faults, out: Buffer.from(emulation.buffers.get('out')!), shared: summary.shared };
}

const expected = ({ request }: ChosenLayout) => bytesOf(request.shape, request.perm, request.elementBytes);
const nameOf = ({ request, plan, layout }: ChosenLayout) =>
  `${request.shape} | ${request.perm}, ${request.elementBytes} B, ${layout.strategy}, vectors of ${plan.vectors.store} and ${plan.vectors.load}`;

describe.skipIf(nvcc === undefined)('an exported kernel', () => {
  let right: Module;
  beforeAll(() => {
    right = ptxOf('right', deviceFile(ALL));
  }, 120_000);

  it.each(ALL.map((chosen, i) => ({ title: nameOf(chosen), chosen, i })))('permutes $title', ({ chosen, i }) => {
    const { faults, out, shared } = run(right, chosen, i);
    expect(faults).toEqual([]);
    expect(out.equals(expected(chosen))).toBe(true);
    const { block, vectors, spillover } = chosen.plan;
    if (spillover.some(({ ragged }) => ragged > 0) || vectors.store + vectors.load > 2) return;
    const blocks = product(block.grid);
    expect(shared.store.wavefronts).toBe(blocks * chosen.layout.store.wavefronts);
    expect(shared.load.wavefronts).toBe(blocks * chosen.layout.load.wavefronts);
  });

  it('is found wrong when it loads from elsewhere than it stored', () => {
    const permuting = PICKED.filter(({ plan }) => !plan.isCopy);
    const wrong = ptxOf(
      'wrong',
      deviceFile(permuting, text => text.replaceAll(/tile\[loaded_place\(/g, 'tile[stored_place(')),
    );
    for (const [i, chosen] of permuting.entries())
      expect(run(wrong, chosen, i).out.equals(expected(chosen))).toBe(false);
  }, 120_000);
});

/** 12.9 × 10^9 elements, with ragged ends: the last block lies behind element 2^32. */
const HUGE = chosenOf({ shape: [3, 131_073, 32_771], perm: [0, 2, 1], elementBytes: 8 }, 'searched');

/** Offset in the input of element n of the last block, in the order of the input; null beyond a dimension's end. */
function lastOffset({ dims, modes, storeOrder }: PlannedBlock, n: number): bigint | null {
  const coordinates = dims.map(() => 0);
  let rest = n;
  const indices = new Map<number, number>();
  for (const mode of storeOrder) {
    indices.set(mode, rest % modes[mode].extent);
    rest = Math.floor(rest / modes[mode].extent);
  }
  for (const [mode, { dim, extent }] of modes.entries())
    coordinates[dim] = coordinates[dim] * extent + indices.get(mode)!;
  const places = dims.map(({ blocks, piece }, dim) => (blocks - 1) * piece + coordinates[dim]);
  if (places.some((place, dim) => place >= dims[dim].extent)) return null;
  return places.reduce((sum, place, dim) => sum + BigInt(place) * BigInt(dims[dim].inStride), 0n);
}

describe.skipIf(nvcc === undefined)('a kernel for more than 2^32 elements', () => {
  it('finds the elements of its last block', () => {
    // It gives out the offsets that it would read from.
    const text = deviceText(HUGE)
      .join('\n')
      .replace('if (offset == NOWHERE) continue;', '')
      .replace('tile[stored_place(n)] = in[offset];', 'reinterpret_cast<unsigned long long*>(out)[n] = offset;')
      .replace(/ {2}__syncthreads\(\);.*?^\}/ms, '}')
      .replace(/.*(shared_bytes|Element\* const tile).*\n/g, '');
    const block = plannedBlock(HUGE);
    const ctas = product(HUGE.plan.block.grid);
    const launch: Launch = {
      grid: [ctas, 1, 1],
      block: [KERNEL_THREADS, 1, 1],
      buffers: [{ name: 'out', type: 'u64', length: block.elements, init: { kind: 'zeros' }, output: true }],
      params: ['out', 'out'].map(buffer => ({ kind: 'pointer', buffer })),
    };
    const started = startInspection(ptxOf('huge', text), launch, { faults: 'first', ctas: [ctas - 1] });
    if (!started.ok) throw new Error(started.error.message);
    while (!started.value.run(1e6).done);
    const { buffers, faults } = started.value.finish().emulation;
    expect(faults).toEqual([]);
    const offsets = [...new BigUint64Array(buffers.get('out')!.slice().buffer)];
    const wanted = offsets.map((_, n) => lastOffset(block, n));
    expect(wanted.some(offset => offset !== null && offset > 2n ** 32n)).toBe(true);
    expect(wanted).toContain(null);
    expect(offsets).toEqual(wanted.map(offset => offset ?? 2n ** 64n - 1n));
  }, 120_000);
});

/**
 * Replaces CUDA's calls of a check program by code for the host; the launch becomes a loop that fills the output, rightly
 * or wrongly.
 */
const onTheHost = (text: string, from: string): string =>
  `${HOST_CUDA}\n${text}`
    .replace(/^permute\(Element.*?^\}$/ms, 'permute(Element*, const Element*) {}')
    .replaceAll(/\n__device__ __forceinline__.*?\n\}/gs, '')
    .replace(/ {2}permute<<<.*/, `  for (std::size_t o = 0; o < count; ++o) device_out[o] = device_in[${from}];`);

const HOST_CUDA = `
#include <cstdlib>
#include <cstring>
#define __global__ inline
#define __launch_bounds__(n)
using cudaError_t = int;
struct uint2 { unsigned x, y; };
struct uint4 { unsigned x, y, z, w; };
enum { cudaSuccess, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost };
inline const char* cudaGetErrorString(int) { return ""; }
template <class T> int cudaMalloc(T** p, std::size_t bytes) { *p = static_cast<T*>(std::malloc(bytes)); return 0; }
inline int cudaMemcpy(void* to, const void* from, std::size_t bytes, int) { std::memcpy(to, from, bytes); return 0; }
inline int cudaMemset(void* to, int value, std::size_t bytes) { std::memset(to, value, bytes); return 0; }
inline int cudaFree(void* p) { std::free(p); return 0; }
inline int cudaGetLastError() { return 0; }
inline int cudaDeviceSynchronize() { return 0; }
`;

describe.skipIf(nvcc === undefined)('a check program', () => {
  const transpose = chosenOf({ shape: [5, 7], perm: [1, 0], elementBytes: 2 }, 'odd-row');
  const large = chosenOf(
    { shape: [65, 66], perm: [1, 0], elementBytes: 16, sharedBytes: 99 * 1024, targetElements: 64 },
    'odd-row',
  );

  it('compiles without a warning, and so does a header', () => {
    for (const chosen of [transpose, large, HUGE]) {
      const file = join(folder, 'check.cu');
      writeFileSync(join(folder, 'plan.h'), headerText(chosen));
      writeFileSync(file, kernelText(chosen));
      const argv = ['-arch=sm_90', '-Werror', 'all-warnings', '-Xcompiler', '-Wall,-Wextra,-Werror'];
      execFileSync(nvcc, [...argv, '-c', '-o', join(folder, 'check.o'), file], { stdio: 'pipe' });
    }
    const user = join(folder, 'user.cpp');
    writeFileSync(user, '#include "plan.h"\nint main() { return 0; }\n');
    execFileSync(nvcc, ['-Xcompiler', '-Wall,-Wextra,-Werror', '-c', '-o', join(folder, 'user.o'), user], {
      stdio: 'pipe',
    });
  }, 120_000);

  it.each([
    { from: '(o % 5) * 7 + o / 5', status: 0, says: 'OK: 35 elements of 2 bytes\n' },
    {
      from: 'o',
      status: 1,
      says: 'wrong: output element 1, at (0, 1), is not input element 7; its bytes, last first: 00 01\n',
    },
    { from: 'o < 34 ? (o % 5) * 7 + o / 5 : 0', status: 1, says: /^wrong: output element 34, at \(6, 4\)/ },
  ])(
    'says $says where element o of the output is element $from',
    ({ from, status, says }) => {
      const [source, program] = [join(folder, `host${status}.cpp`), join(folder, 'host')];
      writeFileSync(source, onTheHost(kernelText(transpose), from));
      execFileSync(nvcc, ['-o', program, source], { stdio: 'pipe' });
      const ended = spawnSync(program, { encoding: 'utf8' });
      expect(ended.status).toBe(status);
      expect(ended.stdout).toMatch(says);
    },
    60_000,
  );
});
