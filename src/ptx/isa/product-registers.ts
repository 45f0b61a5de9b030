/**
 * Puts a look at the warp's products before each instruction that touches a register of one. Which instructions those are, the
 * whole program says: sums come from and go to other registers by `mov`.
 */
import type { Operation } from '../machine/operation.ts';
import type { Instruction, Operand } from '../parse/ast.ts';
import type { Linker } from './linker.ts';
import { namesIn } from './register-uses.ts';
import { PLANE_WORDS } from './slots.ts';

export function watchProductRegisters(operations: readonly Operation[], link: Linker): void {
  const uses = operations.map(operation => usesOf(operation, link));
  const watched = registersOfProducts(uses);
  for (const use of uses) {
    if (use.isProduct || ![...use.reads, ...use.writes].some(plane => watched.has(plane))) continue;
    if (use.isCopy) watchCopy(use);
    else watchComputation(use, watched);
  }
}

interface Use {
  readonly operation: Operation;
  readonly isProduct: boolean;
  readonly isCopy: boolean;
  readonly reads: readonly number[];
  readonly writes: readonly number[];
}

function usesOf(operation: Operation, link: Linker): Use {
  const { source, pc } = operation;
  link.enter(link.functions.findLast(({ firstPc }) => firstPc <= pc)!);
  const [first, ...others] = source.operands;
  const isWritten = first !== undefined && first.kind !== 'address' && first.kind !== 'label';
  const planes = (operands: readonly Operand[]) => operands.flatMap(namesIn).map(name => planeOf(link, name));
  return {
    operation,
    isProduct: isProduct(source),
    isCopy: isPlainMove(source),
    reads: planes(isProduct(source) ? heldA(source) : isWritten ? others : source.operands),
    writes: isWritten ? planes([first]) : [],
  };
}

const planeOf = (link: Linker, name: string): number => link.register(name).slot / PLANE_WORDS;

const isProduct = ({ opcode, modifiers }: Instruction): boolean =>
  opcode === 'wgmma' && modifiers.includes('mma_async');

/** A where it is in registers; a descriptor is none of the product's, it may change at once. */
const heldA = ({ operands: [, a] }: Instruction): readonly Operand[] => (a?.kind === 'vector' ? [a] : []);

/** From one register, or a constant, to another. */
const isPlainMove = ({ opcode, operands }: Instruction): boolean =>
  opcode === 'mov' && operands.every(({ kind }) => kind !== 'vector' && kind !== 'pair');

/** Those that products name, and all that copies lead from and to. */
function registersOfProducts(uses: readonly Use[]): ReadonlySet<number> {
  const found = new Set(uses.filter(use => use.isProduct).flatMap(use => [...use.writes, ...use.reads]));
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

function watchCopy({ operation, reads, writes }: Use): void {
  const { run } = operation;
  const [source = null] = reads;
  operation.run = (warp, self, mask) => {
    warp.products?.copied(writes[0], source);
    return run(warp, self, mask);
  };
}

function watchComputation({ operation, reads, writes }: Use, watched: ReadonlySet<number>): void {
  const { run } = operation;
  const [looked, changed] = [reads, writes].map(planes => planes.filter(plane => watched.has(plane)));
  operation.run = (warp, self, mask) => {
    const { products } = warp;
    if (products) {
      for (const plane of looked) products.looked(self, plane);
      for (const plane of changed) products.changed(self, plane);
    }
    return run(warp, self, mask);
  };
}
