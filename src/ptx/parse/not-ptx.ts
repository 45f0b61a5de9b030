/** Files that people give in place of PTX, told by how they begin. */

const COMPILE = 'nvcc -ptx -lineinfo makes PTX of its source';

/**
 * Says what the text is instead of PTX, and what to do; null if it may be PTX. Binary files may have been read as
 * UTF-8.
 */
export function whatElse(text: string): string | null {
  if (text.includes('\n.version ')) return null;
  if (text.startsWith('\x7fELF'))
    return `this is machine code (a cubin or an object file), not PTX: ${COMPILE}, cuobjdump -ptx shows what a program has`;
  // 0xBA55ED50, little-endian.
  if (/^P[\xed\ufffd][U\ufffd]/.test(text))
    return `this is a fatbin, not PTX: ${COMPILE}, cuobjdump -ptx shows what it has`;
  if (/^\s*(#|\/\*|\/\/|template\b|__global__|extern "C")/.test(text) && /__global__|#include/.test(text))
    return 'this is CUDA source, not PTX: compile it with nvcc -ptx -lineinfo';
  return null;
}
