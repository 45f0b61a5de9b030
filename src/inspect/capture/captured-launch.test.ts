import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { captureDocument } from '../../contract/capture-document.ts';
import { compareMeasured } from '../../contract/measured-comparison.ts';
import { parsed } from '../../ptx/checks/kernel-run.ts';
import { emulate } from '../../ptx/index.ts';
import { outlineOf } from '../../ptx/outline/outline.ts';
import type { CaptureContents, CapturedTensorMap } from '../../trace/capture.ts';
import type { BufferSpec, Launch, LaunchParam } from '../../trace/launch.ts';
import { encodeBase64 } from '../../trace/launch-bytes-base64.ts';
import { capturedLaunch } from './captured-launch.ts';
import { syntheticAddress, syntheticCapture } from './synthetic-capture.ts';

function opened(contents: CaptureContents) {
  const module = parsed(contents.ptx ?? '');
  const launched = capturedLaunch(contents, outlineOf(module));
  if (!launched.ok) throw new Error(`${launched.error.field}: ${launched.error.message}`);
  const document = captureDocument({ ...contents, ptx: contents.ptx ?? '' }, launched.value, 'k');
  return { module, document, ...launched.value };
}

/** Runs what the capture says, and compares with what it recorded. */
function compared(contents: CaptureContents) {
  const { module, document, launch, notes } = opened(contents);
  const run = emulate(module, launch);
  if (!run.ok) throw new Error(`${run.error.field}: ${run.error.message}`);
  expect(run.value.faults).toEqual([]);
  const parts = compareMeasured(document, run.value.buffers);
  if (!parts.ok) throw new Error(parts.error.message);
  return { parts: parts.value, launch, notes };
}

const head = '.version 9.0\n.target sm_90a\n.address_size 64\n';
const buffer = (name: string, type: BufferSpec['type'], length: number, init: BufferSpec['init']): BufferSpec => ({
  ...{ name, type, length, init },
});
const pointer = (of: string): LaunchParam => ({ kind: 'pointer', buffer: of });

const transpose: Launch = {
  grid: [2, 2, 1],
  block: [32, 32, 1],
  dynamicSharedBytes: 4096,
  buffers: [buffer('out', 'f32', 4096, { kind: 'zeros' }), buffer('in', 'f32', 4096, { kind: 'iota' })],
  params: [
    pointer('out'),
    pointer('in'),
    { kind: 'scalar', type: 's32', value: 64 },
    { kind: 'scalar', type: 's32', value: 64 },
  ],
};
const TRANSPOSE = readFileSync(
  new URL('../../../public/ptx/transpose/tiled/tile-32.element-bytes-4.sm_90.ptx', import.meta.url),
  'utf8',
);

describe('a kernel of pointers and numbers', () => {
  it('runs as it was captured, and leaves what was recorded', () => {
    const { parts, launch } = compared(syntheticCapture(TRANSPOSE, transpose));
    expect(launch.params).toMatchObject([{ kind: 'pointer' }, { kind: 'pointer' }, { value: 64 }, { value: 64 }]);
    expect(parts.map(({ part, written, wrong }) => [part.type, part.bytes, written > 4000, wrong])).toEqual([
      ['f32', 16384, true, 0],
      ['f32', 16384, false, 0],
    ]);
  });

  it('keeps the alignment of addresses: the window starts 16 bytes behind a multiple of 256', () => {
    const { launch } = opened(syntheticCapture(TRANSPOSE, transpose));
    expect(launch.params[0]).toMatchObject({ kind: 'pointer', byteOffset: 16 });
    expect(launch.buffers[0].length).toBe(4096 + 4);
  });

  it('names memory that lies on another GPU, or in the host', () => {
    const contents = syntheticCapture(TRANSPOSE, transpose);
    const { capture } = contents;
    const at = (device: number, places: readonly (number | 'host')[]) => ({
      ...contents,
      capture: {
        ...capture,
        gpu: { ...capture.gpu, device },
        buffers: capture.buffers.map((buffer, i) => ({ ...buffer, device: places[i] })),
      },
    });
    expect(opened(at(1, [1, 1])).notes).toEqual(opened(contents).notes);
    const notes = [
      expect.stringMatching(/^\w+ lies in the memory of GPU 0; the launch ran on GPU 1$/),
      expect.stringMatching(/^\w+ lies in the memory of the host; the launch ran on GPU 1$/),
    ];
    expect(opened(at(1, [0, 'host'])).notes).toEqual(expect.arrayContaining(notes));
  });

  it('says where the GPU answered something else: a known-wrong answer', () => {
    const contents = syntheticCapture(TRANSPOSE, transpose, {
      answer(name, after) {
        const values = new Float32Array(after.buffer);
        if (name === 'out') [values[7], values[9]] = [values[7] + 2 ** -15, 0];
        if (name === 'in') values[3] = -1;
      },
    });
    const [out, input] = compared(contents).parts;
    expect(out).toMatchObject({
      wrong: 2,
      firstWrong: { index: 7, emulated: '448' },
      onlyEmulated: 1,
      onlyMeasured: 0,
    });
    expect(out.largest.absolute).toBe(576);
    expect(input).toMatchObject({ wrong: 1, firstWrong: { index: 3, emulated: '3', measured: '-1' }, onlyMeasured: 1 });
  });
});

describe('words that are addresses', () => {
  const GATHER = `${head}.visible .entry k(.param .align 8 .b8 s[40]) {
    .reg .b64 %o, %t, %a; .reg .b32 %v, %n;
    ld.param.u64 %o, [s]; ld.param.u64 %t, [s+16]; ld.param.u32 %n, [s+24];
    ld.global.u64 %a, [%t+8]; ld.global.f32 %v, [%a]; st.global.f32 [%o], %v;
    st.global.u64 [%t+16], %o; st.global.u32 [%o+4], %n; ret; }`;
  const launch: Launch = {
    grid: [1, 1, 1],
    block: [1, 1, 1],
    buffers: [
      buffer('out', 'f32', 8, { kind: 'zeros' }),
      {
        ...buffer('table', 'u64', 4, { kind: 'values', values: [5, 6, 7, 8] }),
        fields: [{ offset: 8, kind: 'pointer', buffer: 'data', byteOffset: 12 }],
      },
      buffer('data', 'f32', 8, { kind: 'iota' }),
    ],
    params: [
      {
        kind: 'struct',
        sizeBytes: 40,
        base64: encodeBase64(Uint8Array.from({ length: 40 }, (_, i) => i)),
        fields: [
          { offset: 0, kind: 'pointer', buffer: 'out' },
          { offset: 16, kind: 'pointer', buffer: 'table' },
        ],
      },
    ],
  };

  it('follow the buffers: in structs, in memory, and in what the GPU left there', () => {
    const { parts, launch: read, notes } = compared(syntheticCapture(GATHER, launch));
    expect(parts.map(({ wrong }) => wrong)).toEqual([0, 0, 0]);
    expect(parts.map(({ written }) => written)).toEqual([2, 1, 0]);
    expect(read.params[0]).toMatchObject({ kind: 'struct', fields: [{ offset: 0 }, { offset: 16 }] });
    expect(notes.join()).toMatch(/holds 1 words that are addresses/);
  });

  it('are numbers where the kernel loads half of them, and doubtful ones are said', () => {
    const contents = syntheticCapture(GATHER, launch);
    const block = Uint8Array.from(atob(contents.capture.params.base64), c => c.charCodeAt(0));
    const view = new DataView(block.buffer);
    view.setBigUint64(24, syntheticAddress(2), true);
    view.setBigUint64(32, syntheticAddress(2), true);
    const params = { ...contents.capture.params, base64: encodeBase64(block) };
    const { launch: read, notes } = opened({ ...contents, capture: { ...contents.capture, params } });
    expect(read.params[0]).toMatchObject({ fields: [{ offset: 0 }, { offset: 16 }, { offset: 32 }] });
    expect(notes.join()).toMatch(/byte 32 of \w+ is taken for a pointer/);
  });
});

it('windows that touch are one buffer, with a part for each pointer', () => {
  const contents = syntheticCapture(TRANSPOSE, transpose);
  const [first, second] = contents.capture.buffers;
  const start = BigInt(first.address) + 16384n;
  const params = Uint8Array.from(atob(contents.capture.params.base64), c => c.charCodeAt(0));
  new DataView(params.buffer).setBigUint64(8, start, true);
  const { launch, parts } = compared({
    ...contents,
    capture: {
      ...contents.capture,
      params: { ...contents.capture.params, base64: encodeBase64(params) },
      buffers: [first, { ...second, address: `0x${start.toString(16)}` }],
    },
  });
  expect(launch.buffers).toHaveLength(1);
  expect(parts.map(({ part, wrong }) => [part.byteOffset, part.type, wrong])).toEqual([
    [16, 'f32', 0],
    [16400, 'f32', 0],
  ]);
});

describe('tensor maps', () => {
  const TEXT = `${head}.shared .align 128 .b8 tile[128];
    .shared .align 8 .b64 full;
    .visible .entry k(.param .u64 out, .param .align 64 .b8 map[128]) {
    .reg .b64 %o, %t; .reg .b32 %r<4>; .reg .pred %p;
    ld.param.u64 %o, [out]; mov.b64 %t, map; cvta.param.u64 %t, %t;
    mov.u32 %r1, tile; mov.u32 %r2, full; mov.u32 %r3, 0;
    mbarrier.init.shared.b64 [%r2], 1; mbarrier.arrive.expect_tx.shared.b64 _, [%r2], 128;
    cp.async.bulk.tensor.1d.shared::cta.global.mbarrier::complete_tx::bytes [%r1], [%t, {%r3}], [%r2];
    AGAIN: mbarrier.test_wait.parity.shared.b64 %p, [%r2], 0; @!%p bra AGAIN;
    cp.async.bulk.global.shared::cta.bulk_group [%o], [%r1], 128;
    ret; }`;
  const map: CapturedTensorMap = {
    ...{
      at: { param: 64 },
      kind: 'tiled',
      address: `0x${(syntheticAddress(1) + 64n).toString(16)}`,
      type: 'tf32',
      rank: 1,
    },
    ...{ dims: [40], stridesBytes: [], box: [32], elementStrides: [1], interleave: 'none', swizzle: 'none' },
    ...{ l2Promotion: 'none', oobFill: 'zero' },
  };
  const plain = syntheticCapture(`${head}.visible .entry k(.param .u64 a, .param .u64 b) { ret; }`, {
    ...{ grid: [1, 1, 1], block: [1, 1, 1] },
    buffers: [buffer('out', 'f32', 32, { kind: 'zeros' }), buffer('in', 'f32', 48, { kind: 'iota' })],
    params: [pointer('out'), pointer('in')],
  });
  const block = new Uint8Array(192);
  new DataView(block.buffer).setBigUint64(0, syntheticAddress(0), true);
  const contents = (of: Partial<CapturedTensorMap>): CaptureContents => ({
    ...plain,
    ptx: TEXT,
    capture: {
      ...plain.capture,
      params: {
        base64: encodeBase64(block),
        list: [
          { offset: 0, size: 8 },
          { offset: 64, size: 128 },
        ],
      },
      tensorMaps: [{ ...map, ...of }],
    },
  });

  it('are read by their arguments, of tensors that start within a buffer', () => {
    const [out] = compared(contents({})).parts;
    // The stand-in did not run this kernel: what it would have written is known.
    expect(out).toMatchObject({
      wrong: 32,
      onlyEmulated: 32,
      firstWrong: { index: 0, emulated: '1098907648', measured: '0' },
    });
  });

  it('lengthen a buffer of which not all was captured, and say so', () => {
    const { notes } = compared(contents({ dims: [64] }));
    expect(notes.join()).toMatch(/bytes behind .* are zeros here/);
  });

  it('whose tensors would fill the memory with zeros are not followed, and it is said', () => {
    const { launch, notes } = opened(contents({ dims: [2 ** 31] }));
    expect(launch.buffers.map(({ length }) => length)).toEqual([36, 52]);
    expect(notes.join()).toMatch(/the tensor of tensor map 0, at .*, was not captured: copies of it are refused/);
  });

  it('tell the elements of a tensor, but for those that the kernel is yet to fill in', () => {
    const at = { address: `0x${syntheticAddress(0).toString(16)}`, type: 'u16', box: [8] };
    const typeWith = (dims: readonly number[]) => opened(contents({ ...at, dims })).launch.buffers[0].type;
    expect(typeWith([64])).toBe('u16');
    expect(typeWith([1])).not.toBe('u16');
    expect(typeWith([4096])).not.toBe('u16');
  });

  it('are refused where the emulator has no such elements', () => {
    const read = capturedLaunch(contents({ type: '16U4_ALIGN8B' }), outlineOf(parsed(TEXT)));
    expect(read).toMatchObject({ ok: false, error: { field: 'tensorMaps[0].type' } });
  });
});

it('a cut window goes on with zeros, so that nothing is out of bounds that was not for the GPU', () => {
  const contents = syntheticCapture(TRANSPOSE, transpose);
  const cut = { what: 'what the pointer reaches', bytes: 4096, why: 'more than --max-bytes' };
  const { capture, buffers } = contents;
  const short = buffers.map(({ before, after }) => ({
    before: before.slice(0, 8192),
    after: after?.slice(0, 8192) ?? null,
  }));
  const windows = capture.buffers.map(window => ({ ...window, bytes: 8192 }));
  const whole = { ...capture, buffers: windows, leftOut: [cut] };
  const { notes } = compared({ ...contents, buffers: short, capture: whole });
  expect(notes.join()).toMatch(/bytes behind p0 were not captured/);
});

/** The launch if only the first half of each buffer was copied, of an allocation of `allocationBytes` bytes. */
function halved(allocationBytes: number): Launch {
  const contents = syntheticCapture(TRANSPOSE, transpose);
  const { capture } = contents;
  const buffers = contents.buffers.map(({ before }) => ({ before: before.slice(0, 8192), after: null }));
  const windows = capture.buffers.map(window => ({
    ...{ ...window, bytes: 8192, after: null },
    allocation: { address: window.address, bytes: allocationBytes },
  }));
  return opened({ ...contents, buffers, capture: { ...capture, complete: false, buffers: windows } }).launch;
}

const faultKinds = (launch: Launch) => {
  const run = emulate(parsed(TRANSPOSE), launch, { faults: 'all' });
  if (!run.ok) throw new Error(run.error.message);
  return [...new Set(run.value.faults.map(({ kind }) => kind))];
};

describe('memory that was not copied', () => {
  it('is no mistake of the kernel, behind a window of a pool', () => {
    const launch = halved(2 ** 40);
    expect(launch.buffers.map(({ unrecordedBytes }) => unrecordedBytes)).toEqual([2 ** 40 - 8192, 2 ** 40 - 8192]);
    expect(faultKinds(launch)).toEqual(['notRecorded']);
  });

  it('and is one where the allocation ends there: a known-wrong kernel', () => {
    expect(faultKinds(halved(8192))).toContain('outOfBounds');
  });

  it('is named by its address where nothing of it was copied', () => {
    const contents = syntheticCapture(TRANSPOSE, transpose);
    const capture = { ...contents.capture, buffers: [] };
    const { launch, notes } = opened({ ...contents, buffers: [], capture });
    expect(launch.unrecorded).toMatchObject([{ address: '0x7f3a40000010' }, { address: '0x7f3a40400010' }]);
    expect(faultKinds(launch)).toEqual(['notRecorded']);
    expect(notes.join()).toMatch(/p0 points to .*, of which nothing was copied/);
  });
});

it.each<[string, string, Partial<CaptureContents['capture']>]>([
  ['ptx.file', 'for sm_90', { gpu: { name: 'older', computeCapability: [8, 0], driver: 12000 } }],
  ['kernel', 'no kernel', { kernel: 'other' }],
  [
    'params.list',
    '1 parameters',
    { params: { base64: encodeBase64(new Uint8Array(24)), list: [{ offset: 0, size: 8 }] } },
  ],
])('refuses what does not fit the PTX: %s', (field, words, change) => {
  const contents = syntheticCapture(TRANSPOSE, transpose);
  const read = capturedLaunch(
    { ...contents, capture: { ...contents.capture, ...change } },
    outlineOf(parsed(TRANSPOSE)),
  );
  expect(read.ok ? null : read.error).toEqual({ field, message: expect.stringContaining(words) });
});
