/** A program in which some instructions do more than they say: for runs that are asked what depends on what. */
import { Operation, type Run } from './operation.ts';
import type { Program } from './program.ts';

/** `around`: what carries an instruction out instead, made from what it is; null for those that stay. */
export function changedProgram(program: Program, around: (operation: Operation) => Run | null): Program {
  const operations = program.operations.map(operation => {
    const run = around(operation);
    if (run === null) return operation;
    const { d, a, b, c, e, guard, negated } = operation;
    return Object.assign(new Operation(run, operation.pc, operation.source, operation), {
      d,
      a,
      b,
      c,
      e,
      guard,
      negated,
    });
  });
  return { ...program, operations };
}
