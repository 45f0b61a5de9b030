/** add.cc, addc, sub.cc, subc, mad.cc, madc: 96-bit arithmetic from 32-bit pieces, against BigInt. */
import { expect, test } from 'vitest';
import { outputOf } from './assembly.ts';

const A = 0xfffffffe_89abcdef_ffffffffn;
const B = 0x00000003_76543210_00000001n;
const WORDS = [0n, 32n, 64n];

const word = (v: bigint, at: bigint): number => Number(BigInt.asIntN(32, v >> at));
const load = (name: string, value: bigint): string =>
  WORDS.map((at, i) => `mov.u32 %r${name}${i}, ${word(value, at)};`).join('\n');
const declare = '.reg .b32 %ra<3>, %rb<3>, %rd<6>;';
const store = (count: number): string =>
  Array.from({ length: count }, (_, i) => `st.global.u32 [%out+${4 * i}], %rd${i};`).join('\n');

function chain(first: string, next: string, last: string): number[] {
  const body = `${declare}
${load('a', A)}
${load('b', B)}
${first} %rd0, %ra0, %rb0;
${next} %rd1, %ra1, %rb1;
${last} %rd2, %ra2, %rb2;
${store(3)}`;
  return outputOf({ body, threads: 1 }).slice(0, 3);
}

test('a sum carries through three words', () => {
  expect(chain('add.cc.u32', 'addc.cc.u32', 'addc.u32')).toEqual(WORDS.map(at => word(A + B, at)));
});

test('a difference borrows through three words', () => {
  expect(chain('sub.cc.u32', 'subc.cc.u32', 'subc.u32')).toEqual(WORDS.map(at => word(A - B, at)));
});

test('a difference clears the flag where it borrows, also for a sum that follows, as an H100 has it', () => {
  const flagOf = (first: string, next: string, at: number): string =>
    `${first}; ${next}.u32 %r1, 0, 0; st.global.u32 [%out+${4 * at}], %r1;`;
  const pairs = [
    ['sub.cc.u32 %r2, 5, 3', 'addc'],
    ['sub.cc.u32 %r2, 3, 5', 'addc'],
    ['add.cc.u32 %r2, 5, 3', 'subc'],
    ['add.cc.u32 %r2, -1, 5', 'subc'],
  ];
  const body = pairs.map(([first, next], i) => flagOf(first, next, i)).join('\n');
  expect(outputOf({ body, threads: 1 }).slice(0, 4)).toEqual([1, 0, -1, 0]);
});

test('64-bit carries', () => {
  const body = `mov.u64 %x1, 0xffffffffffffffff; mov.u64 %x2, 1; mov.u64 %x3, 5;
add.cc.u64 %x4, %x1, %x2;
addc.u64 %x5, %x3, %x3;
sub.cc.u64 %x6, %x2, %x3;
subc.u64 %x7, %x3, %x2;
st.global.u64 [%out], %x4; st.global.u64 [%out+8], %x5; st.global.u64 [%out+16], %x6; st.global.u64 [%out+24], %x7;`;
  expect(outputOf({ body, threads: 1 }).slice(0, 8)).toEqual([0, 0, 11, 0, -4, -1, 3, 0]);
});

test('a product of two words each, by the schoolbook', () => {
  const [a, b] = [0xfedcba98_76543210n, 0x89abcdef_fffffff1n];
  const body = `${declare}
mov.u32 %ra0, ${word(a, 0n)}; mov.u32 %ra1, ${word(a, 32n)}; mov.u32 %rb0, ${word(b, 0n)}; mov.u32 %rb1, ${word(b, 32n)};
mul.lo.u32 %rd0, %ra0, %rb0;
mul.hi.u32 %rd1, %ra0, %rb0;
mad.lo.cc.u32 %rd1, %ra0, %rb1, %rd1;
madc.hi.u32 %rd2, %ra0, %rb1, 0;
mad.lo.cc.u32 %rd1, %ra1, %rb0, %rd1;
madc.hi.cc.u32 %rd2, %ra1, %rb0, %rd2;
addc.u32 %rd3, 0, 0;
mad.lo.cc.u32 %rd2, %ra1, %rb1, %rd2;
madc.hi.u32 %rd3, %ra1, %rb1, %rd3;
${store(4)}`;
  expect(outputOf({ body, threads: 1 }).slice(0, 4)).toEqual([0n, 32n, 64n, 96n].map(at => word(a * b, at)));
});

test('the flag belongs to each lane', () => {
  const body = `add.cc.u32 %r1, %tid, 0xfffffff0; addc.u32 %r2, 0, 0; st.global.u32 [%at], %r2;`;
  expect(outputOf({ body }).slice(0, 32)).toEqual(Array.from({ length: 32 }, (_, lane) => (lane >= 16 ? 1 : 0)));
});
