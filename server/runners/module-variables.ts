/** Sizes of a module's variables as its PTX declares them: how many bytes the symbols of a launch have. */

/**
 * PTX ISA, "State Space, Type and Alignment in Variable Declarations". The size of an `.extern` variable is declared
 * elsewhere.
 */
const DECLARATION =
  /^[ \t]*(?:\.(?:visible|weak|common)\s+)?\.(?:const|global)\s+(?:\.align\s+\d+\s+)?\.[bfsu](8|16|32|64)\s+([\w$]+)((?:\[\d+\])*)/gm;

/** Sizes in bytes, by name. */
export function moduleVariables(ptx: string): ReadonlyMap<string, number> {
  const declared = [...ptx.matchAll(DECLARATION)].map(([, bits, name, dimensions]): [string, number] => {
    const extents = [...dimensions.matchAll(/\d+/g)].map(Number);
    return [name, extents.reduce((count, extent) => count * extent, Number(bits) / 8)];
  });
  return new Map(declared);
}
