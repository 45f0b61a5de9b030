/** Results that the emulator may round differently, and the error that the manual allows: rows of a table. */
import { APPROXIMATIONS, UNBOUNDED } from '../../src/ptx/isa/reference/approximate-cases.ts';

export function approximationLines(): string[] {
  const bounded = APPROXIMATIONS.map(({ ptx, type, hasFlushing, error }): [string, string] => [
    `${ptx}${hasFlushing ? '{.ftz}' : ''}.${type}${type === 'f32' ? '' : '{x2}'}`,
    error,
  ]);
  const unbounded = UNBOUNDED.map((ptx): [string, string] => [ptx, 'no bound stated']);
  const rows = [...bounded, ...unbounded].map(([form, error]) => `| \`${form}\` | ${error} |`);
  return ['| instruction | largest error allowed |', '| --- | --- |', ...rows];
}
