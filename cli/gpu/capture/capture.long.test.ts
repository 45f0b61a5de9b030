/**
 * The library of `cuda/capture`, with a stand-in for the driver and for CUPTI (`../fixtures/capture`): no GPU. Needs a compiler and
 * CUDA's headers.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findCheckout } from '../../../server/checkout.ts';
import type { Capture } from '../../../src/trace/capture.ts';
import { environmentFor, runInjected } from './injected-program.ts';
import { builtLibrary } from './library.ts';
import { writtenCaptures } from './report.ts';
import { findCaptureToolkit } from './toolkit.ts';

const fixtures = join(import.meta.dirname, '../fixtures/capture');
const sources = join(findCheckout(), 'cuda/capture');
const toolkit = findCaptureToolkit();
const work = mkdtempSync(join(tmpdir(), 'capture-long-'));
const PTX = readFileSync(join(fixtures, 'stub-module.ptx'), 'utf8');
let library = '';

beforeAll(() => {
  if (!toolkit.ok) return;
  const { compiler, includes } = toolkit.value;
  const compile = (...words: readonly string[]) =>
    execFileSync(compiler, ['-std=c++17', ...includes.map(each => `-I${each}`), ...words], { cwd: fixtures });
  const driver = join(work, 'libcuda.so.1');
  compile('-shared', '-fPIC', '-o', driver, 'stub-driver.cpp', '-ldl', '-Wl,-soname,libcuda.so.1');
  // One file is both: the library links to CUPTI, and looks the driver up while it runs.
  compile('-o', join(work, 'program'), 'stub-program.cpp', driver);
  const built = builtLibrary(sources, join(work, 'cache'), { ...toolkit.value, cupti: driver });
  if (!built.ok) throw new Error(built.error);
  library = built.value;
}, 120_000);
afterAll(() => rmSync(work, { recursive: true }));

let runs = 0;

interface Run {
  readonly status: number;
  readonly stdout: string;
  readonly captures: readonly { readonly folder: string; readonly capture: Capture }[];
}

/** The program with the module, and what was captured. `own`: environment of the program. */
function run(
  module: string,
  wishes: Readonly<Record<string, string>> = {},
  own: Readonly<Record<string, string>> = {},
): Run {
  const out = join(work, `out-${runs++}`);
  mkdirSync(out);
  const named = Object.fromEntries(Object.entries(wishes).map(([name, text]) => [`LANESCAPE_CAPTURE_${name}`, text]));
  const injection = {
    library,
    python: '/nowhere',
    ptx: work,
    exact: false,
    wishes: { ...named, LANESCAPE_CAPTURE_FOLDER: out },
  };
  const env = environmentFor(injection, { PATH: process.env.PATH, LD_LIBRARY_PATH: work, ...own });
  let status = 0;
  let stdout = '';
  try {
    stdout = execFileSync(join(work, 'program'), [module], { env, encoding: 'utf8' });
  } catch (error) {
    ({ status, stdout } = error as { status: number; stdout: string });
  }
  const captures = writtenCaptures(out);
  if (!captures.ok) throw new Error(captures.error);
  return { status, stdout, captures: captures.value };
}

const captureOf = ({ captures }: Run, kernel: string) => {
  const found = captures.find(({ capture }) => capture.kernel === kernel);
  if (found === undefined) throw new Error(`no capture of ${kernel}`);
  return {
    ...found,
    floats: (path: string) => [...new Float32Array(new Uint8Array(readFileSync(join(found.folder, path))).buffer)],
  };
};

describe("the program's end", () => {
  const injection = { library: '/nowhere', python: '/nowhere', ptx: work, exact: false, wishes: {} };

  it.each([
    { script: 'exit 7', code: 7 },
    { script: 'kill -SEGV $$', code: 139 },
  ])('of $script is passed on', async ({ script, code }) => {
    expect(await runInjected(['sh', '-c', script], injection)).toEqual({ ok: true, value: code });
  });

  it('is an error in words where there is no such program', async () => {
    const ended = await runInjected([join(work, 'no-such-program')], injection);
    expect(ended).toMatchObject({ ok: false, error: expect.stringMatching(/no-such-program cannot be started: /) });
  });
});

const FILES = ['stub-module.ptx', 'plain.fatbin', 'speed.fatbin', 'size.fatbin'] as const;

describe.skipIf(!toolkit.ok)('a capture', () => {
  it.each(FILES)('of a module that is loaded as %s has the PTX, and the program does what it did', file => {
    const ran = run(join(fixtures, file));
    expect(ran).toMatchObject({ status: 5, stdout: 'sum 0\n' });
    expect(ran.captures.map(({ capture }) => [capture.kernel, capture.index, capture.complete]).sort()).toEqual([
      ['_Z5weighPfPKfi', 1, true],
      ['elsewhere', 1, true],
      ['fault', 1, false],
      ['graphed', 1, true],
      ['mapped', 1, true],
      ['paired', 1, false],
      ['sumRows', 1, true],
    ]);
    const { folder, capture } = captureOf(ran, 'sumRows');
    expect(capture.ptx).toEqual({ file: 'module.ptx', from: file.endsWith('.ptx') ? 'module-data' : 'fatbin' });
    // nvcc leaves out comments.
    const kernelsOf = (text: string) => [...text.matchAll(/\.entry (\w+)/g)].map(match => match[1]);
    expect(kernelsOf(readFileSync(join(folder, 'module.ptx'), 'utf8'))).toEqual(kernelsOf(PTX));
  });

  it.each([
    { arch: 89, ptx: { file: 'module.ptx', from: 'fatbin' } },
    { arch: 90, ptx: { file: 'module.ptx', from: 'fatbin' } },
    {
      arch: 120,
      ptx: { missing: 'sass-only', hint: expect.stringMatching(/^The PTX is for compute_120, and this GPU/) },
    },
  ])('takes PTX for compute_$arch on a GPU of 9.0 only where that may be what ran', ({ arch, ptx }) => {
    const file = join(work, `arch-${arch}.fatbin`);
    const bytes = readFileSync(join(fixtures, 'plain.fatbin'));
    // The entry's architecture is at byte 28, after the container's head of 16 bytes.
    expect(bytes.readUInt32LE(44)).toBe(90);
    bytes.writeUInt32LE(arch, 44);
    writeFileSync(file, bytes);
    expect(captureOf(run(file), 'sumRows').capture.ptx).toEqual(ptx);
  });

  it('has the memory that its pointers reach, before and after, and the variable that its code names', () => {
    const { capture, floats } = captureOf(run(join(fixtures, 'stub-module.ptx')), '_Z5weighPfPKfi');
    expect(capture).toMatchObject({
      api: 'cuLaunchKernel',
      grid: [1, 1, 1],
      block: [32, 1, 1],
      cluster: null,
      leftOut: [],
    });
    expect(capture.params.list).toEqual([8, 8, 4].map((size, i) => ({ offset: 8 * i, size })));
    expect(capture.globals.map(({ name, bytes }) => [name, bytes])).toEqual([['factors', 8]]);
    const words = Buffer.from(capture.params.base64, 'base64');
    const bufferAt = (offset: number) => {
      const address = words.readBigUInt64LE(offset);
      const window = capture.buffers.find(
        each => address >= BigInt(each.address) && address < BigInt(each.address) + BigInt(each.bytes),
      );
      if (window === undefined) throw new Error(`no window for the pointer at ${offset}`);
      return window;
    };
    const out = bufferAt(0);
    expect(words.readInt32LE(16)).toBe(8);
    expect(floats(out.before).slice(0, 9)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(floats(out.after!).slice(0, 9)).toEqual([8, 15, 12, 21, 16, 27, 20, 33, 0]);
    // The input did not change: one file for both.
    expect(bufferAt(8)).toMatchObject({ bytes: 256, before: bufferAt(8).after });
  });

  it('is of the launch that was asked for', () => {
    const { captures } = run(join(fixtures, 'stub-module.ptx'), { KERNEL: 'weigh(float', NTH: '3' });
    expect(captures.map(({ capture }) => [capture.kernel, capture.index])).toEqual([['_Z5weighPfPKfi', 3]]);
    expect(
      run(join(fixtures, 'stub-module.ptx'), { KERNEL: 's*s' }).captures.map(({ capture }) => capture.kernel),
    ).toEqual(['sumRows']);
    expect(run(join(fixtures, 'stub-module.ptx'), { KERNEL: 'umRow?x' }).captures).toEqual([]);
  });

  it('follows pointers in memory one level, and keeps the arguments of tensor maps', () => {
    const ran = run(join(fixtures, 'stub-module.ptx'));
    // Two from the parameters, two from the array that the first of them reaches.
    expect(
      captureOf(ran, 'sumRows')
        .capture.buffers.map(({ bytes }) => bytes)
        .sort((a, b) => a - b),
    ).toEqual([8, 16, 64, 256]);
    const { tensorMaps, params } = captureOf(ran, 'mapped').capture;
    expect(params.list).toEqual([
      { offset: 112, size: 128 },
      { offset: 240, size: 8 },
    ]);
    expect(tensorMaps).toMatchObject([
      {
        ...{ at: { param: 112 }, kind: 'tiled', type: 'f32', rank: 2, dims: [8, 4], stridesBytes: [32], box: [4, 2] },
        ...{ elementStrides: [1, 1], interleave: 'none', swizzle: '128B', l2Promotion: '256B', oobFill: 'nan' },
      },
    ]);
  });

  it('sees a kernel of a graph with memory before and after the whole graph', () => {
    const ran = run(join(fixtures, 'stub-module.ptx'));
    const alone = captureOf(ran, 'graphed').capture;
    expect(alone).toMatchObject({
      scope: 'graph',
      api: 'cuGraphLaunch',
      block: [32, 1, 1],
      complete: true,
      leftOut: [],
    });
    expect(alone.params.list.map(({ size }) => size)).toEqual([8, 8, 4]);
    const { capture } = captureOf(ran, 'paired');
    expect(capture).toMatchObject({ scope: 'graph', complete: false });
    expect(capture.leftOut.map(({ why }) => why)).toEqual([
      expect.stringContaining('before and after the whole graph'),
    ]);
    // Both were seen: `weigh` had three launches of its own.
    const nth = run(join(fixtures, 'stub-module.ptx'), { KERNEL: 'weigh', NTH: '4' });
    expect(nth.captures.map(({ capture: { index, scope } }) => [index, scope])).toEqual([[4, 'graph']]);
  });

  it('of a launch on a second GPU has the memory of both, and says which lies where', () => {
    const { capture, floats } = captureOf(run(join(fixtures, 'stub-module.ptx')), 'elsewhere');
    expect(capture).toMatchObject({ version: 3, gpu: { device: 1 }, leftOut: [] });
    const places = capture.buffers.map(({ bytes, device }) => [bytes, device]);
    expect(places.sort(([a], [b]) => Number(a) - Number(b))).toEqual([
      [128, 1],
      [256, 0],
    ]);
    const out = capture.buffers.find(({ bytes }) => bytes === 128)!;
    expect(floats(out.after!).slice(0, 4)).toEqual([8, 15, 12, 21]);
    const chosen = (device: string) => run(join(fixtures, 'stub-module.ptx'), { DEVICE: device }).captures;
    expect(chosen('1').map(({ capture: { kernel } }) => kernel)).toEqual(['elsewhere']);
    expect(chosen('0').map(({ capture: { kernel } }) => kernel)).not.toContain('elsewhere');
  });

  it('is kept where the program dies behind it', () => {
    const ran = run(join(fixtures, 'stub-module.ptx'), {}, { STUB_ABORTS: '1' });
    expect(ran.captures.map(({ capture }) => [capture.kernel, capture.complete]).sort()).toEqual([
      ['_Z5weighPfPKfi', true],
      ['sumRows', true],
    ]);
    expect(ran.stdout).toBe('');
  });

  it('keeps what was there before a kernel that faults', () => {
    const { folder, capture } = captureOf(run(join(fixtures, 'stub-module.ptx')), 'fault');
    expect(capture.buffers).toMatchObject([{ bytes: 256, after: null }]);
    expect(existsSync(join(folder, capture.buffers[0].before))).toBe(true);
    expect(capture.leftOut).toEqual([
      { what: 'memory after the launch', bytes: 0, why: 'the kernel failed: an illegal memory access' },
    ]);
  });

  it('copies no more than it may, and names what it leaves out', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 700 }), most => {
        const { captures } = run(join(fixtures, 'stub-module.ptx'), { MAX_BYTES: String(most), KERNEL: 'weigh' });
        const { buffers, globals, leftOut } = captures[0].capture;
        const copied = [...buffers, ...globals].reduce((sum, { bytes }) => sum + bytes, 0);
        expect(copied).toBeLessThanOrEqual(most);
        expect(leftOut.length > 0).toBe(most < 8 + 256 + 256);
      }),
      { numRuns: 25 },
    );
  });

  it('does not trip over a damaged container', () => {
    const damaged = join(work, 'damaged.fatbin');
    const arbitrary = fc.tuple(
      fc.constantFrom(...FILES.slice(1)),
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 8 }),
    );
    fc.assert(
      fc.property(arbitrary, ([file, changes]) => {
        const bytes = readFileSync(join(fixtures, file));
        // The damage spares the head: it holds the container's length, and the driver learns no other length.
        for (const [place, value] of changes) bytes[16 + (place % (bytes.length - 16))] = value;
        writeFileSync(damaged, bytes);
        expect(run(damaged)).toMatchObject({ status: 5, stdout: 'sum 0\n' });
      }),
      { numRuns: 60 },
    );
  });
});
