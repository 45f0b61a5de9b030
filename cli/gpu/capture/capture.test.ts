import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sampleCapture, sampleFiles } from '../../../src/contract/fixtures/sample-capture.ts';
import type { Capture } from '../../../src/trace/capture.ts';
import { readCapturePath } from '../../capture-files.ts';
import { isOneLine, lanescape } from '../../fixtures/in-process.ts';
import { environmentFor } from './injected-program.ts';
import { launchTable, listedKernels } from './launch-table.ts';
import { captureText, writtenCaptures } from './report.ts';
import { keepSources } from './sources.ts';
import { findCaptureToolkit } from './toolkit.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'capture-test-'));
  // No program of this machine is found: neither a compiler nor nvidia-smi.
  vi.stubEnv('PATH', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

function program(name: string, text: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`);
  chmodSync(join(folder, name), 0o755);
}

function installation(...files: readonly string[]): string[] {
  const root = join(folder, 'cuda');
  for (const file of files) {
    mkdirSync(join(root, file, '..'), { recursive: true });
    writeFileSync(join(root, file), '');
  }
  return [root];
}

describe('what is refused', () => {
  it.each([
    { words: [], says: /no command given; expected lanescape capture \[options\] -- COMMAND/ },
    { words: ['--nth', '0', '--', 'true'], says: /--nth 0: expected a whole number from 1/ },
    { words: ['--device', 'cuda:1', '--', 'true'], says: /--device cuda:1: expected the number of a GPU/ },
    { words: ['--max-bytes', '1e9', '--', 'true'], says: /--max-bytes 1e9: expected a whole number/ },
  ])('$words is bad usage', async ({ words, says }) => {
    const { code, stderr } = await lanescape(['capture', ...words]);
    expect(code).toBe(2);
    expect(stderr).toMatch(says);
  });

  it('says so where there is no compiler, with exit code 3', async () => {
    const { code, stdout, stderr } = await lanescape(['capture', '--', 'true']);
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain('there is no C++ compiler');
    expect(isOneLine(stderr)).toBe(true);
  });

  it('needs headers and library of one installation', () => {
    program('g++', 'exit 0');
    const incomplete = installation('include/cupti.h', 'include/cuda.h');
    expect(findCaptureToolkit([incomplete])).toMatchObject({ ok: false, error: expect.stringContaining('CUPTI') });
    const whole = installation('extras/CUPTI/include/cupti.h', 'include/cuda.h', 'lib64/libcupti.so.13');
    expect(findCaptureToolkit([['/nowhere'], whole])).toEqual({
      ok: true,
      value: {
        compiler: join(folder, 'g++'),
        includes: [join(folder, 'cuda/include')],
        cupti: join(folder, 'cuda/lib64/libcupti.so.13'),
      },
    });
  });
});

describe("the program's environment", () => {
  const injection = {
    library: '/l.so',
    python: '/hook',
    ptx: '/ptx',
    wishes: { LANESCAPE_CAPTURE_NTH: '2' },
    exact: true,
  };

  it('loads the library and the hook, and asks frameworks for PTX and for single allocations', () => {
    expect(environmentFor(injection, { HOME: '/home' })).toEqual({
      ...{ HOME: '/home', CUDA_INJECTION64_PATH: '/l.so', PYTHONPATH: '/hook', LANESCAPE_CAPTURE_PTX: '/ptx' },
      ...{ LANESCAPE_CAPTURE_NTH: '2', CUPY_COMPILE_WITH_PTX: '1', PYTORCH_NO_CUDA_MEMORY_CACHING: '1' },
      ...{ XLA_PYTHON_CLIENT_ALLOCATOR: 'platform', XLA_FLAGS: '--xla_dump_to=/ptx/xla --xla_dump_emitter_re=.*' },
      MOSAIC_GPU_DUMP_TO: '/ptx/xla',
    });
  });

  it('keeps what the user has set', () => {
    const own = { PYTHONPATH: '/a:/b', CUPY_COMPILE_WITH_PTX: '0', XLA_FLAGS: '--xla_dump_to=/mine' };
    const given = environmentFor({ ...injection, exact: false }, own);
    expect(given).toMatchObject({ ...own, PYTHONPATH: '/hook:/a:/b' });
    expect(given).not.toHaveProperty('PYTORCH_NO_CUDA_MEMORY_CACHING');
    expect(environmentFor(injection, { XLA_FLAGS: '--xla_x=1' }).XLA_FLAGS).toMatch(/^--xla_x=1 --xla_dump_to=/);
  });
});

describe('--list', () => {
  it('adds up what several processes launched, longest time first', () => {
    const shape = (x: number, count: number) => ({ grid: [x, 1, 1], block: [32, 1, 1], count });
    const write = (process: number, rows: readonly object[]) =>
      writeFileSync(join(folder, `launches.${process}`), JSON.stringify(rows));
    write(1, [{ kernel: 'short', device: 0, count: 1, nanoseconds: 500, shapes: [shape(1, 1)] }]);
    write(2, [
      { kernel: 'short', device: 0, count: 3, nanoseconds: 1500, shapes: [shape(1, 2), shape(8, 1)] },
      { kernel: 'long', device: 0, count: 2, nanoseconds: 9000, shapes: [shape(4, 2)] },
    ]);
    const kernels = listedKernels(folder);
    expect(kernels.map(({ kernel, count, nanoseconds }) => [kernel, count, nanoseconds])).toEqual([
      ['long', 2, 9000],
      ['short', 4, 2000],
    ]);
    const [longest] = kernels;
    const twoGpus = launchTable([longest, { ...longest, device: 1, count: 7 }]).split('\n');
    expect(twoGpus.slice(0, 3)).toEqual([
      expect.stringMatching(/^ *GPU +launches/),
      expect.stringMatching(/^ *0 +2 /),
      expect.stringMatching(/^ *1 +7 /),
    ]);
    expect(launchTable(kernels).split('\n').slice(1, 3)).toEqual([
      expect.stringMatching(/^ +2 +9\.0 +4\.50 +4 x 1 x 1 +32 x 1 x 1 +long$/),
      expect.stringMatching(/^ +4 +2\.0 +0\.50 +1 x 1 x 1 \(\+1\) +32 x 1 x 1 +short$/),
    ]);
  });
});

const CAPTURE: Capture = {
  ...{ format: 'lanescape-capture', version: 1, complete: true, kernel: 'add', index: 1, api: 'cuLaunchKernel' },
  gpu: { name: 'Stand-in', computeCapability: [9, 0], driver: 13000 },
  ...{ grid: [2, 1, 1], block: [32, 1, 1], cluster: null, dynamicSharedBytes: 0, attributes: {} },
  ...{ params: { base64: '', list: [] }, tensorMaps: [], globals: [], leftOut: [] },
  buffers: [
    {
      ...{ address: '0x1000', bytes: 64, allocation: { address: '0x1000', bytes: 2 ** 21 } },
      ...{ before: 'buffers/0.before', after: 'buffers/0.after' },
    },
  ],
  ptx: { file: 'module.ptx', from: 'fatbin' },
};

describe('what was captured', () => {
  const write = (name: string, text: string): void => {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'capture.json'), text);
  };

  it('is a table, what is left out, and the next command', () => {
    const missing = { missing: 'sass-only', hint: 'Build it with PTX.' } as const;
    const leftOut = [{ what: 'what the pointer reaches at parameter byte 8', bytes: 7, why: 'more than --max-bytes' }];
    write('add', JSON.stringify(CAPTURE));
    write('add-2', JSON.stringify({ ...CAPTURE, ptx: missing, complete: false, leftOut }));
    // A program that was killed while its first files were written leaves a folder without a description.
    mkdirSync(join(folder, 'begun'));
    const captures = writtenCaptures(folder);
    expect(captures.ok && captureText(captures.value, false).split('\n')).toEqual([
      expect.stringMatching(/^capture +launch +grid +block +bytes +PTX +complete$/),
      expect.stringMatching(/add +1 +2 x 1 x 1 +32 x 1 x 1 +64 +fatbin +yes$/),
      expect.stringMatching(/add-2 +1 +2 x 1 x 1 +32 x 1 x 1 +64 +none +no$/),
      `${folder}/add-2: left out: what the pointer reaches at parameter byte 8, 7 bytes: more than --max-bytes`,
      `no PTX: ${folder}/add-2: Build it with PTX.`,
      expect.stringContaining('--exact makes PyTorch and JAX allocate each by itself'),
      `next: lanescape emulate --capture ${folder}/add`,
      '',
    ]);
    expect(captures.ok && captureText(captures.value, true)).not.toContain('--exact');
  });

  it('is refused where it is not as version 1 says', () => {
    write('add', JSON.stringify({ ...CAPTURE, grid: [0, 1, 1] }));
    expect(writtenCaptures(folder)).toMatchObject({
      ok: false,
      error: expect.stringContaining('add/capture.json: grid'),
    });
  });
});

describe('the sources that the PTX names', () => {
  const named = (...files: readonly string[]): string =>
    files.map((file, i) => `.file ${i + 1} "${file}"\n.loc ${i + 1} 1 0\n`).join('');
  const captured = (ptx: string) => {
    const at = join(folder, 'k-1');
    const files = sampleFiles();
    files.set('module.ptx', new TextEncoder().encode(ptx));
    mkdirSync(join(at, 'buffers'), { recursive: true });
    for (const [name, bytes] of files) writeFileSync(join(at, name), bytes);
    return keepSources({ folder: at, capture: sampleCapture() }, folder);
  };

  it('are kept, and read again', async () => {
    writeFileSync(join(folder, 'k.py'), 'é = 1\n');
    writeFileSync(join(folder, 'k.cuh'), '#pragma once\n');
    const path = join(folder, 'k.py');
    const installed = join(folder, 'site-packages/tl.py');
    mkdirSync(join(folder, 'site-packages'));
    writeFileSync(installed, 'x = 1\n');
    const lines = `.loc 1 2 0\n.loc 1 3 0\n.file 4 "${folder}/unused.cu"\n`;
    const { capture, folder: at } = captured(`${named(installed, path, 'k.cuh')}${lines}`);
    const names = [path, 'k.cuh', installed];
    expect(capture).toMatchObject({ version: 3, sources: names.map((name, i) => ({ name, file: `sources/${i}` })) });
    const read = await readCapturePath(at);
    expect(read.ok && read.value.sources).toEqual([
      { name: path, text: 'é = 1\n' },
      { name: 'k.cuh', text: '#pragma once\n' },
      { name: installed, text: 'x = 1\n' },
    ]);
  });

  it('are no other files: no secrets, folders, binaries, and none too long', () => {
    for (const name of ['secret', 'id_rsa', '.env', 'key.pem']) writeFileSync(join(folder, name), 'secret');
    writeFileSync(join(folder, 'binary.cu'), Uint8Array.of(0xff, 0xfe, 0));
    writeFileSync(join(folder, 'long.py'), ' '.repeat(2 ** 20 + 1));
    mkdirSync(join(folder, 'folder.h'));
    const names = [
      'secret',
      'id_rsa',
      '.env',
      'key.pem',
      'binary.cu',
      'long.py',
      'folder.h',
      'missing.cu',
      '/etc/passwd',
    ];
    const { capture, folder: at } = captured(named(...names));
    expect(capture.sources).toBeUndefined();
    expect(existsSync(join(at, 'sources'))).toBe(false);
  });
});
