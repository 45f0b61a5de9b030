/** cp.async.bulk.tensor: copies of boxes between a tensor in device memory, which a tensor map describes, and shared memory. */
import type { AccessForm } from '../../machine/access-form.ts';
import type { Issuer } from '../../machine/bulk-copy.ts';
import { reportBadCopy } from '../../machine/bulk-faults.ts';
import type { BulkPieces } from '../../machine/bulk-pieces.ts';
import { sharedPlace } from '../../machine/bulk-places.ts';
import type { Run } from '../../machine/operation.ts';
import { boxFill, boxSizes } from '../../machine/tensor-box.ts';
import type { Form } from '../form.ts';
import {
  addressOf,
  arrivalOf,
  eachLane,
  issueArriving,
  issueLeaving,
  NO_COPY,
  requireOperands,
} from './bulk-operands.ts';
import { type BulkReduction, combineOfElements, REDUCTIONS } from './bulk-reduction.ts';
import { boxAt, piecesOf, type TensorCopyMode, type TensorOperand, tensorOperand } from './tensor-operand.ts';
import { roundingToTf32 } from './tf32-rounding.ts';

/** Alignment of a box in shared memory. */
const BOX_ALIGN_BYTES = 128;
const DIMS = ['1d', '2d', '3d', '4d', '5d'] as const;
/** Modes that are not here, and what they would do. */
const OTHER_MODES: readonly [mode: RegExp, what: string][] = [[/^im2col::/, 'im2col copies along one row of pixels']];

/** Decodes `cp.async.bulk` and `cp.reduce.async.bulk` with `.tensor`. */
export function copyTensor(form: Form, reduces: boolean): Run {
  const rank = DIMS.indexOf(form.oneOf(DIMS)) + 1;
  for (const [mode, what] of OTHER_MODES) {
    if (form.instruction.modifiers.some(m => mode.test(m))) form.refuse(`${what} are not implemented`);
  }
  const mode = takeMode(form, reduces);
  if (mode === 'pixels' && rank < 3) form.refuse('im2col copies are of tensors of 3 to 5 dimensions');
  if (mode === 'fourRows' && rank !== 2) form.refuse('four rows are gathered and scattered of tensors of 2 dimensions');
  if (form.take('prefetch')) return prefetchTensor(form, rank, mode);
  return form.take('bulk_group') ? storeTensor(form, rank, reduces, mode) : loadTensor(form, rank, mode);
}

function takeMode(form: Form, reduces: boolean): TensorCopyMode {
  const isStore = form.instruction.modifiers.includes('bulk_group');
  if (form.take('tile')) return 'boxes';
  if (form.take(isStore ? 'im2col_no_offs' : 'im2col')) return 'pixels';
  return !reduces && form.take(isStore ? 'tile::scatter4' : 'tile::gather4') ? 'fourRows' : 'boxes';
}

function prefetchTensor(form: Form, rank: number, mode: TensorCopyMode): Run {
  form.oneOf(['L2']);
  form.oneOf(['global']);
  const hints = form.take('L2::cache_hint') ? 1 : 0;
  form.finish();
  requireOperands(form, 1 + (mode === 'pixels' ? 1 : 0) + hints);
  tensorOperand(form, form.operand(0), rank, mode, mode === 'pixels' ? form.operand(1) : null);
  return NO_COPY;
}

/** `[box], [map, {coordinates}], [mbarrier]{, {offsets}}{, ranks}{, policy}`. */
function loadTensor(form: Form, rank: number, mode: TensorCopyMode): Run {
  form.oneOf(['mbarrier::complete_tx::bytes']);
  form.oneOf(['global']);
  const destination = form.oneOf(['shared::cluster', 'shared::cta']);
  const isMulticast = form.take('multicast::cluster');
  const group = form.oneOf(['cta_group::1', 'cta_group::2'], 'cta_group::1');
  const hints = form.take('L2::cache_hint') ? 1 : 0;
  form.finish();
  const further = mode === 'pixels' ? 4 : 3;
  requireOperands(form, further + (isMulticast ? 1 : 0) + hints);
  const tensor = tensorOperand(form, form.operand(1), rank, mode, mode === 'pixels' ? form.operand(3) : null);
  const arrival = arrivalOf(form, destination, 2, isMulticast, further, group === 'cta_group::2');
  return eachLane(issuer => {
    const box = boxAt(issuer, tensor, false);
    if (box === null) return;
    const { map } = box.placed;
    issueArriving(issuer, arrival, { ...boxSizes(map), alignBytes: BOX_ALIGN_BYTES }, to => {
      const pieces = piecesOf(issuer, box, to);
      return pieces && { pieces, source: null, combine: map.roundsTo ? roundingToTf32 : null, fill: boxFill(map) };
    });
  });
}

/** `[map, {coordinates}], [box]{, policy}`. */
function storeTensor(form: Form, rank: number, reduces: boolean, mode: TensorCopyMode): Run {
  form.oneOf(['global']);
  form.oneOf(['shared::cta']);
  const reduction = reduces ? form.oneOf(REDUCTIONS) : null;
  const hints = form.take('L2::cache_hint') ? 1 : 0;
  form.finish();
  requireOperands(form, 2 + hints);
  const tensor = tensorOperand(form, form.operand(0), rank, mode, null);
  const from = addressOf(form, form.operand(1), 'shared');
  return eachLane(issuer => store(issuer, tensor, from, reduction));
}

function store(issuer: Issuer, tensor: TensorOperand, from: AccessForm, reduction: BulkReduction | null): void {
  const box = boxAt(issuer, tensor, true);
  if (box === null) return;
  const { map } = box.placed;
  const combine = reduction === null ? null : combineOfElements(reduction, map.type);
  if (reduction !== null && combine === null) {
    reportBadCopy(issuer, `there is no ${reduction} of ${map.type}`);
    return;
  }
  const source = sharedPlace(issuer, from, 'the box', boxSizes(map).sharedBytes, BOX_ALIGN_BYTES, true);
  const pieces = source && piecesOf(issuer, box, source);
  if (pieces !== null) issueLeaving(issuer, inWholeChunks(issuer, pieces), combine);
}

/**
 * An H200 stores or reduces a chunk of 16 bytes that the tensor's edge cuts as a whole, into the gap behind the row. Here it
 * stays within the buffer.
 */
function inWholeChunks({ warp }: Issuer, pieces: BulkPieces): BulkPieces {
  const { global } = warp.cta.grid;
  const { other, sizeBytes } = pieces;
  const insideBytes = pieces.insideBytes.map((inside, i) => {
    if (inside === 0 || inside === sizeBytes) return inside;
    const region = global.before(other[i])!;
    return Math.min(sizeBytes, region.byteOffset + region.sizeBytes - other[i]);
  });
  return { ...pieces, insideBytes };
}
