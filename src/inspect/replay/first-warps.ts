/** One warp of each role of a CTA: a trace of these shows all that its warps do. */

/** The lowest warp of each role, in order, each once. */
export const firstWarps = (roles: readonly { readonly warps: readonly number[] }[]): number[] =>
  [...new Set(roles.map(({ warps }) => Math.min(...warps)))].sort((a, b) => a - b);
