/** The pointer among a kernel's parameters from which the address of an access comes. */
import type { Module, PtxFunction } from '../parse/ast.ts';
import { DataFlow } from './data-flow.ts';
import { goesThrough } from './flow.ts';
import { accessForms } from './memory-access.ts';
import type { ScalarPlace } from './scalar-place.ts';

/** By line of the PTX; null where it comes from none of them, or may come from several. */
export function addressPointers(module: Module, entry: PtxFunction): (ptxLine: number) => ScalarPlace | null {
  const byName = new Map(module.functions.filter(f => !f.external).map(f => [f.name, f]));
  const flow = new DataFlow(module, entry, byName);
  const { sources } = flow;
  return ptxLine => {
    const bases = flow.functions.flatMap(f =>
      f.instructions
        .filter(instruction => instruction.ptxLine === ptxLine)
        .flatMap(instruction => accessForms(f, instruction))
        .map(({ address }) => flow.addressFlow(f, address)),
    );
    const pointers = bases.flatMap(base =>
      sources
        .ofKind(base.base, 'value')
        .filter(value => value.sizeBytes === 8 && goesThrough(flow.converted, base, sources.bit(value))),
    );
    const [first] = pointers;
    const isOne = pointers.every(({ param, byteOffset }) => param === first.param && byteOffset === first.byteOffset);
    return first !== undefined && isOne ? { param: first.param, byteOffset: first.byteOffset } : null;
  };
}
