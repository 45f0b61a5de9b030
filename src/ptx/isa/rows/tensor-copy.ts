/** cp.async.bulk.tensor: copies of boxes between a tensor in device memory, which a tensor map describes, and shared memory. */
import type { AccessForm } from '../../machine/access-form.ts';
import { bulkCopiesOf } from '../../machine/bulk-copies.ts';
import type { Issuer } from '../../machine/bulk-copy.ts';
import { reportBadCopy } from '../../machine/bulk-faults.ts';
import { sharedPlace, tensorMapPlace } from '../../machine/bulk-places.ts';
import type { Run } from '../../machine/operation.ts';
import { boxFill, boxPieces, boxSizes } from '../../machine/tensor-box.ts';
import type { PlacedTensorMap } from '../../machine/tensor-map.ts';
import type { Operand } from '../../parse/ast.ts';
import type { Form } from '../form.ts';
import { addressForm, type SpaceName } from './address.ts';

/** Of a box in shared memory. */
const BOX_ALIGN_BYTES = 128;
const MBARRIER_BYTES = 8;
const CHUNK_BYTES = 16;

const place = (form: Form, operand: Operand, space: SpaceName): AccessForm =>
  addressForm(form, operand, space, { kind: 'copy', widthBytes: CHUNK_BYTES, values: [], elementBytes: CHUNK_BYTES });

/** `[map, {coordinates}]`. */
interface TensorOperand {
  readonly map: AccessForm;
  /** Slots, fastest dimension first. */
  readonly coordinates: readonly number[];
}

function tensorOperand(form: Form, operand: Operand, rank: number): TensorOperand {
  if (operand.kind !== 'vector') return form.refuse('needs a tensor map and coordinates');
  const [map, coordinates] = operand.elements;
  if (coordinates?.kind !== 'vector' || coordinates.elements.length !== rank) form.refuse(`needs ${rank} coordinates`);
  return {
    map: place(form, map, 'generic'),
    coordinates: coordinates.elements.map(element => form.source(element, 's32')),
  };
}

const DIMS = ['1d', '2d', '3d', '4d', '5d'] as const;

export function copyTensor(form: Form): Run {
  const rank = DIMS.indexOf(form.oneOf(DIMS)) + 1;
  form.oneOf(['tile'], 'tile');
  form.oneOf(['shared::cluster', 'shared::cta']);
  form.oneOf(['global']);
  form.oneOf(['mbarrier::complete_tx::bytes']);
  form.take('L2::cache_hint');
  form.finish();
  const to = place(form, form.operand(0), 'shared');
  const tensor = tensorOperand(form, form.operand(1), rank);
  const mbarrier = place(form, form.operand(2), 'shared');
  return (warp, operation, mask) => {
    for (let m = mask; m !== 0; m &= m - 1) {
      load({ warp, operation, lane: 31 - Math.clz32(m & -m) }, to, tensor, mbarrier);
    }
    return 0;
  };
}

function load(issuer: Issuer, to: AccessForm, tensor: TensorOperand, mbarrier: AccessForm): void {
  const source = boxOf(issuer, tensor);
  if (source === null) return;
  const { placed, start } = source;
  const { sharedBytes, transactionBytes } = boxSizes(placed.map);
  const box = sharedPlace(issuer, to, 'the box', sharedBytes, BOX_ALIGN_BYTES);
  const barrier = sharedPlace(issuer, mbarrier, 'the mbarrier', MBARRIER_BYTES, MBARRIER_BYTES);
  if (box === null || barrier === null) return;
  const { grid } = box.cta;
  if (box.cta.mbarriers.find({ ...issuer, byteOffset: barrier.byteOffset }) === null) return;
  const base = grid.sharedBaseBytes;
  bulkCopiesOf(box.cta).expect({
    issuer,
    pieces: boxPieces(placed, start, box.byteOffset + base, base),
    source: grid.global.memory.u8,
    sourceCta: null,
    fill: boxFill(placed.map),
    combine: null,
    mbarrier: barrier.byteOffset,
    transactionBytes,
  });
}

/** The map, and where in its tensor the box starts; null after a fault. */
function boxOf(issuer: Issuer, tensor: TensorOperand) {
  const { warp, lane } = issuer;
  const placed = tensorMapPlace(issuer, tensor.map);
  if (placed === null) return null;
  const start = tensor.coordinates.map(slot => warp.r[slot + lane]);
  const why = refusedStart(placed, start);
  if (why === null) return { placed, start };
  reportBadCopy(issuer, why);
  return null;
}

function refusedStart({ map }: PlacedTensorMap, start: readonly number[]): string | null {
  if (start.length !== map.dims.length)
    return `${start.length} coordinates for a tensor map of ${map.dims.length} dimensions`;
  const perChunk = Math.max(1, CHUNK_BYTES / boxSizes(map).unitBytes);
  if (start[0] % perChunk === 0) return null;
  return `the box starts at ${start[0]} along dimension 0, which must be a multiple of ${perChunk} (${CHUNK_BYTES} bytes)`;
}
