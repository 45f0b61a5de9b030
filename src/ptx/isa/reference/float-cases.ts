/** What float instructions compute: exact values, rounded once. Approximations within the manual's error bounds. */
import {
  add,
  compare,
  decode,
  divide,
  type Exact,
  encode,
  type FloatName,
  type Mode,
  multiply,
  negate,
  squareRoot,
} from './exact-float.ts';
import { type InstructionCase, instruction } from './instruction-case.ts';

type Exactly = (values: readonly Exact[], mode: Mode) => Exact;
const MODES = ['rn', 'rz', 'rm', 'rp'] as const;

const OPERATIONS: Readonly<Record<string, { readonly sources: number; readonly run: Exactly }>> = {
  add: { sources: 2, run: ([a, b], mode) => add(a, b, mode) },
  sub: { sources: 2, run: ([a, b], mode) => add(a, negate(b), mode) },
  mul: { sources: 2, run: ([a, b]) => multiply(a, b) },
  fma: { sources: 3, run: ([a, b, c], mode) => add(multiply(a, b), c, mode) },
  div: { sources: 2, run: ([a, b]) => divide(a, b) },
  rcp: { sources: 1, run: ([a]) => divide({ kind: 'finite', integer: 1n, exponent: 0, sign: 1 }, a) },
  sqrt: { sources: 1, run: ([a]) => squareRoot(a) },
};

function rounded(name: string, type: FloatName, mode: Mode): InstructionCase {
  const { sources, run } = OPERATIONS[name];
  const from = Array.from({ length: sources }, () => type);
  return instruction(`${name}.${mode}.${type}`, type, from, (...patterns) =>
    encode(
      type,
      run(
        patterns.map(p => decode(type, p)),
        mode,
      ),
      mode,
    ),
  );
}

const isSubnormal = (v: Exact): boolean =>
  v.kind === 'finite' && v.integer !== 0n && encode('f32', v) % (1n << 31n) < 1n << 23n;
const flushed = (v: Exact): Exact => (v.kind === 'finite' && isSubnormal(v) ? { ...v, integer: 0n } : v);

function flushing(name: string, mode: Mode): InstructionCase {
  const { sources, run } = OPERATIONS[name];
  const from = Array.from({ length: sources }, () => 'f32' as const);
  return instruction(`${name}.${mode}.ftz.f32`, 'f32', from, (...patterns) => {
    const result = encode(
      'f32',
      run(
        patterns.map(p => flushed(decode('f32', p))),
        mode,
      ),
      mode,
    );
    return encode('f32', flushed(decode('f32', result)));
  });
}

const one = encode('f32', { kind: 'finite', integer: 1n, exponent: 0, sign: 1 });
const clampToUnit = (pattern: bigint): bigint => {
  const order = compare(decode('f32', pattern), decode('f32', 0n));
  if (order === null || order <= 0) return 0n;
  return compare(decode('f32', pattern), decode('f32', one)) === 1 ? one : pattern;
};

function saturating(name: string): InstructionCase {
  const { sources, run } = OPERATIONS[name];
  const from = Array.from({ length: sources }, () => 'f32' as const);
  return instruction(`${name}.rn.sat.f32`, 'f32', from, (...patterns) =>
    clampToUnit(
      encode(
        'f32',
        run(
          patterns.map(p => decode('f32', p)),
          'rn',
        ),
      ),
    ),
  );
}

/** minimumNumber: a NaN loses; -0 is below +0. */
function extreme(type: FloatName, wanted: -1 | 1, propagates: boolean): InstructionCase['expected'] {
  return (a, b) => {
    const [x, y] = [decode(type, a), decode(type, b)];
    if (x.kind === 'nan' || y.kind === 'nan') {
      if (propagates || (x.kind === 'nan' && y.kind === 'nan')) return encode(type, { kind: 'nan' });
      return x.kind === 'nan' ? b : a;
    }
    const order = compare(x, y) || x.sign - y.sign;
    return Math.sign(order) === wanted ? a : b;
  };
}

const pair =
  (expected: InstructionCase['expected']): InstructionCase['expected'] =>
  (...words) => {
    const low = expected(...words.map(w => w & 0xffffn));
    const high = expected(...words.map(w => w >> 16n));
    return low === null || high === null ? null : low | (high << 16n);
  };

const F32_TYPES = ['f32', 'f64'] as const;
const HALVES = ['f16', 'bf16'] as const;

function halfCases(): InstructionCase[] {
  return HALVES.flatMap(type => {
    const scalar = ['add', 'sub', 'mul', 'fma'].map(name => {
      const test = rounded(name, type, 'rn');
      // The default rounding has no name in `add.f16`; `fma` needs its own.
      return name === 'fma' ? test : { ...test, ptx: `${name}.${type}` };
    });
    const bounds = [
      instruction(`min.${type}`, type, [type, type], extreme(type, -1, false)),
      instruction(`max.${type}`, type, [type, type], extreme(type, 1, false)),
    ];
    const packed = [...scalar, ...bounds].map(test =>
      instruction(
        test.ptx.replace(`.${type}`, `.${type}x2`),
        'u32',
        test.from.map(() => 'u32' as const),
        pair(test.expected),
      ),
    );
    return [...scalar, ...bounds, ...packed];
  });
}

const signBit = (bits: number): bigint => 1n << BigInt(bits - 1);

/** neg and abs only change the sign bit; copysign gives b the sign of a. */
function signCases(): InstructionCase[] {
  const widths = [
    ['f16', 16],
    ['bf16', 16],
    ['f32', 32],
    ['f64', 64],
  ] as const;
  const single = widths.flatMap(([type, bits]) => [
    instruction(`neg.${type}`, type, [type], a => a ^ signBit(bits)),
    instruction(`abs.${type}`, type, [type], a => a & ~signBit(bits)),
  ]);
  const packed = HALVES.flatMap(type => [
    instruction(`neg.${type}x2`, 'u32', ['u32'], a => a ^ 0x80008000n),
    instruction(`abs.${type}x2`, 'u32', ['u32'], a => a & 0x7fff7fffn),
  ]);
  const copies = F32_TYPES.map(type => {
    const bit = signBit(type === 'f32' ? 32 : 64);
    return instruction(`copysign.${type}`, type, [type, type], (a, b) => (b & ~bit) | (a & bit));
  });
  return [...single, ...packed, ...copies];
}

/** Two f32 in 64 bits. */
function doublePairs(): InstructionCase[] {
  return ['add', 'sub', 'mul', 'fma'].map(name => {
    const { ptx, from, expected } = rounded(name, 'f32', 'rn');
    const both: InstructionCase['expected'] = (...words) => {
      const [low, high] = [expected(...words.map(w => w & 0xffffffffn)), expected(...words.map(w => w >> 32n))];
      return low === null || high === null ? null : low | (high << 32n);
    };
    return instruction(
      `${ptx}x2`,
      'u64',
      from.map(() => 'u64' as const),
      both,
    );
  });
}

const numberOf = (type: 'f16' | 'bf16' | 'f32', pattern: bigint): number => {
  const v = decode(type, pattern);
  if (v.kind === 'nan') return Number.NaN;
  return v.kind === 'infinite' ? v.sign * Number.POSITIVE_INFINITY : Number(v.integer) * 2 ** v.exponent || 0 * v.sign;
};

function patternOf(type: FloatName, value: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return encode(type, decode('f64', view.getBigUint64(0)));
}

/** Largest errors that the manual allows ("Floating Point Instructions", each instruction). */
const APPROXIMATIONS: readonly [name: string, run: (v: number) => number, relative: number, absolute: number][] = [
  ['rcp.approx', v => 1 / v, 2 ** -23, 0],
  ['rsqrt.approx', v => 1 / Math.sqrt(v), 2 ** -22.4, 0],
  ['sqrt.approx', Math.sqrt, 2 ** -23, 0],
  ['ex2.approx', v => 2 ** v, 2 ** -22, 0],
  ['lg2.approx', Math.log2, 2 ** -22, 2 ** -22],
  ['sin.approx', Math.sin, 0, 2 ** -20.5],
  ['cos.approx', Math.cos, 0, 2 ** -20.5],
  ['tanh.approx', Math.tanh, 2 ** -11, 0],
];

function approximateCases(): InstructionCase[] {
  const single = APPROXIMATIONS.map(([name, run, relative, absolute]) =>
    instruction(`${name}.f32`, 'f32', ['f32'], a => patternOf('f32', run(numberOf('f32', a))), {
      tolerance: { relative, absolute },
    }),
  );
  const half = HALVES.flatMap(type =>
    (['ex2.approx', 'tanh.approx'] as const).map(name => {
      const run = name === 'ex2.approx' ? (v: number) => 2 ** v : Math.tanh;
      return instruction(`${name}.${type}`, type, [type], a => patternOf(type, run(numberOf(type, a))));
    }),
  );
  const packed = half
    .filter(test => test.to === 'f16')
    .map(test => instruction(`${test.ptx}x2`, 'u32', ['u32'], pair(test.expected)));
  const division = instruction(
    'div.approx.f32',
    'f32',
    ['f32', 'f32'],
    (a, b) => encode('f32', divide(decode('f32', a), decode('f32', b))),
    { tolerance: { relative: 2 ** -22, absolute: 0 } },
  );
  return [...single, ...half, ...packed, division, { ...division, ptx: 'div.full.f32' }];
}

function propertyCases(): InstructionCase[] {
  const tests: Readonly<Record<string, (v: Exact, subnormal: boolean) => boolean>> = {
    finite: v => v.kind === 'finite',
    infinite: v => v.kind === 'infinite',
    number: v => v.kind !== 'nan',
    notanumber: v => v.kind === 'nan',
    normal: (v, subnormal) => v.kind === 'finite' && v.integer !== 0n && !subnormal,
    subnormal: (_v, subnormal) => subnormal,
  };
  return Object.entries(tests).map(([name, test]) =>
    instruction(`testp.${name}.f32`, 'pred', ['f32'], a => {
      const v = decode('f32', a);
      // The manual's `normal` is "a normal number (not NaN, not infinity)"; zero is none.
      return test(v, isSubnormal(v)) ? 1n : 0n;
    }),
  );
}

export const FLOAT_CASES: readonly InstructionCase[] = [
  ...['add', 'sub', 'mul', 'fma'].flatMap(name => MODES.map(mode => rounded(name, 'f32', mode))),
  ...['div', 'rcp', 'sqrt'].map(name => rounded(name, 'f32', 'rn')),
  ...['add', 'sub', 'mul', 'fma', 'div', 'rcp', 'sqrt'].map(name => rounded(name, 'f64', 'rn')),
  ...['add', 'sub', 'mul', 'fma', 'div', 'rcp', 'sqrt'].map(name => flushing(name, 'rn')),
  flushing('fma', 'rm'),
  ...['add', 'mul', 'fma'].map(saturating),
  ...F32_TYPES.flatMap(type => [
    instruction(`min.${type}`, type, [type, type], extreme(type, -1, false)),
    instruction(`max.${type}`, type, [type, type], extreme(type, 1, false)),
  ]),
  instruction('min.NaN.f32', 'f32', ['f32', 'f32'], extreme('f32', -1, true)),
  instruction('max.NaN.f32', 'f32', ['f32', 'f32'], extreme('f32', 1, true)),
  ...halfCases(),
  ...doublePairs(),
  ...signCases(),
  ...approximateCases(),
  ...propertyCases(),
  instruction('rcp.approx.ftz.f64', 'f64', ['f64'], a =>
    seedOf(divide(decode('f64', 0x3ff0000000000000n), flushed64(a))),
  ),
  instruction('rsqrt.approx.ftz.f64', 'f64', ['f64'], a =>
    seedOf(decode('f64', encode('f64', inverseRoot(flushed64(a))))),
  ),
  instruction('rsqrt.approx.f64', 'f64', ['f64'], a => encode('f64', inverseRoot(decode('f64', a)))),
];

/** The upper word of the nearest double; the manual allows more error. */
const seedOf = (v: Exact): bigint => (encode('f64', v) >> 32n) << 32n;
const flushed64 = (pattern: bigint): Exact =>
  decode('f64', (pattern >> 52n) % 2048n === 0n ? (pattern >> 63n) << 63n : pattern);

/** The emulator rounds twice: close, and the manual asks for less. */
const inverseRoot = (a: Exact): Exact =>
  divide(decode('f64', 0x3ff0000000000000n), decode('f64', encode('f64', squareRoot(a))));
