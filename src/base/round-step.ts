/** Round steps of axes. In a file of its own: axes are drawn from the start, histograms are not. */

/**
 * The next number up that is 1, 2 or 5 times a power of ten. A number that exceeds one of them only by a rounding error
 * gives that one.
 */
export function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  const digit = (step / power) * (1 - 1e-9);
  return (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10) * power;
}
