/**
 * A matrix descriptor that was made from a shared address without a mask. In a cluster such an address has the rank of its CTA from
 * bit 24 on, and a sixteenth of it has the rank where a descriptor has its leading step. The first CTA of the cluster, whose rank is
 * 0, shows what step was meant.
 */
import { RANK_BIT } from '../../machine/address-windows.ts';
import type { Cta } from '../../machine/cta.ts';
import type { Grid } from '../../machine/grid.ts';
import { type MatrixDescriptor, type MatrixPieces, piecesOf, placeChunks } from '../fragments/matrix-descriptor.ts';

/** Where a descriptor's leading step stands, which is in 16 bytes as the address is. */
const LEADING_BIT = 16;
const LEADING_MASK = 0x3_ffff;

/** By grid: the leading steps of CTAs of rank 0, by instruction and matrix. */
const steps = new WeakMap<Grid, Map<string, number>>();

const placed = (descriptor: MatrixDescriptor, pieces: MatrixPieces): Int32Array => {
  const at = new Int32Array(piecesOf(pieces));
  placeChunks(descriptor, pieces, at);
  return at;
};

/** One sentence where the step has the rank in it, and the matrix does not lie where it would without; null otherwise. */
export function rankInDescriptor(
  { grid, clusterRank }: Cta,
  pc: number,
  name: string,
  descriptor: MatrixDescriptor,
  pieces: MatrixPieces,
): string | null {
  if (grid.clusterCtas === 1) return null;
  const known = steps.get(grid) ?? new Map<string, number>();
  steps.set(grid, known);
  const key = `${pc} ${name}`;
  if (clusterRank === 0) known.set(key, descriptor.leadingBytes);
  const meant = known.get(key);
  if (meant === undefined || meant === descriptor.leadingBytes) return null;
  const rankBytes = clusterRank << (RANK_BIT - LEADING_BIT);
  if (![meant | rankBytes, (meant + rankBytes) & LEADING_MASK].includes(descriptor.leadingBytes)) return null;
  const there = placed({ ...descriptor, leadingBytes: meant }, pieces);
  if (placed(descriptor, pieces).every((at, i) => at === there[i])) return null;
  return `the descriptor of ${name} has the CTA's rank ${clusterRank} in its leading step: ${descriptor.leadingBytes} bytes here, ${meant} in the CTA of rank 0. In a cluster a shared address has the rank from bit ${RANK_BIT} on; a descriptor takes (address & 0x3FFFF) >> 4`;
}
