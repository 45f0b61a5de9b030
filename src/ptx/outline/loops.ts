/** Loops in the text of a function. */
import type { PtxFunction } from '../parse/ast.ts';

/** From the target of each branch back to the branch; the innermost first. A way back to where the kernel ends is none. */
export function loopsOf(f: PtxFunction): (readonly [number, number])[] {
  const loops = f.instructions.flatMap(({ opcode, operands: [label] }, at) => {
    const target = opcode === 'bra' && label?.kind === 'label' ? f.labels.get(label.name) : undefined;
    return target !== undefined && target <= at && !isEndOf(f, target) ? [[target, at] as const] : [];
  });
  return loops.sort((a, b) => a[1] - a[0] - (b[1] - b[0]));
}

const ENDS: ReadonlySet<string> = new Set(['ret', 'exit', 'trap']);

/** Whether nothing but the end of the function comes from there on. */
export function isEndOf({ instructions }: PtxFunction, from: number): boolean {
  const next = instructions.findIndex(
    ({ opcode, guard }, at) => at >= from && (opcode === 'bra' || (ENDS.has(opcode) && guard === null)),
  );
  return next >= 0 && ENDS.has(instructions[next].opcode);
}
