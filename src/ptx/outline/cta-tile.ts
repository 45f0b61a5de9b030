/** How many threads of a CTA the code takes for granted. */
import { MAX_CTA_THREADS } from '../../base/hardware.ts';
import type { Instruction, Operand, PtxFunction } from '../parse/ast.ts';
import type { DataFlow } from './data-flow.ts';
import type { GridAxis } from './module-outline.ts';

/** Largest element of a vector: the factor with which an index becomes an address. */
const WIDEST_ELEMENT = 16;

/** A smaller tile is a row or two of something else. */
const FEWEST_THREADS = 8;

/** `x << 5`, `x * 32`, `x * 32 + y`. `records`: sizes in bytes, which scale an index as those of elements do. */
function scaledBy({ opcode, modifiers, operands }: Instruction, records: ReadonlySet<number>): number | null {
  const constant = operands[2];
  if (constant?.kind !== 'integer') return null;
  const value = Number(constant.value);
  if (modifiers.includes('wide') && (value <= WIDEST_ELEMENT || records.has(value))) return null;
  const factor = opcode === 'shl' ? 2 ** value : opcode === 'mul' || opcode === 'mad' ? value : 0;
  return factor >= FEWEST_THREADS && factor <= MAX_CTA_THREADS ? factor : null;
}

/** The constant that scales `%ctaid` of the axis; null where the code asks for the block's size, too. */
export function ctaTile(flow: DataFlow, axis: GridAxis): number | null {
  const records = new Set(flow.records.flatMap(({ strideBytes }) => strideBytes ?? []));
  let tile: number | null = null;
  const cta = flow.sources.bit({ kind: 'cta', axis });
  for (const f of flow.functions) {
    if (asksForSize(flow, f, axis)) return null;
    for (const instruction of f.instructions) {
      const factor = scaledBy(instruction, records);
      if (factor !== null && flow.flowOf(f, instruction.operands[1]).all === cta) tile ??= factor;
    }
  }
  return tile;
}

/** Whether the block's size along the axis counts for more than a thread's rank in its block, `(z * ntid.y + y) * ntid.x + x`. */
function asksForSize(flow: DataFlow, f: PtxFunction, axis: GridAxis): boolean {
  const names = new Set<string>();
  const isSize = (operand: Operand | undefined): boolean =>
    (operand?.kind === 'special' && operand.name === `%ntid.${axis}`) ||
    (operand?.kind === 'register' && names.has(operand.name));
  const isThread = (operand: Operand | undefined): boolean => {
    const { thread, cta } = flow.sources.dependence(flow.flowOf(f, operand).all);
    return thread.length > 0 && cta.length === 0;
  };
  for (const { opcode, operands } of f.instructions) {
    const [result, ...sources] = operands;
    if (!sources.some(isSize)) continue;
    const [a, b, added] = sources;
    const isRank = (opcode === 'mul' || opcode === 'mad') && !isSize(added) && (isSize(a) ? isThread(b) : isThread(a));
    if (opcode === 'mov' && result.kind === 'register') names.add(result.name);
    else if (!isRank) return true;
  }
  return false;
}
