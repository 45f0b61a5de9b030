/** Lines of the file that has the kernel: an instruction out of a header stands for the line of the kernel that called it. */
import type { OperationPlace } from '../machine/operation.ts';
import type { Program } from '../machine/program.ts';
import type { SourceLocation } from '../parse/ast.ts';

/** Line by pc; 0 if no line of that file is known. */
export function kernelLines({ entry, operations }: Program): (pc: number) => number {
  const first = entry.instructions.find(({ location }) => location !== null)?.location;
  const file = first && callsOf(first).at(-1)!.file;
  return pc => callsOf(operations[pc].source.location).find(location => location.file === file)?.line ?? 0;
}

/** Locations from the instruction's own place outwards. */
function callsOf(location: SourceLocation | null): SourceLocation[] {
  const calls: SourceLocation[] = [];
  for (let at = location; at; at = at.inlinedAt ?? null) calls.push(at);
  return calls;
}

/** An instruction as the kernel itself sees it: a call that was inlined, or a line of its own. */
export interface KernelCall {
  /** Name of the function that the kernel called; '' if it called none, or if the name is not known. */
  readonly callee: string;
  /** Line in the callee, and line in the kernel; both are equal without a callee. 0: unknown. */
  readonly line: number;
  readonly kernelLine: number;
}

/** `calls`: from the instruction outwards. */
export function kernelCall({ line, calls }: OperationPlace): KernelCall {
  const outermost = calls.at(-1);
  if (outermost === undefined) return { callee: '', line, kernelLine: line };
  return { callee: outermost.callee, line: calls.at(-2)?.line ?? line, kernelLine: outermost.line };
}
