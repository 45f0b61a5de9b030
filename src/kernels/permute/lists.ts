/** Benchmarks of others as lists of parameters. */
import type { ParamLists } from '../kernel.ts';
import { schema } from './params.ts';

export const lists: ParamLists = {
  /** 57 permutations of about 200 MB each (`model/permute/statistics/ttc.ts`). */
  ttc: async () => {
    const { ttcCases } = await import('../../model/permute/statistics/ttc.ts');
    return ttcCases().map(({ shape, perm }) => schema.parse({ shape: shape.join(','), perm: perm.join(',') }));
  },
};
