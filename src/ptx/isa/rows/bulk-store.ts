/** st.bulk: one thread writes zeros to a stretch of its CTA's shared memory, as so many stores of 8 bytes. */
import { access } from '../../machine/access.ts';
import { AccessForm } from '../../machine/access-form.ts';
import { reportBadCopy } from '../../machine/bulk-faults.ts';
import { sharedPlace } from '../../machine/bulk-places.ts';
import type { Move } from '../../machine/lane-move.ts';
import type { Run } from '../../machine/operation.ts';
import type { Form } from '../form.ts';
import { addressOf, eachLane } from './bulk-operands.ts';

const PIECE_BYTES = 8;
const MOST_BYTES = 2 ** 24;

/** `[to], size, 0`: a 64-bit size. The address may be a generic one. */
export function storeBulk(form: Form): Run {
  form.take('weak');
  const to = addressOf(form, form.operand(0), form.take('shared::cta') ? 'shared' : 'generic');
  form.finish();
  const zero = form.operand(2);
  if (zero.kind !== 'integer' || zero.value !== 0n) form.refuse('writes nothing but the constant 0');
  const size = form.source(form.operand(1), 'b64');
  const address = form.link.rowPlanes;
  const values = [form.source({ kind: 'integer', value: 0n }, 'b64')];
  const shape = { kind: 'store', widthBytes: PIECE_BYTES, values, elementBytes: PIECE_BYTES, effect: 'write' } as const;
  const piece = new AccessForm({ ...to, ...shape, space: 'shared', address, byteOffset: 0, isWide: false });
  return eachLane(issuer => {
    const { warp, operation, lane } = issuer;
    const bytes = warp.u[size + lane] + warp.u[size + 32 + lane] * 2 ** 32;
    if (bytes % PIECE_BYTES !== 0 || bytes > MOST_BYTES) {
      reportBadCopy(issuer, `${bytes} bytes: it writes a multiple of ${PIECE_BYTES}, at most ${MOST_BYTES}`);
      return;
    }
    const place = sharedPlace(issuer, to, 'the stretch', bytes, PIECE_BYTES, true);
    if (place === null) return;
    const start = place.cta.sharedBase + place.byteOffset;
    for (let offset = 0; offset < bytes; offset += PIECE_BYTES) {
      warp.r[address + lane] = start + offset;
      access(warp, operation, piece, 1 << lane, writeZeros);
    }
    warp.cta.grid.events++;
  });
}

const writeZeros: Move = ({ at }, _operation, { i32 }, mask) => {
  const first = at[31 - Math.clz32(mask)] >> 2;
  i32.fill(0, first, first + PIECE_BYTES / 4);
};
