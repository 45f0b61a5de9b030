/** File names as compilers and people write them: 'cuda/kernels/transpose/tiled.cu' in the PTX is 'tiled.cu' on a tab. Pure. */

export const baseName = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;

/** Whether both name one file, as far as both say: one is the other, or its end below some folder. */
export function isSameFile(a: string, b: string): boolean {
  if (a === '' || b === '') return false;
  return a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`);
}
