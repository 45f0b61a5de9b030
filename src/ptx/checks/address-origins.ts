/**
 * Finds the shared variable from which the address of each memory instruction was computed. A variable's name flows
 * through sums, wherever the sum points. If two variables, or a variable and an unknown address, may have come
 * together, the answer is unknown.
 */

import type { SharedVariable } from '../../trace/shared-use.ts';
import type { FunctionPlace } from '../machine/function-place.ts';
import type { Program } from '../machine/program.ts';
import type { Instruction, Operand } from '../parse/ast.ts';

/**
 * Origin of a register's value: a variable's address plus a number; a number or an address of unknown origin; or one of
 * several.
 */
type Origin = SharedVariable | 'number' | 'several';
/** A register has none before one of its definitions is known. */
type Origins = Map<string, Origin>;

/** Variables by pc; null if the instruction accesses no shared variable of known size, or possibly another one. */
export function addressOrigins(program: Program): readonly (SharedVariable | null)[] {
  const { sharedVariables } = program;
  const sized = sharedVariables.filter(({ sizeBytes }) => sizeBytes > 0);
  const named = new Map(sharedVariables.map(variable => [variable.name, variable]));
  // If there is one variable and nothing behind it, its bounds are those of shared memory. If two functions use the
  // same name, the name says nothing.
  const isClear = sized.length > 0 && sharedVariables.length > 1 && named.size === sharedVariables.length;
  const found: (SharedVariable | null)[] = program.operations.map(() => null);
  if (!isClear) return found;
  for (const place of program.functions) {
    const origins = originsIn(place, named);
    place.fn.instructions.forEach((instruction, i) => {
      const origin = accessedBy(instruction, origins, named);
      if (typeof origin === 'object' && origin.sizeBytes > 0) found[place.firstPc + i] = origin;
    });
  }
  return found;
}

type Named = ReadonlyMap<string, SharedVariable>;

/** Instructions are taken as often as anything new comes out, whatever their order: compilers write most registers once. */
function originsIn({ fn }: FunctionPlace, named: Named): Origins {
  const origins: Origins = new Map();
  const params = [...fn.params, ...fn.returns].map(({ name }) => name).filter(name => fn.inRegisters.has(name));
  for (const name of params) origins.set(name, 'number');
  for (let isNew = true; isNew; ) {
    isNew = false;
    for (const instruction of fn.instructions) {
      for (const [name, origin] of defined(instruction, origins, named)) {
        const joined = join(origins.get(name), origin);
        if (joined === origins.get(name)) continue;
        origins.set(name, joined);
        isNew = true;
      }
    }
  }
  return origins;
}

/**
 * Origin of a register that has one of two values: a number, where the other is an address, may be an address of
 * unknown origin.
 */
const join = (a: Origin | undefined, b: Origin): Origin => (a === undefined || a === b ? b : 'several');

function sum(a: Origin, b: Origin): Origin {
  if (a === 'number') return b;
  return b === 'number' ? a : 'several';
}

/** Registers that the instruction writes, with what it puts there; none while a source is still without origin. */
function defined(
  { opcode, operands }: Instruction,
  origins: Origins,
  named: Named,
): readonly (readonly [string, Origin])[] {
  const [target, ...sources] = operands;
  if (target === undefined) return [];
  if (target.kind !== 'register' || !ADDS.has(opcode)) return registersOf(target).map(name => [name, 'number']);
  const from = sources.map(operand => originOf(operand, origins, named));
  if (!from.every(origin => origin !== undefined)) return [];
  return [[target.name, opcode === 'selp' ? join(from[0], from[1]) : from.reduce(sum, 'number')]];
}

/** Instructions that keep an address in its variable, or add to it. `and` and `or` align. */
const ADDS = new Set(['mov', 'cvta', 'cvt', 'add', 'sub', 'mad', 'and', 'or', 'selp']);

function originOf(operand: Operand, origins: Origins, named: Named): Origin | undefined {
  if (operand.kind === 'register') return origins.get(operand.name);
  return operand.kind === 'symbol' ? (named.get(operand.name) ?? 'number') : 'number';
}

function registersOf(operand: Operand): string[] {
  if (operand.kind === 'register') return [operand.name];
  if (operand.kind === 'pair') return [...registersOf(operand.first), ...registersOf(operand.second)];
  return operand.kind === 'vector' || operand.kind === 'list' ? operand.elements.flatMap(registersOf) : [];
}

/** Origin of the instruction's one address; a copy between two places has two, and is left out. */
function accessedBy({ operands }: Instruction, origins: Origins, named: Named): Origin | undefined {
  const addresses = operands.filter(operand => operand.kind === 'address');
  if (addresses.length !== 1) return undefined;
  const { base } = addresses[0];
  if (base === null) return undefined;
  return base.kind === 'register' ? origins.get(base.name) : named.get(base.name);
}
