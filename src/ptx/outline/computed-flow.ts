/** Flow to the result of an instruction that only computes, from the flows to its operands. */
import type { Operand } from '../parse/ast.ts';
import { BASES, type Flow, factorOf, MOST_PER_THREAD, NOTHING } from './flow.ts';
import type { SourceSet, Sources } from './sources.ts';

/** `flows`: one for each operand, the result among them. */
export function computedFlow(
  sources: Sources,
  opcode: string,
  operands: readonly Operand[],
  flows: readonly Flow[],
): Flow {
  const inputs = flows.slice(1);
  const bases = Object.hasOwn(BASES, opcode) ? BASES[opcode] : [];
  const pointers = bases.flatMap(at => flows[at] ?? []).filter(({ base }) => base !== 0n);
  const ways = pointers.length === 0 ? [NOTHING] : pointers;
  return {
    base: bases.reduce((sum, at) => sum | (flows[at]?.base ?? 0n), 0n),
    all: opcode === 'setp' ? asked(sources, inputs) : reaching(sources, opcode, inputs),
    perThread: perThread(opcode, operands, inputs),
    ahead: ahead(opcode, operands[2], Math.max(0, ...ways.map(flow => flow.ahead))),
    leastAhead: ahead(opcode, operands[2], Math.min(...ways.map(flow => flow.leastAhead))),
    isEven: inputs.every(flow => flow.isEven && (flow.perThread === 0 || keepsEven(opcode, operands[2]))),
  };
}

/** Whether this is the first thread, or another of a fixed number, makes nothing depend on where threads lie. */
function asked(sources: Sources, inputs: readonly Flow[]): SourceSet {
  const all = inputs.reduce((sum, flow) => sum | flow.all, 0n);
  return sources.isPlace(all) ? 0n : all;
}

function reaching(sources: Sources, opcode: string, inputs: readonly Flow[]): SourceSet {
  const [a = 0n, b = 0n, ...rest] = inputs.map(flow => flow.all);
  const isProduct = opcode === 'mul' || opcode === 'mad';
  const counted = isProduct ? (sources.countedAlong(a, b) ?? sources.countedAlong(b, a)) : null;
  const isPart = (opcode === 'div' || opcode === 'rem') && sources.ofKind(b, 'value').length > 0;
  return rest.reduce((all, one) => all | one, (counted ?? a | b) | (isPart ? sources.bit({ kind: 'part' }) : 0n));
}

function perThread(opcode: string, operands: readonly Operand[], inputs: readonly Flow[]): number {
  const [first, ...rest] = inputs.map(flow => flow.perThread);
  return Math.min(MOST_PER_THREAD, Math.max((first ?? 0) * factorOf(opcode, operands[2]), ...rest));
}

/** One constant is enough: sums of them would grow with each round of a loop. `before`: what was added already. */
function ahead(opcode: string, constant: Operand | undefined, before: number): number {
  if (before > 0 || opcode !== 'add' || constant?.kind !== 'integer') return before;
  return Math.max(0, Number(BigInt.asIntN(32, constant.value)));
}

const EVEN = new Set(['mov', 'cvt', 'cvta', 'add', 'sub', 'or']);
const EVEN_BY_CONSTANTS = new Set(['mul', 'mad', 'shl', 'shr', 'div']);
/** Masks of as many bits cut multiples, not lanes. */
const WIDE_MASK = 1n << 16n;

function keepsEven(opcode: string, second: Operand | undefined): boolean {
  if (EVEN.has(opcode)) return true;
  if (second?.kind !== 'integer') return false;
  return EVEN_BY_CONSTANTS.has(opcode) || (opcode === 'and' && (second.value < 0n || second.value >= WIDE_MASK));
}
