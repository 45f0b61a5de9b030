/**
 * mma.sync of floats of 4, 6 and 8 bits, some with scale factors, as sm_120 has it (PTX ISA, "Multiply-and-Accumulate Instruction: mma",
 * `.kind`). Elements have a byte each, those of 4 bits in its middle; the kinds of 4 bits alone pack 8 in a register.
 */

import { fail } from '../../machine/faults.ts';
import type { Run } from '../../machine/operation.ts';
import type { Operand } from '../../parse/ast.ts';
import type { Form } from '../form.ts';
import { fragmentOfA, fragmentOfB, fragmentOfC } from '../fragments/fragment.ts';
import { badSelector, type LaneScales, type ScaledFactors } from '../fragments/lane-scales.ts';
import { type MatrixElementType, perRegister } from '../fragments/matrix-elements.ts';
import { multiply } from '../fragments/matrix-product.ts';
import { blocksOf, vectorsOf } from '../fragments/scale-factors.ts';
import { registersOf } from './mma-registers.ts';
import { wholeWarp } from './whole-warp.ts';

interface Kind {
  readonly types: readonly MatrixElementType[];
  readonly accumulators: readonly MatrixElementType[];
  readonly depth: 32 | 64;
  readonly scales: readonly ('ue8m0' | 'ue4m3')[];
}

const BYTES = ['e4m3', 'e5m2', 'e3m2', 'e2m3', 'e2m1'] as const;

const KINDS: Readonly<Record<string, Kind>> = {
  f8f6f4: { types: BYTES, accumulators: ['f16', 'f32'], depth: 32, scales: [] },
  mxf8f6f4: { types: BYTES, accumulators: ['f32'], depth: 32, scales: ['ue8m0'] },
  mxf4: { types: ['e2m1'], accumulators: ['f32'], depth: 64, scales: ['ue8m0'] },
  mxf4nvf4: { types: ['e2m1'], accumulators: ['f32'], depth: 64, scales: ['ue8m0', 'ue4m3'] },
};

/** Types of the multiplicands of all kinds. */
export const KIND_TYPES = BYTES;
const SCALE_TYPES = ['ue8m0', 'ue4m3'] as const;

const WORDS = Object.keys(KINDS).map(kind => `kind::${kind}` as const);

/** The kind of a form that has one; null for other products. */
export const takeKind = (form: Form): string | null =>
  WORDS.find(word => form.take(word))?.slice('kind::'.length) ?? null;

const [ROWS, COLUMNS] = [16, 8];

/** `.sync.aligned` has been taken. */
export function multiplyOfKind(form: Form, name: string): Run {
  const kind = KINDS[name];
  const [d, a, b] = [0, 1, 2].map(i => form.type(i) as MatrixElementType);
  if (!kind.accumulators.includes(d) || form.type(3) !== d) form.refuse(`.kind::${name} has no such accumulators`);
  for (const type of [a, b]) if (!kind.types.includes(type)) form.refuse(`.kind::${name} does not multiply .${type}`);
  const scales = kind.scales.length === 0 ? null : scalesOf(form, name, kind);
  form.oneOf([`m16n8k${kind.depth}`]);
  form.oneOf(['row']);
  form.oneOf(['col']);
  form.finish();
  const { depth } = kind;
  const [elementA, elementB] = [a, b].map(type => (depth === 64 ? 'packedE2m1' : type));
  const accumulators = fragmentOfC(ROWS, COLUMNS, perRegister(d));
  const held = (at: number, fragment: typeof accumulators, type: MatrixElementType) => ({
    ...{ fragment, type },
    slots: registersOf(form, form.operand(at), fragment.registers, type, at === 0),
  });
  const product = {
    a: held(1, fragmentOfA(ROWS, depth, perRegister(elementA)), elementA),
    b: held(2, fragmentOfB(COLUMNS, depth, perRegister(elementB)), elementB),
    c: held(3, accumulators, d),
    d: held(0, accumulators, d),
    saturates: false,
    steps: { order: null, stepDepth: depth },
    ...(scales && { scales }),
  };
  const flop = 2 * ROWS * COLUMNS * depth;
  return wholeWarp((warp, operation) => {
    const bad = scales && badSelector(warp, scales);
    if (bad) fail(warp, operation, 1, { kind: 'badOperand' }, bad);
    warp.cta.watch?.tensorWork?.(warp, flop, false);
    multiply(warp, product);
  });
}

function scalesOf(form: Form, name: string, { scales }: Kind): ScaledFactors {
  form.oneOf(['block_scale']);
  const vectors = vectorsOf(name).filter(vector => vector.startsWith('scale_vec'));
  const vector = vectors.length === 1 ? form.oneOf(vectors, vectors[0]) : form.oneOf(vectors);
  const type = form.oneOf(SCALE_TYPES);
  const blocks = blocksOf(name, vector);
  if (!scales.includes(type) || (type === 'ue4m3' && blocks.count !== 4))
    form.refuse(`.${vector} has no factors of .${type}`);
  return { a: laneScales(form, 4), b: laneScales(form, 6), blocks, type };
}

/** Operand `at`, and the pair of selectors behind it. */
function laneScales(form: Form, at: number): LaneScales {
  const selectors: Operand = form.operand(at + 1);
  if (selectors.kind !== 'vector' || selectors.elements.length !== 2)
    return form.refuse('needs {byte, thread} in braces');
  const [byte, thread] = selectors.elements.map(element => form.source(element, 'u16'));
  return { data: form.source(form.operand(at), 'u32'), byte, thread };
}
