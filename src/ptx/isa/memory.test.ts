/** Widths, vectors, spaces, atomics and address conversion. */
import { describe, expect, test } from 'vitest';
import { parsed, traceKernel } from '../checks/kernel-run.ts';
import { assemble, lanes, outputOf, runAssembly } from './assembly.ts';

const one = (body: string, module = ''): number[] => outputOf({ body, module, threads: 1 });

describe('loads and stores', () => {
  test('narrow loads extend to the register', () => {
    const body = `mov.u32 %r1, 0x80ff7f81; st.global.u32 [%out+32], %r1;
ld.global.s8 %r2, [%out+32]; ld.global.u8 %r3, [%out+32]; ld.global.s16 %r4, [%out+34]; ld.global.u16 %r5, [%out+34];
ld.global.s8 %x1, [%out+32]; ld.global.s8 %h1, [%out+32]; cvt.u32.u16 %r6, %h1; ld.global.s32 %x2, [%out+32]; ld.global.u32 %x3, [%out+32];
st.global.v4.u32 [%out], {%r2, %r3, %r4, %r5}; st.global.u64 [%out+40], %x1; st.global.u32 [%out+48], %r6;
st.global.v2.u64 [%out+64], {%x2, %x3};`;
    const words = one(body);
    expect(words.slice(0, 4)).toEqual([-127, 0x81, -32513, 0x80ff]);
    expect(words.slice(10, 13)).toEqual([-127, -1, 0xff81]);
    expect(words.slice(16, 20)).toEqual([0x80ff7f81 | 0, -1, 0x80ff7f81 | 0, 0]);
  });

  test('narrow stores leave their neighbours', () => {
    const body = `mov.u32 %r1, 0x11223344; mov.u32 %r2, 0x7fffffaa;
st.global.u32 [%out], %r1; st.global.u8 [%out+1], %r2; st.global.u32 [%out+4], %r1; st.global.u16 [%out+6], %r2;`;
    expect(one(body).slice(0, 2)).toEqual([0x1122aa44, 0xffaa3344 | 0]);
  });

  test('vectors of all widths, and a sink', () => {
    const body = `mov.u32 %r1, 1; mov.u32 %r2, 2; mov.u32 %r3, 3; mov.u32 %r4, 4;
st.global.v2.u16 [%out+32], {%h1, %h2};
st.global.v4.u32 [%out], {%r1, %r2, %r3, %r4};
ld.global.v4.u32 {%r5, _, %r6, %r7}, [%out];
ld.global.v2.b64 {%x1, %x2}, [%out];
ld.global.v4.u8 {%h1, %h2, %h3, %h4}, [%out];
cvt.u32.u16 %r8, %h1;
st.global.v8.b32 [%out+64], {%r5, %r6, %r7, %r8, %r1, %r1, %r1, %r1};
st.global.v2.b64 [%out+32], {%x2, %x1};`;
    const words = one(body);
    expect(words.slice(16, 24)).toEqual([1, 3, 4, 1, 1, 1, 1, 1]);
    expect(words.slice(8, 12)).toEqual([3, 4, 1, 2]);
  });

  test('modifiers come in any order, hints change nothing', () => {
    const body = `mov.u32 %r1, 9; st.release.sys.global.u32 [%out], %r1; ld.volatile.global.u32 %r2, [%out];
ld.acquire.gpu.global.u32 %r3, [%out]; ld.global.nc.L1::no_allocate.L2::128B.u32 %r4, [%out+64]; ld.relaxed.cta.global.u32 %r5, [%out];
ldu.global.u32 %r6, [%out]; prefetch.global.L2 [%out]; fence.acq_rel.gpu; membar.gl; fence.proxy.async; discard.global.L2 [%out], 128;
prefetchu.L1 [%out]; applypriority.global.L2::evict_normal [%out], 128;
st.global.v4.u32 [%out+16], {%r2, %r3, %r4, %r5}; st.global.cs.u32 [%out+32], %r6;`;
    expect(one(body).slice(4, 9)).toEqual([9, 9, 0, 9, 9]);
  });

  test('a misaligned vector is a fault, its alignment is its width', () => {
    const { faults } = runAssembly({ body: 'st.global.v2.u32 [%out+4], {%tid, %tid};' });
    expect(faults.map(f => f.kind)).toEqual(['misaligned']);
  });

  test('a pointer cut to 32 bits is out of bounds', () => {
    const { faults } = runAssembly({ body: 'cvt.u32.u64 %r1, %out; cvt.u64.u32 %x1, %r1; ld.global.u32 %r2, [%x1];' });
    expect(faults.map(f => f.kind)).toEqual(['outOfBounds']);
  });
});

describe('bounds', () => {
  // The first pass warms what an instruction remembers of the region that it hit last.
  const twice = (access: string, address: string) =>
    `mov.u64 %x1, %out; mov.u32 %r9, 0;
AGAIN: ${access}; ${address}; add.u32 %r9, %r9, 1; setp.lt.u32 %p8, %r9, 2; @%p8 bra AGAIN;`;

  test.each([
    ['2^32 bytes on', 'add.u64 %x1, %out, 4294967296', 'outOfBounds'],
    ['2^32 bytes before', 'sub.u64 %x1, %out, 4294967296', 'outOfBounds'],
    ['2^31 bytes on', 'add.u64 %x1, %out, 2147483648', 'outOfBounds'],
    ['the last word', 'add.u64 %x1, %out, 252', null],
    ['just behind', 'add.u64 %x1, %out, 256', 'outOfBounds'],
    ['across the end', 'add.u64 %x1, %out, 254', 'outOfBounds'],
    ['just before', 'sub.u64 %x1, %out, 4', 'outOfBounds'],
    ['between words', 'add.u64 %x1, %out, 6', 'misaligned'],
  ])('of global memory: %s', (_, address, kind) => {
    for (const access of ['ld.global.u32 %r1, [%x1]', 'st.u32 [%x1], %r9']) {
      const { faults } = runAssembly({ body: twice(access, address), threads: 1 });
      expect(faults.map(f => f.kind)).toEqual(kind === null ? [] : [kind]);
    }
  });

  test.each([
    [-4, ', and the access begins 4 bytes before it.'],
    [64, 'has 64 bytes.'],
    [-65540, 'has 64 bytes.'],
  ])('of shared memory, at %d', (offset, words) => {
    const module = '.shared .align 4 .b8 x[64];';
    const [fault] = runAssembly({
      body: `mov.u32 %r1, x; st.shared.u32 [%r1+${offset}], 7;`,
      module,
      threads: 1,
    }).faults;
    expect(fault.message).toContain(words);
  });

  test('an overrun is told by the buffer before it, not by an empty object of C++ behind', () => {
    const module = '.global .align 1 .b8 _ZN20_INTERNAL_a_cu_main4cute1_E[1];';
    const [fault] = runAssembly({ body: 'st.global.u32 [%out+1020], %tid;', module, threads: 1 }).faults;
    expect(fault.message).toMatch(/7\d\d bytes past the end of 'out' \(256 bytes\)/);
  });

  test.each([
    [-0x80000000, 0x80000000n],
    [0x7fffff00, -0x7fffff00n],
    [2 ** 33, -(2n ** 33n)],
    [-(2 ** 33) - 8, 2n ** 33n + 12n],
  ])('an offset of %d counts in 64 bits', (offset, start) => {
    const body = `mov.u64 %x2, ${start}; add.u64 %x1, %out, %x2; st.global.u32 [%x1+${offset}], 7;`;
    expect(one(body).indexOf(7)).toBe((Number(start) + offset) / 4);
  });

  test.each([
    ['the first word', 1024, null],
    ['the last word', 1276, null],
    ['just behind', 1280, 'outOfBounds'],
    ['just before', 1020, 'outOfBounds'],
    ['at 0', 0, 'outOfBounds'],
    ['the end of the window', -4, 'outOfBounds'],
    ['half the window away', -0x80000000, 'outOfBounds'],
    ['between words', 1026, 'misaligned'],
  ])('of shared memory: %s', (_, address, kind) => {
    const body = `mov.u32 %r1, ${address}; st.shared.u32 [%r1], 7;`;
    const assembly = { body, module: '.shared .align 16 .b8 tile[256];', threads: 1 };
    // The variable is only there when the kernel names it.
    const named = { ...assembly, body: `mov.u32 %r2, tile; ${body}` };
    const { faults } = runAssembly(named, { sharedBaseBytes: 1024 });
    expect(faults.map(f => f.kind)).toEqual(kind === null ? [] : [kind]);
  });
});

describe('spaces', () => {
  test('a function may declare memory that is there once', () => {
    const body = `.global .u32 counter = 5; .const .u32 step[2] = {0, 3};
ld.const.u32 %r1, [step+4]; atom.global.add.u32 %r2, [counter], %r1; ld.global.u32 %r3, [counter]; st.global.v2.u32 [%out], {%r2, %r3};`;
    expect(one(body).slice(0, 2)).toEqual([5, 8]);
  });

  const shared = '.shared .align 16 .b8 tile[256];';

  test('shared addresses have 32 bits and wrap', () => {
    const body = `mov.u32 %r1, tile; sub.s32 %r1, %r1, 64; st.shared.u32 [%r1+68], 77; ld.shared.u32 %r2, [tile+4];
st.global.u32 [%out], %r2;`;
    expect(one(body, shared)[0]).toBe(77);
  });

  test('cvta there and back; isspacep tells spaces apart', () => {
    const body = `mov.u64 %x1, tile; cvta.shared.u64 %x2, %x1; st.u32 [%x2+8], 5; cvta.to.shared.u64 %x3, %x2;
ld.shared.u32 %r1, [%x3+8]; isspacep.shared %p1, %x2; isspacep.shared %p2, %out; isspacep.global %p3, %out;
selp.u32 %r2, 1, 0, %p1; selp.u32 %r3, 1, 0, %p2; selp.u32 %r4, 1, 0, %p3; sub.u64 %x4, %x1, %x3; cvt.u32.u64 %r5, %x4;
st.global.v4.u32 [%out], {%r1, %r2, %r3, %r4}; st.global.u32 [%out+16], %r5;`;
    expect(one(body, shared).slice(0, 5)).toEqual([5, 1, 0, 1, 0]);
  });

  test('lanes of one generic access may be in different spaces', () => {
    const body = `mov.u32 %r1, tile; shl.b32 %r2, %tid, 2; add.u32 %r1, %r1, %r2; st.shared.u32 [%r1], %tid; st.global.u32 [%at], 100;
cvt.u64.u32 %x1, %r1; cvta.shared.u64 %x1, %x1; and.b32 %r3, %tid, 1; setp.eq.u32 %p1, %r3, 0; selp.b64 %x2, %x1, %at, %p1;
ld.u32 %r4, [%x2]; st.global.u32 [%at], %r4;`;
    expect(outputOf({ body, module: shared }).slice(0, 32)).toEqual(lanes(l => (l & 1 ? 100 : l)));
  });

  test('each lane has a stack of its own', () => {
    const body = `.local .align 4 .b8 depot[16];
mov.u64 %x1, depot; st.local.u32 [%x1+4], %tid; cvta.local.u64 %x2, %x1; ld.u32 %r1, [%x2+4]; ld.local.u32 %r2, [depot+4];
add.u32 %r1, %r1, %r2; st.global.u32 [%at], %r1;`;
    expect(outputOf({ body }).slice(0, 32)).toEqual(lanes(l => 2 * l));
  });

  test('an offset leads into the stack from an address below it', () => {
    const body = `.local .align 4 .b8 depot[16];
mov.u64 %x1, depot; st.local.u32 [%x1+4], %tid; sub.u64 %x2, %x1, 12; ld.local.u32 %r1, [%x2+16]; st.global.u32 [%at], %r1;`;
    expect(outputOf({ body }).slice(0, 32)).toEqual(lanes(l => l));
    expect(() => outputOf({ body: body.replace('+16', '+8') })).toThrow(/local address/);
  });

  test('parameters have addresses', () => {
    const body = `mov.b64 %x1, buffer; ld.param.u64 %x2, [%x1]; cvta.param.u64 %x3, %x1; ld.u64 %x4, [%x3];
sub.u64 %x2, %x2, %x4; st.global.u64 [%out], %x2; ld.param.v2.u32 {%r1, %r2}, [buffer]; st.global.u32 [%out+8], %r2;`;
    expect(one(body).slice(0, 3)).toEqual([0, 0, 0x7f00]);
  });

  test('accesses are reported as the kernel addressed them', () => {
    const body = `mov.u32 %r1, tile; st.shared.u32 [%r1+8], %r1; .local .align 4 .b8 depot[8]; st.local.u32 [depot], %r1;
st.global.u32 [%out+16], %r1;`;
    const { trace } = traceKernel(
      parsed(assemble({ body, module: shared })),
      { entry: 'k', block: [1, 1, 1] },
      { sharedBaseBytes: 1024 },
    );
    expect([...trace.address].filter(a => a >= 0)).toEqual([1032, 0, 0x7f00_0000_0010]);
    expect([...trace.space]).toEqual([0, 2, 1]);
    expect([...trace.activeMask]).toEqual([1, 1, 1]);
  });
});

describe('atomics', () => {
  const cases: readonly [operation: string, start: number, expected: number][] = [
    ['add.u32 %r1, [%out], 3', 5, 5 + 3 * 32],
    ['min.s32 %r1, [%out], -4', 5, -4],
    ['max.s32 %r1, [%out], -4', -9, -4],
    ['min.u32 %r1, [%out], -4', 5, 5],
    ['max.u32 %r1, [%out], -4', 5, -4],
    ['and.b32 %r1, [%out], 6', 13, 4],
    ['or.b32 %r1, [%out], 6', 9, 15],
    ['xor.b32 %r1, [%out], %tid', 1, 1],
    ['exch.b32 %r1, [%out], %tid', 1, 31],
    ['inc.u32 %r1, [%out], 9', 0, 2],
    ['dec.u32 %r1, [%out], 9', 5, 3],
    ['cas.b32 %r1, [%out], %tid, %r3', 0, 32],
    ['add.f32 %r1, [%out], 0f3F000000', 0, 0x41800000],
  ];
  test.each(cases)('atom.global.%s', (operation, start, expected) => {
    const body = `setp.eq.u32 %p1, %tid, 0; add.u32 %r3, %tid, 1; @%p1 st.global.u32 [%out], ${start}; bar.warp.sync -1;\natom.global.${operation};`;
    expect(outputOf({ body })[0]).toBe(expected);
  });

  test('each lane gets the value before its own turn', () => {
    const body = `atom.global.add.u32 %r1, [%out+128], 1; st.global.u32 [%at], %r1; red.global.add.u32 [%out+128], 1;`;
    const words = outputOf({ body });
    expect(words.slice(0, 32).toSorted((a, b) => a - b)).toEqual(lanes(l => l));
    expect(words[32]).toBe(64);
  });

  test('64-bit, shared and generic atomics', () => {
    const body = `mov.u64 %x1, 0x100000000; atom.add.release.gpu.global.u64 %x2, [%out], %x1; mov.u64 %x3, tile; cvta.shared.u64 %x3, %x3;
setp.eq.u32 %p1, %tid, 0; @%p1 st.shared.u64 [tile], 0; bar.warp.sync -1; atom.add.u32 %r1, [%x3], 2; bar.warp.sync -1; ld.shared.u32 %r2, [tile];
st.global.u32 [%out+8], %r2;
mov.f64 %x4, 0d3FE0000000000000; atom.global.add.f64 %x5, [%out+16], %x4;`;
    const words = outputOf({ body, module: '.shared .align 8 .b8 tile[8];' });
    expect(words.slice(0, 3)).toEqual([0, 32, 64]);
    expect(words.slice(4, 6)).toEqual([0, 0x40300000]);
  });
});

describe('128 bits', () => {
  const LOW = 0x1111_2222_3333_4444n;
  const HIGH = 0x9999_8888_7777_6666n;
  const declare = `.reg .b128 %q<4>; mov.u64 %x1, ${LOW}; mov.u64 %x2, ${HIGH}; mov.b128 %q0, {%x1, %x2};`;
  const words = (...values: bigint[]) =>
    values.flatMap(v => [Number(BigInt.asIntN(32, v)), Number(BigInt.asIntN(32, v >> 32n))]);

  test('move, store and load as one', () => {
    const body = `${declare} mov.b128 %q1, %q0; st.global.b128 [%out], %q1; ld.global.b128 %q2, [%out];
mov.b128 {%x3, %x4}, %q2; st.global.v2.b64 [%out+16], {%x4, %x3};`;
    expect(one(body).slice(0, 8)).toEqual(words(LOW, HIGH, HIGH, LOW));
  });

  test.each(['global', 'shared'])('are exchanged, and compared with, in %s memory', space => {
    const place = space === 'global' ? '[%out]' : '[tile]';
    const body = `${declare} mov.b128 %q1, {%x2, %x1}; st.${space}.b128 ${place}, %q0;
atom.${space}.exch.b128 %q2, ${place}, %q1; st.global.b128 [%out+16], %q2;
atom.${space}.cas.b128 %q2, ${place}, %q0, %q0; st.global.b128 [%out+32], %q2;
atom.${space}.cas.b128 %q2, ${place}, %q1, %q0; ld.${space}.b128 %q3, ${place}; st.global.b128 [%out+48], %q3;`;
    const result = one(body, '.shared .align 16 .b8 tile[16];');
    expect(result.slice(4, 16)).toEqual(words(LOW, HIGH, HIGH, LOW, LOW, HIGH));
  });
});

test('an atomic vector is an operation on each element', () => {
  const body = `mov.b32 {%h1, %h2}, 0x40003c00; mov.b32 {%h3, %h4}, 0x7e00c000;
st.global.v4.u32 [%out], {0x3c003c00, 0x3c003c00, 0x3c003c00, 0x3c003c00};
atom.global.max.noftz.v8.f16 {%h5, _, _, _, _, _, _, %h6}, [%out], {%h1, %h2, %h3, %h4, %h4, %h3, %h2, %h1};
red.global.add.L2::cache_hint.v4.f32 [%out+16], {0f3F800000, 0f40000000, 0f40400000, 0f40800000}, %x1;
mov.b32 %r1, {%h5, %h6}; st.global.u32 [%out+32], %r1;`;
  const maxima = [0x40003c00, 0x3c003c00, 0x3c003c00, 0x3c004000];
  const sums = [0x3f800000, 0x40000000, 0x40400000, 0x40800000];
  expect(one(body).slice(0, 9)).toEqual([...maxima, ...sums, 0x3c003c00]);
});

test('a cache policy may be made and passed on', () => {
  const body = `createpolicy.fractional.L2::evict_last.b64 %x1, 0f3F000000; createpolicy.range.L2::evict_first.b64 %x2, [%out], 64, 128;
createpolicy.cvt.L2.b64 %x3, %x2; st.global.L2::cache_hint.u32 [%out], 7, %x1; ld.global.L2::cache_hint.u32 %r1, [%out], %x3;
atom.global.add.L2::cache_hint.u32 %r2, [%out], %r1, %x2;`;
  expect(one(body)[0]).toBe(14);
});

test('without a cluster launch the window of the cluster is that of the CTA', () => {
  const body = `mov.u64 %x1, tile; cvta.shared::cta.u64 %x1, %x1; isspacep.shared::cluster %p1, %x1; isspacep.param::entry %p2, %x1;
selp.u32 %r1, 1, 0, %p1; selp.u32 %r2, 2, 0, %p2; add.u32 %r1, %r1, %r2; st.global.u32 [%out], %r1;`;
  expect(one(body, '.shared .align 16 .b8 tile[16];')[0]).toBe(1);
});

test.each([
  'atom.const.add.u32 %r1, [%out], 1',
  'atom.local.add.u32 %r1, [%out], 1',
  'atom.global.add.b32 %r1, [%out], 1',
  'atom.global.add.f16 %h1, [%out], %h2',
  'atom.global.min.noftz.f16 %h1, [%out], %h2',
  'atom.shared.add.v2.f32 {%r1, %r2}, [%r3], {%r4, %r5}',
  'red.global.exch.b32 [%out], 1',
  'red.acquire.gpu.global.add.u32 [%out], 1',
  'red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.max.u64 [%r1], %x2, [%r3]',
  'st.async.shared::cluster.mbarrier::complete_tx::bytes.b16 [%r1], %h2, [%r3]',
  'ld.release.gpu.global.u32 %r1, [%out]',
  'st.acquire.gpu.global.u32 [%out], %r1',
  'st.const.u32 [%out], %r1',
  'ld.shared.v8.b32 {%r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8}, [%r9]',
  'mapa.u32 %r1, %r2, 0',
  'getctarank.u32 %r1, %r2',
  'barrier.cluster.arrive.acquire',
  'barrier.cluster.wait.relaxed',
])('%s is refused', instruction => {
  const { faults } = runAssembly({ body: `${instruction};`, threads: 1 });
  expect(faults.map(f => f.kind)).toEqual(['unsupported']);
});

test.each(['shared', 'local', 'const'])(
  'an address of device memory in place of one of %s memory is told whole',
  space => {
    const [fault] = runAssembly({ module: '.const .b32 c;', body: `ld.${space}.u32 %r1, [%out+4];` }).faults;
    expect(fault).toMatchObject({ kind: 'outOfBounds', space });
    expect(fault.message).toContain(
      `4 bytes at ${space} address 0x7f0000000004 are out of bounds: no address of ${space} memory`,
    );
  },
);
