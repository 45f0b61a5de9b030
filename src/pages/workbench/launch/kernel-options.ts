/** The kernels of a module, to choose from. */
import type { KernelName } from '../../../ptx/outline/module-outline.ts';

/** Most characters of a mangled name in a menu. */
const MOST_CHARACTERS = 48;

/** Most kernels in a menu. A browser takes a second for thousands. */
export const MOST_LISTED = 200;

export interface KernelOption {
  readonly value: string;
  readonly label: string;
}

/** Kernels of one plain name have their mangled ones, or numbers where those are too long to be read. */
export function kernelOptions(kernels: readonly KernelName[]): readonly KernelOption[] {
  const byPlainName = new Map<string, { count: number; isShort: boolean }>();
  for (const { name, plainName } of kernels) {
    const { count, isShort } = byPlainName.get(plainName) ?? { count: 0, isShort: true };
    byPlainName.set(plainName, { count: count + 1, isShort: isShort && name.length <= MOST_CHARACTERS });
  }
  const seen = new Map<string, number>();
  return kernels.map(({ name, plainName }) => {
    const { count, isShort } = byPlainName.get(plainName)!;
    const number = (seen.get(plainName) ?? 0) + 1;
    seen.set(plainName, number);
    if (count === 1) return { value: name, label: plainName };
    return { value: name, label: isShort ? name : `${plainName}, ${number} of ${count}` };
  });
}

/**
 * The first kernels whose names have the part in them, whatever its case, and how many there are of them. The chosen one is always among
 * those that are listed.
 */
export function listedKernels(options: readonly KernelOption[], part: string, chosen: string) {
  const sought = part.trim().toLowerCase();
  const found = options.filter(
    ({ value, label }) => label.toLowerCase().includes(sought) || value.toLowerCase().includes(sought),
  );
  const listed = found.slice(0, MOST_LISTED);
  const own = listed.some(({ value }) => value === chosen) ? undefined : options.find(({ value }) => value === chosen);
  return { listed: own === undefined ? listed : [own, ...listed], found: found.length };
}
