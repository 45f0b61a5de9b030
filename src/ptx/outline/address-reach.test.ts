/** How far addresses reach, by ranges: loops and bounds in the shapes in which compilers write them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseModule } from '../parse/module.ts';
import { AddressReach } from './address-reach.ts';
import { type AddressSlice, addressSlice } from './address-slice.ts';
import { comparedProducts } from './compared-products.ts';
import { DataFlow } from './data-flow.ts';
import type { ScalarPlace } from './scalar-place.ts';

/** `%p` and `%q` are pointers, `%n` and `%m` integers, `%i` the number of the thread. */
const ptxOf = (body: string): string => `.version 9.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 k_0, .param .u64 k_1, .param .u32 k_2, .param .u32 k_3)
{
.reg .b64 %p, %q, %x<9>; .reg .b32 %n, %m, %i, %r<20>; .reg .pred %c<9>;
ld.param.u64 %p, [k_0]; ld.param.u64 %q, [k_1]; ld.param.u32 %n, [k_2]; ld.param.u32 %m, [k_3];
mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x; mad.lo.s32 %i, %r1, %r2, %r3;
${body}
END: ret;
}
`;

function sliceOf(body: string): AddressSlice {
  const module = parseModule(ptxOf(body));
  if (!module.ok) throw new Error(module.error.message);
  const [entry] = module.value.functions;
  const flow = new DataFlow(module.value, entry, new Map());
  return addressSlice(entry, new Map(), one => flow.cellsOf(entry, one))!;
}

const [P, Q]: ScalarPlace[] = [0, 1].map(param => ({ param, byteOffset: 0 }));

const reachOf = (body: string): AddressReach => reachIn(sliceOf(body));

/** Four CTAs of 64 threads, n = 200 and m = 10. */
const reachIn = (slice: AddressSlice): AddressReach =>
  new AddressReach(slice, {
    block: [64, 1, 1],
    grid: [4, 1, 1],
    clusterCtas: 1,
    numberAt: ({ param }) => [null, null, 200, 10][param],
    isPointer: ({ param }) => param < 2,
    largestFrom: () => 255,
  });

const GUARD = 'setp.ge.s32 %c1, %i, %n; @%c1 bra END;';
/** Loads a word of `%p` by the index in a register. */
const load = (index: string, behind = '') =>
  `mul.wide.s32 %x1, ${index}, 4; add.s64 %x2, %p, %x1; ld.global.u32 %r9, [%x2${behind}];`;

describe('an index', () => {
  it('ends at the length that it is compared with', () => {
    expect(reachOf(GUARD + load('%i')).bytesBehind(P)).toBe(4 * 200);
  });

  it('of 64 bits of which a word counts is that of the neighbour before, which the first thread has none of', () => {
    const body = `${GUARD} cvt.u64.u32 %x1, %i; shl.b64 %x3, %x1, 2; add.s64 %x4, %x3, -4; and.b64 %x5, %x4, 17179869180;
add.s64 %x2, %p, %x5; ld.global.u32 %r9, [%x2];`;
    expect(reachOf(body).bytesBehind(P)).toBe(4 * 199);
  });

  it('ends with the threads where nothing is compared', () => {
    expect(reachOf(load('%i')).bytesBehind(P)).toBe(4 * 256);
  });

  it('of a neighbour is no reason for a longer buffer', () => {
    expect(reachOf(GUARD + load('%i', '+4')).bytesBehind(P)).toBe(4 * 200);
    expect(reachOf(GUARD + load('%i', '+1024')).bytesBehind(P)).toBe(4 * 200);
  });

  it('is scaled by a stride', () => {
    expect(reachOf(`${GUARD} mul.lo.s32 %r4, %i, %m; ${load('%r4')}`).bytesBehind(P)).toBe(4 * (199 * 10 + 1));
  });

  it('of a place in a row ends with the row, and that of the row with the rows', () => {
    const row = 'div.s32 %r4, %i, %m;';
    expect(reachOf(`${GUARD} rem.s32 %r4, %i, %m; ${load('%r4')}`).bytesBehind(P)).toBe(4 * 10);
    expect(
      reachOf(`${GUARD} ${row} mul.lo.s32 %r5, %r4, %m; sub.s32 %r6, %i, %r5; ${load('%r6')}`).bytesBehind(P),
    ).toBe(4 * 10);
    expect(reachOf(`${GUARD} ${row} ${load('%r4')}`).bytesBehind(P)).toBe(4 * 20);
  });

  it('that is clamped ends where it is clamped, whatever was clamped', () => {
    const quotient = 'mul.hi.s32 %r4, %i, 780903145; max.s32 %r5, %r4, 0; add.s32 %r6, %m, -1;';
    expect(reachOf(`${quotient} min.s32 %r7, %r5, %r6; ${load('%r7')}`).bytesBehind(P)).toBe(4 * 10);
    expect(reachOf(`${quotient} ${load('%r5')}`).bytesBehind(P)).toBe(null);
    expect(reachOf(`${quotient} min.s32 %r7, %r4, %r6; ${load('%r7')}`).bytesBehind(P)).toBe(null);
  });

  it('from memory reaches as far as what is loaded', () => {
    const data = 'mul.wide.s32 %x3, %i, 4; add.s64 %x4, %q, %x3; ld.global.s32 %r5, [%x4];';
    const row = `mul.lo.s32 %r6, %r5, %m; ${load('%r6')}`;
    expect(reachOf(GUARD + data + row).bytesBehind(P)).toBe(4 * (255 * 10 + 1));
    expect(reachOf(GUARD + data + row).largestFrom(Q)).toBe(null);
    const checked = `${GUARD} ${data} setp.ge.s32 %c2, %r5, %m; @%c2 bra END; ${row}`;
    expect(reachOf(checked).bytesBehind(P)).toBe(4 * (9 * 10 + 1));
    expect(reachOf(checked).largestFrom(Q)).toBe(9);
  });

  it('of a place in a row ends with the row where the host has made a factor and a shift of its length', () => {
    const quotient = 'mul.hi.u32 %r4, %i, %n; add.s32 %r5, %r4, %i; shr.u32 %r6, %r5, %r7;';
    const place = `${quotient} mul.lo.s32 %r8, %r6, %m; sub.s32 %r10, %i, %r8; ${load('%r10')}`;
    expect(reachOf(`ld.param.u32 %r7, [k_3]; ${place}`).bytesBehind(P)).toBe(4 * 10);
    expect(reachOf(`mov.u32 %r7, 1; ${quotient} ${load('%r6')}`).bytesBehind(P)).toBe(4 * 128);
  });

  it('of either of two buffers reaches as far in both, a distance between them nowhere', () => {
    const taken = `${GUARD} setp.eq.s32 %c2, %n, 0; selp.b64 %x3, %p, %q, %c2; mul.wide.s32 %x1, %i, 4;`;
    const either = `${taken} add.s64 %x2, %x3, %x1; ld.global.u32 %r9, [%x2];`;
    expect(reachOf(either).bytesBehind(P)).toBe(4 * 200);
    expect(reachOf(either).bytesBehind(Q)).toBe(4 * 200);
    const both = `${taken} add.s64 %x2, %p, %x1; add.s64 %x4, %x2, %q; ld.global.u32 %r9, [%x4];`;
    expect(reachOf(both).bytesBehind(P)).toBe(null);
  });

  it('of a record that is the CTA’s reaches to its end, of a neighbour in the next one’s not', () => {
    const record = (behind: number) => `mad.lo.s32 %r4, %r1, 100, %r3; ${load('%r4', `+${behind}`)}`;
    expect(reachOf(record(4 * 36)).bytesBehind(P)).toBe(4 * 400);
    expect(reachOf(record(4 * 20)).bytesBehind(P)).toBe(4 * (300 + 64 + 20));
    expect(reachOf(`mad.lo.s32 %r4, %r1, 64, %r3; ${load('%r4', '+4')}`).bytesBehind(P)).toBe(4 * 256);
  });

  it('that is not known makes nothing known', () => {
    expect(reachOf(`clz.b32 %r4, %i; ${load('%r4')}`).bytesBehind(P)).toBe(null);
    expect(reachOf(load('%i')).bytesBehind(Q)).toBe(null);
  });
});

describe('a loop', () => {
  /** Thread t has row t. */
  const row = `${GUARD} mul.lo.s32 %r4, %i, %m;`;

  it('by an index that is compared behind its step', () => {
    const body = `${row} mov.u32 %r5, 0;
AGAIN: add.s32 %r6, %r4, %r5; ${load('%r6')}
add.s32 %r5, %r5, 1; setp.lt.s32 %c2, %r5, %m; @%c2 bra AGAIN;`;
    expect(reachOf(body).bytesBehind(P)).toBe(4 * 200 * 10);
  });

  it('by a pointer, with a register beside it that counts down', () => {
    const body = `${row} mul.wide.s32 %x1, %r4, 4; add.s64 %x2, %p, %x1; mov.u32 %r5, %m;
AGAIN: ld.global.u32 %r9, [%x2];
add.s64 %x2, %x2, 4; add.s32 %r5, %r5, -1; setp.ne.s32 %c2, %r5, 0; @%c2 bra AGAIN;`;
    expect(reachOf(body).bytesBehind(P)).toBe(4 * 200 * 10);
  });

  it('that is unrolled, with a rest behind it', () => {
    const body = `and.b32 %r7, %n, 3; sub.s32 %r8, %r7, %n; mov.u32 %r5, 0; mov.u64 %x2, %p;
AGAIN: ld.global.u32 %r9, [%x2]; ld.global.u32 %r9, [%x2+12];
add.s32 %r5, %r5, 4; add.s32 %r6, %r8, %r5; add.s64 %x2, %x2, 16; setp.ne.s32 %c2, %r6, 0; @%c2 bra AGAIN;`;
    expect(reachOf(body).bytesBehind(P)).toBe(4 * 200);
  });

  it('of all threads of a CTA over one row', () => {
    const body = `mov.u32 %r5, %r3; setp.ge.s32 %c1, %r5, %m; @%c1 bra END;
AGAIN: mad.lo.s32 %r6, %r1, %m, %r5; ${load('%r6')}
add.s32 %r5, %r5, %r2; setp.lt.s32 %c2, %r5, %m; @%c2 bra AGAIN;`;
    expect(reachOf(body).bytesBehind(P)).toBe(4 * 4 * 10);
  });

  it('without an end that is known makes nothing known', () => {
    const body = `mov.u32 %r5, 0;
AGAIN: ${load('%r5')} add.s32 %r5, %r5, 1; setp.ne.s32 %c2, %r9, 0; @%c2 bra AGAIN;`;
    expect(reachOf(body).bytesBehind(P)).toBe(null);
  });
});

it('finds lengths whose product is compared', () => {
  const places = [2, 3].map(param => ({ param, byteOffset: 0 }));
  const body = `mul.lo.s32 %r4, %n, %m; setp.ge.s32 %c1, %i, %r4; @%c1 bra END; ${load('%i')}`;
  expect(comparedProducts(sliceOf(body))).toEqual([places]);
  expect(comparedProducts(sliceOf(GUARD + load('%i')))).toEqual([]);
});

/** Registers that loops make from each other. */
const LOOPED = ['%r4', '%r5', '%r6', '%r7'] as const;
const looped = fc.constantFrom(...LOOPED);
const step = fc
  .tuple(looped, looped, fc.constantFrom('1', '2', '%m', '%i', ...LOOPED))
  .map(([to, a, b]) => `add.s32 ${to}, ${a}, ${b};`);
/** Of two registers that end each other's loop, the answer still depends on which is asked first: by one round. */
const compared = fc.tuple(looped, fc.constantFrom('7', '%n'));
const loops = fc
  .tuple(fc.array(step, { minLength: 1, maxLength: 6 }), compared)
  .map(([steps, [a, b]]) => `AGAIN: ${steps.join(' ')} setp.lt.s32 %c2, ${a}, ${b}; @%c2 bra AGAIN;`);

it('is the same whatever was asked before', () => {
  const start = LOOPED.map((name, i) => `mov.u32 ${name}, ${i};`).join(' ');
  const property = fc.property(loops, fc.infiniteStream(fc.nat()), (text, numbers) => {
    const slice = sliceOf(`${start} ${text} ${LOOPED.map(name => load(name)).join(' ')}`);
    const reach = reachIn(slice);
    const order = slice.nodes.map((_, index) => ({ index, at: numbers.next().value })).sort((a, b) => a.at - b.at);
    for (const { index } of order) expect(reach.rangeOf(index)).toEqual(reachIn(slice).rangeOf(index));
  });
  fc.assert(property, { numRuns: 200 });
});

/** Loops one behind the other, each of which starts, steps and ends at what the one before has come to. */
const CHAIN = `.reg .b32 %u<12>, %v<12>, %w<12>; mov.u32 %u0, %i; ld.global.u32 %v0, [%q]; mov.u32 %w0, 0;
${Array.from({ length: 11 }, (_, before) => {
  const k = before + 1;
  return `mov.u32 %u${k}, %u${before}; mov.u32 %v${k}, %v${before}; mov.u32 %w${k}, %w${before};
NEXT${k}: add.u32 %u${k}, %u${k}, %v${before}; add.u32 %v${k}, %v${k}, 1; add.u32 %w${k}, %w${k}, %v0;
setp.lt.u32 %c1, %w${k}, %u${before}; @%c1 bra NEXT${k};`;
}).join('\n')}
${load('%u11')}`;

// It took minutes.
it('soon gives up on loops that depend on each other in many ways', { timeout: 20_000 }, () => {
  expect(reachOf(CHAIN).bytesBehind(P)).toBeNull();
});
