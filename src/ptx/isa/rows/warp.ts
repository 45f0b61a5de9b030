/** Shuffles, votes and elections. All lanes of the member mask must meet at the instruction. */
import { lowestBit32 } from '../../../base/bits.ts';
import { toldOf } from '../../machine/faults.ts';
import { NO_SLOT, type Operation, type Run } from '../../machine/operation.ts';
import { openWord } from '../../machine/undefined-words.ts';
import type { Warp } from '../../machine/warp.ts';
import type { Form } from '../form.ts';
import { type Row, row } from '../row.ts';
import { bindTarget, collective } from './collective.ts';
import { setPredicate } from './predicates.ts';

const P = 'Parallel Synchronization and Communication Instructions';
const D = 'Data Movement and Conversion Instructions';

type Shuffle = 'up' | 'down' | 'bfly' | 'idx';

const SOURCE_LANE: Readonly<Record<Shuffle, (lane: number, b: number, least: number, clampTo: number) => number>> = {
  up: (lane, b) => lane - b,
  down: (lane, b) => lane + b,
  bfly: (lane, b) => lane ^ b,
  idx: (_lane, b, least, clampTo) => least | (b & ~clampTo & 31),
};

/** What lanes bring to an exchange. */
const brought = new Int32Array(32);

/** The predicates that lanes vote with, one bit each. */
const votes = new Int32Array(1);

const bring = ({ r }: Warp, { a }: Operation, mask: number): void => {
  for (let m = mask; m !== 0; m &= m - 1) brought[lowestBit32(m)] = r[a + lowestBit32(m)];
};

/** `shfl.sync.mode d|p, a, b, c, members`; c holds the clamp in bits 0-4 and the segment mask in bits 8-12. */
function shuffle(form: Form): Run {
  form.oneOf(['sync']);
  const mode = form.oneOf(['up', 'down', 'bfly', 'idx']);
  form.finish();
  const inRange = bindTarget(form);
  const o = form.operation;
  o.a = form.source(form.operand(1), 's32');
  o.b = form.source(form.operand(2), 's32');
  o.c = form.source(form.operand(3), 's32');
  return collective(form, 4, {
    offer: bring,
    take: (warp, operation, mask, all) => {
      const inside = takeShuffled(warp, operation, mask, all, mode);
      if (inRange !== NO_SLOT) setPredicate(warp.r, inRange, inside, mask);
    },
  });
}

/** Returns the lanes whose source lane lies in their segment; the others keep their own value. */
function takeShuffled(warp: Warp, operation: Operation, mask: number, all: number, mode: Shuffle): number {
  const { r } = warp;
  const { d, a, b, c } = operation;
  const source = SOURCE_LANE[mode];
  let inside = 0;
  for (let m = mask; m !== 0; m &= m - 1) {
    const lane = lowestBit32(m);
    const control = r[c + lane];
    const segment = (control >>> 8) & 31;
    const least = lane & segment;
    const last = least | (control & 31 & ~segment);
    const from = source(lane, r[b + lane] & 31, least, segment);
    const fits = mode === 'up' ? from >= last : from <= last;
    if (fits) inside |= 1 << lane;
    const away = fits && ((all >>> from) & 1) === 0;
    r[d + lane] = away ? r[a + from] : brought[fits ? from : lane];
    if (away) readAway(warp, operation, lane, from);
  }
  return inside;
}

/** Reports a value from a lane that does not take part: it is undefined. */
function readAway(warp: Warp, operation: Operation, lane: number, from: number): void {
  const { grid } = warp.cta;
  const at = operation.d + lane;
  if (grid.undefinedWords.inRegisters !== 0) warp.r[at] = openWord(grid.undefinedWords, at);
  grid.log.reportDoubtAt('memberMask', operation.pc, operation.pc, () => {
    const why =
      (warp.live >>> from) & 1 ? 'does not take part' : (warp.lanes >>> from) & 1 ? 'has exited' : 'is absent';
    const says = `reads from lane ${from}, which ${why}: the value is undefined, and the outcome depends on it`;
    return { kind: 'memberMask', ...toldOf(warp, operation, lane, says) };
  });
}

function vote(form: Form): Run {
  form.oneOf(['sync']);
  const mode = form.oneOf(['all', 'any', 'uni', 'ballot']);
  form.finish();
  const ballot = mode === 'ballot';
  form.operation.d = form.destination(form.operand(0), ballot ? 's32' : 'pred');
  const predicate = form.predicate(form.operand(1));
  return collective(form, 2, {
    offer: ({ r }, _operation, mask) => setPredicate(votes, 0, r[predicate], mask),
    take: ({ r }, { d }, mask, all) => {
      const bits = votes[0] & all;
      if (ballot) for (let m = mask; m !== 0; m &= m - 1) r[d + lowestBit32(m)] = bits;
      else {
        const truth = mode === 'any' ? bits !== 0 : mode === 'all' ? bits === all : bits === 0 || bits === all;
        setPredicate(r, d, truth ? -1 : 0, mask);
      }
    },
  });
}

/** `elect.sync d|p, members`. Which lane leads is up to the machine; here the lowest. */
function elect(form: Form): Run {
  form.oneOf(['sync']);
  form.finish();
  const target = form.operand(0);
  if (target.kind !== 'pair') return form.refuse('needs a destination d|p');
  form.operation.d = form.destination(target.first, 's32');
  const leads = form.destination(target.second, 'pred');
  return collective(form, 1, {
    offer: () => {},
    take: ({ r }, { d }, mask, all) => {
      const leader = lowestBit32(all);
      for (let m = mask; m !== 0; m &= m - 1) r[d + lowestBit32(m)] = leader;
      setPredicate(r, leads, 1 << leader, mask);
    },
  });
}

function activeMask(form: Form): Run {
  form.finish();
  form.operation.d = form.destination(form.operand(0), 's32');
  return ({ r }, { d }, mask) => {
    for (let m = mask; m !== 0; m &= m - 1) r[d + lowestBit32(m)] = mask;
    return 0;
  };
}

export const WARP_ROWS: readonly Row[] = [
  row('shfl', { types: [['b32']], class: 'warp', section: `${D}: shfl.sync`, decode: shuffle }),
  row('vote', { types: [['pred', 'b32']], class: 'warp', section: `${P}: vote.sync`, decode: vote }),
  row('elect', { class: 'warp', section: `${P}: elect.sync`, decode: elect }),
  row('activemask', { types: [['b32']], class: 'warp', section: `${P}: activemask`, decode: activeMask }),
];
