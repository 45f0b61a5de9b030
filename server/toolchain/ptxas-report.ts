/** The report of `ptxas -v` for each entry: numbers that only the assembler knows. */

export interface ResourceUsage {
  readonly registers: number;
  readonly sharedBytes: number;
  readonly stackBytes: number;
  readonly spillStoreBytes: number;
  readonly spillLoadBytes: number;
}

export interface EntryUsage extends ResourceUsage {
  /** The name in the PTX: mangled, unless it is `extern "C"`. */
  readonly entry: string;
}

/** Enough for some thousand kernels. Later text is not read, so that reading cannot keep the server from answering. */
const MAX_CHARACTERS = 256 * 1024;

const ENTRY = /^ptxas info\s*: Compiling entry function '([^']+)'/;
const FUNCTION = /^ptxas info\s*: Function properties for (\S+)/;
const FRAME = /^\s*(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads/;
const USED = /^ptxas info\s*: Used (\d+) registers/;
const SHARED = /\b(\d+) bytes smem/;

/** Leaves out entries for which the text, which may be cut, does not say everything. */
export function parseEntries(printed: string): EntryUsage[] {
  const entries: EntryUsage[] = [];
  let compiled = '';
  let described = '';
  let frame: readonly number[] = [];
  for (const line of printed.slice(0, MAX_CHARACTERS).split(/\n+/)) {
    const entry = ENTRY.exec(line)?.[1];
    if (entry !== undefined) [compiled, frame] = [entry, []];
    described = FUNCTION.exec(line)?.[1] ?? described;
    const numbers = FRAME.exec(line);
    // A device function that was not inlined has a frame of its own, which does not belong to the entry.
    if (numbers && described === compiled) frame = numbers.slice(1).map(Number);
    const registers = USED.exec(line);
    if (!registers || frame.length === 0) continue;
    const [stackBytes, spillStoreBytes, spillLoadBytes] = frame;
    const sharedBytes = Number(SHARED.exec(line)?.[1] ?? 0);
    entries.push({
      entry: compiled,
      registers: Number(registers[1]),
      sharedBytes,
      stackBytes,
      spillStoreBytes,
      spillLoadBytes,
    });
    frame = [];
  }
  return entries;
}

/** @param entry the mangled or the plain name. null if the text has no such entry. */
export function parseResourceUsage(printed: string, entry: string): ResourceUsage | null {
  const found = parseEntries(printed).find(usage => isEntry(usage.entry, entry));
  if (found === undefined) return null;
  const { entry: _, ...usage } = found;
  return usage;
}

/** The Itanium ABI writes a plain name as its length followed by the name: `_Z9transposePfPKfi`. */
const isEntry = (compiled: string, entry: string): boolean =>
  compiled === entry || compiled.startsWith(`_Z${entry.length}${entry}`);
