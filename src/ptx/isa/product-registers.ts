/**
 * Puts a look at what the warp has under way, products or loads of tensor memory, before each instruction that touches a register
 * of it. Which instructions those are, the whole program says: such registers come from and go to others by `mov`.
 */
import type { Operation } from '../machine/operation.ts';
import { tensorMemoryOf } from '../machine/tensor-memory.ts';
import type { Warp } from '../machine/warp.ts';
import type { Instruction, Operand } from '../parse/ast.ts';
import type { Linker } from './linker.ts';
import { namesIn, resultsOf } from './register-uses.ts';
import { PLANE_WORDS } from './slots.ts';

/** Registers of a warp's asynchronous work, by their planes. */
interface AsyncRegisters {
  /** The threads compute with a register. */
  looked(operation: Operation, plane: number): void;
  /** They put something new into one. */
  changed(operation: Operation, plane: number): void;
  /** `plane` is another name of `source` from now on; null: of a constant. */
  copied(plane: number, source: number | null): void;
}

interface AsyncWork {
  /** Whether the instruction sets such work going, which uses its registers. */
  readonly isIssue: (instruction: Instruction) => boolean;
  /** Operands whose registers it reads while it runs. */
  readonly held: (instruction: Instruction) => readonly Operand[];
  /** Null where there is none yet. */
  readonly of: (warp: Warp) => AsyncRegisters | null;
}

const PRODUCTS: AsyncWork = {
  isIssue: ({ opcode, modifiers }) => opcode === 'wgmma' && modifiers.includes('mma_async'),
  // A where it is in registers; a descriptor is none of the product's, it may change at once.
  held: ({ operands: [, a] }) => (a?.kind === 'vector' ? [a] : []),
  of: warp => warp.products,
};

const LOADS: AsyncWork = {
  isIssue: ({ opcode, modifiers }) => opcode === 'tcgen05' && modifiers[0] === 'ld',
  held: () => [],
  of: warp => tensorMemoryOf(warp.cta).loadsOf(warp),
};

export const watchProductRegisters = (operations: readonly Operation[], link: Linker): void =>
  watchRegisters(operations, link, PRODUCTS);
export const watchLoadedRegisters = (operations: readonly Operation[], link: Linker): void =>
  watchRegisters(operations, link, LOADS);

/** In a debug build the compiler stores each result on the stack behind its instruction, whatever the kernel waits for; ptxas serializes products there. */
function watchRegisters(operations: readonly Operation[], link: Linker, work: AsyncWork): void {
  if (link.module.isDebug) return;
  const uses = operations.map(operation => usesOf(operation, link, work));
  const watched = registersOf(uses);
  for (const use of uses) {
    if (use.isIssue || ![...use.reads, ...use.writes].some(plane => watched.has(plane))) continue;
    if (use.isCopy) watchCopy(use, work);
    else watchComputation(use, watched, work);
  }
}

interface Use {
  readonly operation: Operation;
  readonly isIssue: boolean;
  readonly isCopy: boolean;
  readonly reads: readonly number[];
  readonly writes: readonly number[];
}

function usesOf(operation: Operation, link: Linker, { isIssue, held }: AsyncWork): Use {
  const { source, pc } = operation;
  link.enter(link.functions.findLast(({ firstPc }) => firstPc <= pc)!);
  const { operands } = source;
  const [first] = operands;
  const results = resultsOf(source);
  const isWritten = first !== undefined && first.kind !== 'address' && first.kind !== 'label';
  const planes = (list: readonly Operand[]) => list.flatMap(namesIn).map(name => planeOf(link, name));
  return {
    operation,
    isIssue: isIssue(source),
    isCopy: isPlainMove(source),
    reads: planes(isIssue(source) ? held(source) : isWritten ? operands.slice(results) : operands),
    writes: isWritten ? planes(operands.slice(0, results)) : [],
  };
}

const planeOf = (link: Linker, name: string): number => link.register(name).slot / PLANE_WORDS;

/** Whether it copies one register, or a constant, to another. */
const isPlainMove = ({ opcode, operands }: Instruction): boolean =>
  opcode === 'mov' && operands.every(({ kind }) => kind !== 'vector' && kind !== 'pair');

/** Registers that the work names, and all that are connected to them by copies. */
function registersOf(uses: readonly Use[]): ReadonlySet<number> {
  const found = new Set(uses.filter(use => use.isIssue).flatMap(use => [...use.writes, ...use.reads]));
  const copies = uses.filter(use => use.isCopy);
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const { reads, writes } of copies) {
      const planes = [...reads, ...writes];
      if (planes.some(plane => found.has(plane))) for (const plane of planes) found.add(plane);
    }
  }
  return found;
}

function watchCopy({ operation, reads, writes }: Use, { of }: AsyncWork): void {
  const { run } = operation;
  const [source = null] = reads;
  operation.run = (warp, self, mask) => {
    of(warp)?.copied(writes[0], source);
    return run(warp, self, mask);
  };
}

function watchComputation({ operation, reads, writes }: Use, watched: ReadonlySet<number>, { of }: AsyncWork): void {
  const { run } = operation;
  const [looked, changed] = [reads, writes].map(planes => planes.filter(plane => watched.has(plane)));
  operation.run = (warp, self, mask) => {
    const registers = of(warp);
    if (registers) {
      for (const plane of looked) registers.looked(self, plane);
      for (const plane of changed) registers.changed(self, plane);
    }
    return run(warp, self, mask);
  };
}
