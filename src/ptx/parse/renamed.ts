/** A module with other names for some of its functions and variables, and other numbers for its source files. */
import type { Instruction, Module, Operand, PtxFunction, SourceLocation, Variable } from './ast.ts';
import { changed } from './instructions.ts';

export function renamed(module: Module, names: ReadonlyMap<string, string>): Module {
  const nameOf = (name: string): string => names.get(name) ?? name;
  const operandOf = (operand: Operand): Operand => {
    switch (operand.kind) {
      case 'symbol':
        return { ...operand, name: nameOf(operand.name) };
      case 'address': {
        const { base } = operand;
        return base?.kind === 'symbol' ? { ...operand, base: { ...base, name: nameOf(base.name) } } : operand;
      }
      case 'vector':
      case 'list':
        return { ...operand, elements: operand.elements.map(operandOf) };
      case 'pair':
        return { ...operand, first: operandOf(operand.first), second: operandOf(operand.second) };
      default:
        return operand;
    }
  };
  const variableOf = (variable: Variable): Variable => ({
    ...variable,
    name: nameOf(variable.name),
    relocations: variable.relocations.map(place => ({ ...place, symbol: nameOf(place.symbol) })),
  });
  const ofFunction = (fn: PtxFunction): PtxFunction => ({
    ...withInstructions(fn, one => changed(one, { operands: one.operands.map(operandOf) })),
    name: nameOf(fn.name),
  });
  return { ...module, variables: module.variables.map(variableOf), functions: module.functions.map(ofFunction) };
}

/** `numberOf`: of a file, from the module's own. `suffix` goes to the labels of names for debuggers. */
export function relocated(module: Module, numberOf: (file: number) => number, suffix: string): Module {
  const known = new Map<SourceLocation, SourceLocation>();
  const locationOf = (location: SourceLocation): SourceLocation => {
    const { inlinedAt, functionLabel } = location;
    const own =
      known.get(location) ??
      ({
        ...location,
        file: numberOf(location.file),
        ...(inlinedAt && { inlinedAt: locationOf(inlinedAt) }),
        ...(functionLabel !== undefined && { functionLabel: functionLabel.replace(/(?=\+|$)/, suffix) }),
      } satisfies SourceLocation);
    known.set(location, own);
    return own;
  };
  const moved = (one: Instruction): Instruction =>
    one.location === null ? one : changed(one, { location: locationOf(one.location) });
  return {
    ...module,
    debugStrings: module.debugStrings.replace(/^[ \t]*[\w$.]+(?=:)/gm, label => `${label}${suffix}`),
    functions: module.functions.map(fn => withInstructions(fn, moved)),
  };
}

const withInstructions = (fn: PtxFunction, changed: (one: Instruction) => Instruction): PtxFunction => ({
  ...fn,
  instructions: fn.instructions.map(changed),
});
