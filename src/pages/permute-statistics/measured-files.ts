/** Measured times of the cases as rows of a file, each with the origin of its time. */
import { type MeasuredMove, waysOf } from '../../kernels/permute/measured-cases.ts';
import { shareOf } from '../../trace/ceilings.ts';
import type { Measured } from './measured-records.ts';

/** One for each case and strategy. */
export const measuredRows = ({ set, limit }: Measured) =>
  set.cases.flatMap(({ case: { name, shape, perm }, moves }) =>
    moves.map(move => ({
      ...{ case: name, shape: shape.join(' '), perm: perm.join(' '), strategy: move.name },
      waysPredicted: move.layout === null ? '' : waysOf(move.layout),
      medianNs: move.medianNs,
      bytesPerSecond: Math.round(move.bytesPerSecond),
      percent: Number((100 * shareOf(move.bytesPerSecond, limit)).toFixed(2)),
      percentOf: limit.title,
      ...provenanceColumns(move),
    })),
  );

/** All of rule T12. */
function provenanceColumns({ record }: MeasuredMove) {
  const { variant, method, gpu, driver, nvcc, flags, sourceHash, date, comparison } = record;
  const { name, uuidHash, smCount, l2Bytes } = gpu;
  return {
    ...{ variant, method, gpu: name, gpuHash: uuidHash, smCount, l2Bytes, driver, nvcc },
    ...{ flags: flags.join(' '), sourceHash, date, comparison },
  };
}
