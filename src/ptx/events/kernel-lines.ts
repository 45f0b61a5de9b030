/** Lines of the file that has the kernel: an instruction out of a header stands for the line of the kernel that called it. */
import type { Program } from '../machine/program.ts';
import type { SourceLocation } from '../parse/ast.ts';

/** By pc; 0 where no line of that file is known. */
export function kernelLines({ entry, operations }: Program): (pc: number) => number {
  const first = entry.instructions.find(({ location }) => location !== null)?.location;
  const file = first && callsOf(first).at(-1)!.file;
  return pc => callsOf(operations[pc].source.location).find(location => location.file === file)?.line ?? 0;
}

/** From the instruction's own place outwards. */
function callsOf(location: SourceLocation | null): SourceLocation[] {
  const calls: SourceLocation[] = [];
  for (let at = location; at; at = at.inlinedAt ?? null) calls.push(at);
  return calls;
}
