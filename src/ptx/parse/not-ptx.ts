/** Files that people give in place of PTX, told by how they begin. */

import { withoutComments } from '../../base/c-comments.ts';

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
  const code = withoutComments(text);
  if (code.includes('__global__') || code.includes('#include'))
    return 'this is CUDA source, not PTX: compile it with nvcc -ptx -lineinfo';
  if (text.startsWith('\x1f') || text.startsWith('PK\x03')) return 'this is a packed file: unpack it first';
  if (text.slice(0, 4).includes('\0')) return 'this text is UTF-16: save it as UTF-8';
  if (text.includes('code for sm_') || text.includes('/*0000*/'))
    return `this is SASS, the machine code as text, not PTX: ${COMPILE}`;
  return null;
}
