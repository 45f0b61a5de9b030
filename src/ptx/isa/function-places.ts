/** The functions of a program: where each starts, the slots of its registers, and which of them its callers fill or read. */
import type { FrameWords } from '../machine/function-place.ts';
import { FunctionPlace } from '../machine/function-place.ts';
import type { ScalarType, Variable } from '../parse/ast.ts';
import { SCALAR_BYTES } from '../parse/types.ts';
import type { CallGraph } from './call-graph.ts';
import { PLANE_WORDS, type SlotAllocator } from './slots.ts';
import type { VariablePlaces } from './variable-places.ts';

export interface RegisterPlace {
  readonly slot: number;
  /** Declared width; 0 for a predicate. */
  readonly bits: number;
  readonly type: ScalarType;
}

/** The entry, then every function that it may call, one behind the other. */
export function functionPlaces({ functions, recursive }: CallGraph): FunctionPlace[] {
  let firstPc = 0;
  return functions.map(fn => {
    const place = new FunctionPlace(fn, firstPc);
    // One more for the return at the end.
    firstPc += fn.instructions.length + 1;
    place.isRecursive = recursive.has(fn);
    return place;
  });
}

/** Gives the function's registers their slots. */
export function placeRegisters(place: FunctionPlace, slots: SlotAllocator): ReadonlyMap<string, RegisterPlace> {
  const { fn, planes, predicates } = place;
  const allocate = (type: ScalarType): RegisterPlace => {
    const bits = SCALAR_BYTES[type] * 8;
    const count = Math.max(1, bits / 32);
    const slot = slots.planes(count);
    for (let i = 0; i < count; i++) planes.push(slot + PLANE_WORDS * i);
    return { slot, bits, type };
  };
  const allocatePredicate = (): RegisterPlace => {
    const slot = slots.predicate();
    predicates.push(slot);
    return { slot, bits: 0, type: 'pred' };
  };
  return new Map(fn.registers.map(({ name, type }) => [name, type === 'pred' ? allocatePredicate() : allocate(type)]));
}

/** A parameter that is a register also has a place in the frame, through which its value goes. */
export function linkRegisterParams(
  place: FunctionPlace,
  registers: ReadonlyMap<string, RegisterPlace>,
  places: VariablePlaces,
): void {
  const { fn } = place;
  const words = (variables: readonly Variable[]): FrameWords[] =>
    variables
      .filter(({ name }) => fn.inRegisters.has(name))
      .map(({ name }) => {
        const { slot, bits } = registers.get(name)!;
        return { slot, words: Math.max(1, bits / 32), byteOffset: places.own(fn, name)!.byteOffset };
      });
  place.registerParams = words(fn.params);
  place.registerReturns = words(fn.returns);
}
