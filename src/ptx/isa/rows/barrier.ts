/** Barriers of CTAs and warps (PTX ISA, "Parallel Synchronization and Communication Instructions"). */
import { lowestBit32, popcount32 } from '../../../base/bits.ts';
import type { PredicateReduction } from '../../machine/barrier.ts';
import { briefly, FaultSignal, placeOf, whereWords } from '../../machine/faults.ts';
import type { Operation, Run } from '../../machine/operation.ts';
import type { Warp } from '../../machine/warp.ts';
import { releaseWarpSync } from '../../machine/warp-sync.ts';
import type { Form } from '../form.ts';
import { type Row, row } from '../row.ts';
import { lanesAlike } from './lanes-alike.ts';
import { leftOut } from './left-out.ts';
import { setPredicate } from './predicates.ts';

const P = 'Parallel Synchronization and Communication Instructions';
const ALL_LANES = -1;

/** `bar` is `barrier.cta` with `.aligned`: all threads of a warp execute the same one together. */
export function barrier(form: Form): Run {
  form.take('cta');
  if (form.take('warp')) return warpBarrier(form);
  const action = form.oneOf(['sync', 'arrive', 'red']);
  const aligned = form.take('aligned') || form.instruction.opcode === 'bar';
  if (action === 'red') return reducing(form, aligned);
  form.finish();
  const id = form.source(form.operand(0), 's32');
  const count = form.operandCount > 1 || action === 'arrive' ? form.source(form.operand(1), 's32') : null;
  return (warp, operation, mask) => {
    if (warp.separated(operation, mask)) return 0;
    if (aligned && !warp.gathered(operation, mask, ALL_LANES)) return 0;
    const lane = lowestBit32(mask);
    const number = barrierNumber(warp, operation, warp.r[id + lane]);
    const threads = count === null ? null : warp.r[count + lane];
    const { barriers } = warp.cta;
    if (aligned) noteLanesAway(warp, operation, mask);
    if (action === 'sync') barriers.sync(warp, operation, mask, number, threads);
    else barriers.arrive(warp, operation, mask, number, threads);
    return 0;
  };
}

/** CUDA asks that all threads of a block come to a barrier; PTX says what becomes of those that have exited. */
function noteLanesAway(warp: Warp, operation: Operation, mask: number): void {
  const away = warp.lanes & ~mask;
  if (away === 0) return;
  const { grid, number } = warp.cta;
  grid.log.reportHazardAt('barrier', operation.pc, operation.pc, () => {
    const place = placeOf(grid.files, operation);
    const who = { cta: number, warp: warp.index, lane: lowestBit32(away) };
    const message = `${whereWords(place, who)}: ${popcount32(away)} of the warp's ${popcount32(warp.lanes)} lanes have exited without coming to '${briefly(place.instruction)}'.`;
    return { kind: 'barrier', message, place, who, seen: EXITED_COUNT };
  });
}

const EXITED_COUNT =
  'PTX counts lanes that have exited as arrived, so the kernel goes on; CUDA asks that all threads of the block come to __syncthreads.';

function barrierNumber(warp: Warp, operation: Operation, id: number): number {
  if (id >= 0 && id < 16) return id;
  const place = placeOf(warp.cta.grid.files, operation);
  const who = { cta: warp.cta.number, warp: warp.index, lane: -1 };
  throw new FaultSignal({
    kind: 'barrier',
    message: `There is no barrier ${id}: numbers go from 0 to 15.`,
    place,
    who,
  });
}

/** `bar.red.op d, a{, b}, c`: d is the operation over the predicates c of all threads that take part. */
function reducing(form: Form, aligned: boolean): Run {
  const reduction: PredicateReduction = form.oneOf(['popc', 'and', 'or']);
  form.finish();
  const hasCount = form.operandCount === 4;
  const id = form.source(form.operand(1), 's32');
  const count = hasCount ? form.source(form.operand(2), 's32') : null;
  const predicate = form.predicate(form.operand(hasCount ? 3 : 2));
  form.operation.d = form.destination(form.operand(0), reduction === 'popc' ? 's32' : 'pred');
  const write = reduction === 'popc' ? writeCount : writeTruth;
  return (warp, operation, mask) => {
    if (warp.separated(operation, mask)) return 0;
    if (aligned && !warp.gathered(operation, mask, ALL_LANES)) return 0;
    const lane = lowestBit32(mask);
    const number = barrierNumber(warp, operation, warp.r[id + lane]);
    const { barriers } = warp.cta;
    if (aligned) noteLanesAway(warp, operation, mask);
    barriers.reduce(warp, number, mask, warp.r[predicate], { operation, mask, write, reduction });
    barriers.sync(warp, operation, mask, number, count === null ? null : warp.r[count + lane]);
    return 0;
  };
}

function writeCount({ r }: Warp, { d }: Operation, mask: number, result: number): void {
  for (let m = mask; m !== 0; m &= m - 1) r[d + lowestBit32(m)] = result;
}

const writeTruth = ({ r }: Warp, { d }: Operation, mask: number, result: number): void =>
  setPredicate(r, d, result === 1 ? -1 : 0, mask);

/** `bar.warp.sync members`: lanes may arrive by different instructions, with the same members. */
function warpBarrier(form: Form): Run {
  form.oneOf(['sync']);
  form.finish();
  const members = form.source(form.operand(0), 's32');
  return (warp, operation, mask) => {
    if (warp.separated(operation, mask)) return 0;
    const wanted = membersToWaitFor(warp, members, mask);
    const outside = lanesAlike(warp.r, members, mask) & ~warp.r[members + lowestBit32(mask)];
    if (outside !== 0) leftOut(warp, operation, outside, warp.r[members + lowestBit32(mask)]);
    for (let rest = mask; rest !== 0; rest &= ~lanesAlike(warp.r, members, rest)) {
      const isOther = warp.r[members + lowestBit32(rest)] !== wanted;
      if (isOther) warp.cta.watch?.warpSynchronised(warp, lanesAlike(warp.r, members, rest));
    }
    warp.park({ kind: 'warpSync', members: wanted, at: operation });
    releaseWarpSync(warp, wanted, mask);
    return 0;
  };
}

/** Lanes of several member masks arrive together, as tiles of a warp do: the first mask that lacks lanes is waited for. */
function membersToWaitFor({ r, live }: Warp, members: number, mask: number): number {
  let wanted = r[members + lowestBit32(mask)];
  for (let rest = mask; rest !== 0; rest &= ~lanesAlike(r, members, rest)) {
    wanted = r[members + lowestBit32(rest)];
    if ((wanted & live & ~mask) !== 0) break;
  }
  return wanted;
}

export const BARRIER_ROWS: readonly Row[] = [
  row('bar', { types: [['u32', 'pred']], class: 'barrier', section: `${P}: bar; bar.warp.sync`, decode: barrier }),
];
