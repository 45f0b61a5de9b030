/** Where CUDA sources of the permutation lie: most in its own folder, some with those that several kernels include. */

const SHARED: readonly string[] = ['load-last.cuh', 'turn.cuh'];

/** Path below the page's sources of `path`, which counts from the permutation's folder, as an `#include` there names it. */
export const sourcePathOf = (path: string): string => (SHARED.includes(path) ? `include/${path}` : `permute/${path}`);
