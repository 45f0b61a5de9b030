/** The kernels of a module, to choose from. */
import type { KernelName } from '../../../ptx/outline/module-outline.ts';

/** Most characters of a mangled name in a menu. */
const MOST_CHARACTERS = 48;

/** Kernels of one plain name have their mangled ones, or numbers where those are too long to be read. */
export function kernelOptions(kernels: readonly KernelName[]): { readonly value: string; readonly label: string }[] {
  const alike = (plainName: string): readonly KernelName[] => kernels.filter(each => each.plainName === plainName);
  return kernels.map(kernel => {
    const { name, plainName } = kernel;
    const others = alike(plainName);
    if (others.length === 1) return { value: name, label: plainName };
    const isShort = others.every(each => each.name.length <= MOST_CHARACTERS);
    return { value: name, label: isShort ? name : `${plainName}, ${others.indexOf(kernel) + 1} of ${others.length}` };
  });
}
