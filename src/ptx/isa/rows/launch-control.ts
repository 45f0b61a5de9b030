/**
 * clusterlaunchcontrol: a CTA asks for the work of a cluster that has not started yet. Here the answer is always no, as on a GPU where all
 * have started: each CTA does its own work, and the loop over the work of others ends.
 */
import { CHUNK_BYTES } from '../../../base/hardware.ts';
import type { Run } from '../../machine/operation.ts';
import type { Form } from '../form.ts';
import { type Row, row } from '../row.ts';
import { fromRegisters } from './async-store.ts';
import { arrivalOf, eachLane, issueArriving } from './bulk-operands.ts';
import { setPredicate } from './predicates.ts';

/** An answer: a bit that says yes, and the coordinates of the cluster's first CTA in the words behind. */
const NO = new Uint8Array(CHUNK_BYTES);
const ANSWER_SIZES = { sharedBytes: CHUNK_BYTES, alignBytes: CHUNK_BYTES, transactionBytes: CHUNK_BYTES };

/** `[answer], [mbarrier]`. `.multicast::cluster::all`: the same places in each CTA of the cluster. */
function ask(form: Form): Run {
  form.oneOf(['async']);
  form.oneOf(['mbarrier::complete_tx::bytes']);
  form.take('shared::cta');
  const isForAll = form.take('multicast::cluster::all');
  form.finish();
  const arrival = { ...arrivalOf(form, 'shared::cta', 1, false), isForAll };
  return eachLane(issuer =>
    issueArriving(issuer, arrival, ANSWER_SIZES, ({ byteOffset }) => ({
      ...{ pieces: fromRegisters(byteOffset, CHUNK_BYTES), source: null, combine: null, fill: NO },
    })),
  );
}

const COORDINATES = ['get_first_ctaid::x', 'get_first_ctaid::y', 'get_first_ctaid::z'] as const;

/** What an answer says; the coordinates mean nothing where it is no. */
function read(form: Form): Run {
  const answer = form.source(form.operand(1), 'b128');
  if (form.take('is_canceled')) {
    form.finish();
    const target = form.destination(form.operand(0), 'pred');
    return ({ r }, _operation, mask) => {
      let bits = 0;
      for (let m = mask; m !== 0; m &= m - 1) {
        const lane = 31 - Math.clz32(m & -m);
        bits |= (r[answer + lane] & 1) << lane;
      }
      setPredicate(r, target, bits, mask);
      return 0;
    };
  }
  const targets = coordinateSlots(form);
  form.finish();
  return ({ r }, _operation, mask) => {
    for (const { slot, coordinate } of targets) {
      for (let m = mask; m !== 0; m &= m - 1) {
        const lane = 31 - Math.clz32(m & -m);
        r[slot + lane] = r[answer + 32 * (coordinate + 1) + lane];
      }
    }
    return 0;
  };
}

/** The fourth register of a vector of all keeps its value. */
function coordinateSlots(form: Form) {
  const target = form.operand(0);
  if (!form.take('get_first_ctaid'))
    return [{ slot: form.destination(target, 's32'), coordinate: COORDINATES.indexOf(form.oneOf(COORDINATES)) }];
  form.oneOf(['v4']);
  if (target.kind !== 'vector' || target.elements.length !== 4) return form.refuse('needs a vector of 4');
  return target.elements
    .slice(0, COORDINATES.length)
    .map((element, coordinate) => ({ slot: form.destination(element, 's32'), coordinate }));
}

export const LAUNCH_CONTROL_ROWS: readonly Row[] = [
  row('clusterlaunchcontrol', {
    types: [['b128', 'pred', 'b32'], ['b128']],
    class: 'barrier',
    section: 'Parallel Synchronization and Communication Instructions: clusterlaunchcontrol',
    decode: form => (form.oneOf(['try_cancel', 'query_cancel']) === 'try_cancel' ? ask(form) : read(form)),
  }),
];
