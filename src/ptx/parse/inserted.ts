/** A module with added instructions: a change of the source, tried without a compiler. */
import type { Instruction, Module, Operand, PtxFunction } from './ast.ts';

/** A place in front of an instruction; its number is `instructions.length` at the end of the function. */
export interface InsertionPoint {
  readonly fn: PtxFunction;
  readonly index: number;
  /** Only lanes from above come to it, none by the branch of a label that stands there. */
  readonly isAbove?: boolean;
}

/** Instruction without a place of its own: it gets that of the instruction behind it. */
export type AddedInstruction = Omit<Instruction, 'location' | 'ptxLine'>;

export const added = (name: string, operands: readonly Operand[] = [], operandText = ''): AddedInstruction => {
  const [opcode, ...modifiers] = name.split('.');
  return { opcode, modifiers, guard: null, operands, text: `${name} ${operandText}`.trim() };
};

/** All lanes that come to a point, by the branch of a label or from above, execute what is added there, if it is not said otherwise. */
export function withInserted(
  module: Module,
  points: readonly InsertionPoint[],
  instructions: readonly AddedInstruction[],
): Module {
  const byFunction = new Map<PtxFunction, Map<number, boolean>>();
  for (const { fn, index, isAbove = false } of points)
    byFunction.set(fn, (byFunction.get(fn) ?? new Map<number, boolean>()).set(index, isAbove));
  return {
    ...module,
    functions: module.functions.map(fn => {
      const indices = byFunction.get(fn);
      return indices ? longer(fn, indices, instructions) : fn;
    }),
  };
}

/** `at`: points, and whether they are above the labels that stand there. */
function longer(
  fn: PtxFunction,
  at: ReadonlyMap<number, boolean>,
  instructions: readonly AddedInstruction[],
): PtxFunction {
  const before = (index: number): number =>
    [...at].filter(([point, isAbove]) => point < index || (point === index && isAbove)).length * instructions.length;
  const here = (index: number): Instruction[] => {
    const { location = null, ptxLine = 0 } = fn.instructions[index] ?? fn.instructions.at(-1) ?? {};
    return at.has(index) ? instructions.map(one => ({ ...one, location, ptxLine })) : [];
  };
  return {
    ...fn,
    instructions: [
      ...fn.instructions.flatMap((instruction, i) => [...here(i), instruction]),
      ...here(fn.instructions.length),
    ],
    labels: new Map([...fn.labels].map(([label, index]) => [label, index + before(index)])),
  };
}
