/** The records of a bit-matrix picture: a linear map of offset bits. */
import type { BitMatrix } from '../../model/layout/bit-matrix.ts';

export interface BitMatrixRecords {
  readonly matrix: BitMatrix;
  /** What it is of: 'Sw<3,4,3> o Sw<2,4,3>'. */
  readonly of: string;
}
