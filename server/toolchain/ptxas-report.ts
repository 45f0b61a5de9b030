/** What `ptxas -v` says of one entry: the numbers that only the assembler knows. */

export interface ResourceUsage {
  readonly registers: number;
  readonly sharedBytes: number;
  readonly stackBytes: number;
  readonly spillStoreBytes: number;
  readonly spillLoadBytes: number;
}

const ENTRY = /^ptxas info\s*: Compiling entry function '([^']+)'/;
const FUNCTION = /^ptxas info\s*: Function properties for (\S+)/;
const FRAME = /^\s*(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads/;
const USED = /^ptxas info\s*: Used (\d+) registers/;
const SHARED = /(\d+) bytes smem/;

/**
 * `entry` is the mangled or the plain name. null where the text has no such entry, or is cut short. A device function
 * that was not inlined has a frame of its own, which is not the entry's.
 */
export function parseResourceUsage(printed: string, entry: string): ResourceUsage | null {
  let compiled = '';
  let described = '';
  let frame: readonly number[] = [];
  for (const line of printed.split('\n')) {
    compiled = ENTRY.exec(line)?.[1] ?? compiled;
    described = FUNCTION.exec(line)?.[1] ?? described;
    if (!isEntry(compiled, entry)) continue;
    const numbers = FRAME.exec(line);
    if (numbers && described === compiled) frame = numbers.slice(1).map(Number);
    const registers = USED.exec(line);
    if (!registers || frame.length === 0) continue;
    const [stackBytes, spillStoreBytes, spillLoadBytes] = frame;
    const sharedBytes = Number(SHARED.exec(line)?.[1] ?? 0);
    return { registers: Number(registers[1]), sharedBytes, stackBytes, spillStoreBytes, spillLoadBytes };
  }
  return null;
}

/** The Itanium ABI writes a plain name as its length and itself: `_Z9transposePfPKfi`. */
const isEntry = (compiled: string, entry: string): boolean =>
  compiled === entry || compiled.startsWith(`_Z${entry.length}${entry}`);
