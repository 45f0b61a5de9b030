/** atom and red: what they return and what they leave in memory. Each thread works on its own word of the results. */
import { add, compare } from './exact-arithmetic.ts';
import { decode, encode, type FloatName } from './exact-float.ts';
import { bitsOf, type Domain, domainOf, type InstructionCase, instruction, s, u } from './instruction-case.ts';

type Update = (old: bigint, b: bigint, c: bigint) => bigint;

const AT = 'ld.param.u64 %base, [out]; mad.wide.u32 %at, %i, 8, %base;';
const SHARED =
  '{ .reg .b32 %place; .shared .align 8 .b64 words[96]; mov.u32 %place, words; mad.lo.u32 %place, %n, 8, %place;';

/** Forms with the old value as result, with the new one, and the same as a reduction or in shared memory. */
function forms(operation: string, domain: Domain, update: Update, sources: 1 | 2 = 1): InstructionCase[] {
  const from = Array.from({ length: sources + 1 }, () => domain);
  const bits = bitsOf(domain);
  const rest = sources === 1 ? '%b' : '%b, %c';
  const next = (old: bigint, b: bigint, c: bigint) => u(bits, update(old, b, c));
  const start = `${AT} st.global.b${bits} [%at], %a;`;
  const read = `ld.global.b${bits} %d, [%at];`;
  const form = (name: string, expected: Update, body: string): InstructionCase =>
    instruction(`${name}.${operation}`, domain, from, expected, { body });
  const inShared = `${SHARED} st.shared.b${bits} [%place], %a; atom.shared::cta.${operation} %d, [%place], ${rest}; ld.shared.b${bits} %d, [%place]; }`;
  const atoms = [
    form('atom.global', old => old, `${start} atom.global.${operation} %d, [%at], ${rest};`),
    form('atom', next, `${start} atom.relaxed.gpu.${operation} %d, [%at], ${rest}; ${read}`),
    form('atom.shared', next, inShared),
  ];
  if (/^(exch|cas)/.test(operation)) return atoms;
  return [...atoms, form('red.global', next, `${start} red.release.cta.global.${operation} [%at], ${rest}; ${read}`)];
}

const least = (read: (v: bigint) => bigint) => (a: bigint, b: bigint) => (read(a) < read(b) ? a : b);
const most = (read: (v: bigint) => bigint) => (a: bigint, b: bigint) => (read(a) > read(b) ? a : b);

const words = ([32, 64] as const).flatMap(bits => {
  const domain = domainOf(bits);
  const signed = (v: bigint) => s(bits, v);
  const plain = (v: bigint) => v;
  return [
    ...forms(`add.u${bits}`, domain, (a, b) => a + b),
    ...forms(`exch.b${bits}`, domain, (_a, b) => b),
    ...forms(`cas.b${bits}`, domain, (a, b, c) => (a === b ? c : a), 2),
    ...forms(`min.u${bits}`, domain, least(plain)),
    ...forms(`max.u${bits}`, domain, most(plain)),
    ...forms(`min.s${bits}`, domain, least(signed)),
    ...forms(`max.s${bits}`, domain, most(signed)),
    ...forms(`and.b${bits}`, domain, (a, b) => a & b),
    ...forms(`or.b${bits}`, domain, (a, b) => a | b),
    ...forms(`xor.b${bits}`, domain, (a, b) => a ^ b),
  ];
});

const counters = [
  ...forms('add.s32', 'u32', (a, b) => a + b),
  ...forms('inc.u32', 'u32', (a, b) => (a >= b ? 0n : a + 1n)),
  ...forms('dec.u32', 'u32', (a, b) => (a === 0n || a > b ? b : a - 1n)),
  ...forms('cas.b16', 'u16', (a, b, c) => (a === b ? c : a), 2),
];

const sumOf =
  (type: FloatName): Update =>
  (a, b) =>
    encode(type, add(decode(type, a), decode(type, b)));

const flushed = (pattern: bigint): bigint => ((pattern & 0x7f800000n) === 0n ? pattern & 0x80000000n : pattern);
const flushingSum: Update = (a, b, c) => flushed(sumOf('f32')(flushed(a), flushed(b), c));

/** minimumNumber and maximumNumber: a NaN loses; -0 is below +0. */
const extremeOf =
  (type: FloatName, wanted: 1 | -1): Update =>
  (a, b) => {
    const [x, y] = [decode(type, a), decode(type, b)];
    if (x.kind === 'nan') return y.kind === 'nan' ? encode(type, y) : b;
    if (y.kind === 'nan') return a;
    return Math.sign(compare(x, y) || x.sign - y.sign) === wanted ? a : b;
  };

const halves =
  (update: Update): Update =>
  (a, b, c) =>
    u(16, update(u(16, a), u(16, b), c)) | (u(16, update(a >> 16n, b >> 16n, c)) << 16n);

const floats = [
  ...forms('add.f64', 'f64', sumOf('f64')),
  ...forms('add.noftz.f16', 'f16', sumOf('f16')),
  ...forms('add.noftz.bf16', 'bf16', sumOf('bf16')),
  ...forms('add.noftz.f16x2', 'f16x2', halves(sumOf('f16'))),
  ...forms('add.noftz.bf16x2', 'bf16x2', halves(sumOf('bf16'))),
  // Global memory flushes subnormals, shared memory does not.
  ...forms('add.f32', 'f32', sumOf('f32')).filter(({ ptx }) => ptx.includes('shared')),
  ...forms('add.f32', 'f32', flushingSum).filter(({ ptx }) => !ptx.includes('shared')),
];

/** Vectors of two: of a and b in memory, b and a are added, or compared with; the second element is the result. */
function vectors(operation: string, type: string, domain: Domain, update: Update): InstructionCase[] {
  const bits = bitsOf(domain);
  const body = `${AT} st.global.v2.b${bits} [%at], {%a, %b}; red.global.${operation}.v2.${type} [%at], {%b, %a}; ld.global.b${bits} %d, [%at+${bits / 8}];`;
  return [
    instruction(`red.global.${operation}.v2.${type}`, domain, [domain, domain], (a, b) => update(b, a, 0n), { body }),
    instruction(`atom.global.${operation}.v2.${type}`, domain, [domain, domain], (_a, b) => b, {
      body: body
        .replace('red', 'atom')
        .replace('[%at], {%b', '{_, %d}, [%at], {%b')
        .replace(/ld\.global.*/, ''),
    }),
  ];
}

const pairs = (['f16', 'bf16'] as const).flatMap(type =>
  (
    [
      ['add.noftz', sumOf(type)],
      ['min.noftz', extremeOf(type, -1)],
      ['max.noftz', extremeOf(type, 1)],
    ] as const
  ).flatMap(([operation, update]) => [
    ...vectors(operation, type, type, update),
    ...vectors(operation, `${type}x2`, `${type}x2`, halves(update)),
  ]),
);

export const ATOMIC_CASES: readonly InstructionCase[] = [
  ...words,
  ...counters,
  ...floats,
  ...pairs,
  ...vectors('add', 'f32', 'f32', flushingSum),
];
