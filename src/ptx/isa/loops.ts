/**
 * Effects as loops over the lanes of a warp. Hot effects have a generated loop (`handlers.generated.ts`), in which the
 * engine inlines the effect; anything else, such as an effect with a rare modifier wrapped around it, runs in the plain
 * loop below. Both mean the same: a test runs every effect through both.
 */
import { BF16, decodeFloat, encodeFloat, F16, type FloatFormat } from '../../base/float-formats.ts';
import type { Lanes, Slots } from '../machine/operation.ts';
import { CORE_HANDLERS } from './core-handlers.generated.ts';
import { type Effect, isPacked, type PackedKind, type SingleKind, type ValueKind } from './effect.ts';
import type { EffectSet, Loop } from './effect-set.ts';
import { EFFECTS, type EffectName } from './effects.ts';
import { doubleOfWords, highWordOfDouble, lowWordOfDouble } from './float.ts';
import { HANDLERS } from './handlers.generated.ts';
import { keepsNan, writeNan } from './nan.ts';

const LOOPS: Readonly<Record<EffectName, Loop>> = { ...CORE_HANDLERS, ...HANDLERS };

const GENERATED = new Map<Effect, Loop>(
  (Object.keys(EFFECTS) as EffectName[]).map(name => [EFFECTS[name], LOOPS[name]]),
);

/** All effects. A loop ignores the warp's other state, so it is an operation's `run` as it stands. */
export const ALL_EFFECTS: EffectSet = {
  named: name => EFFECTS[name as EffectName] as Effect | undefined,
  loopOf: effect => GENERATED.get(effect) ?? plainLoop(effect),
};

type Read = (lanes: Lanes, slot: number, lane: number) => number;
const READ: Readonly<Record<Exclude<SingleKind, 'b64'>, Read>> = {
  pred: ({ r }, s, l) => (r[s] >>> l) & 1,
  u8: ({ r }, s, l) => r[s + l] & 0xff,
  s8: ({ r }, s, l) => (r[s + l] << 24) >> 24,
  u16: ({ r }, s, l) => r[s + l] & 0xffff,
  s16: ({ r }, s, l) => (r[s + l] << 16) >> 16,
  s32: ({ r }, s, l) => r[s + l],
  u32: ({ u }, s, l) => u[s + l],
  f16: ({ r }, s, l) => decodeFloat(F16, r[s + l]),
  bf16: ({ r }, s, l) => decodeFloat(BF16, r[s + l]),
  f32: ({ f }, s, l) => f[s + l],
  f64: ({ r }, s, l) => doubleOfWords(r[s + l], r[s + l + 32]),
};

/** The canonical f32 NaN of the machines. */
const NAN_BITS = 0x7fffffff;

type Write = (lanes: Lanes, at: number, value: number) => void;
const WRITE: Readonly<Record<Exclude<SingleKind, 'b64' | 'pred'>, Write>> = {
  u8: ({ r }, at, v) => {
    r[at] = v & 0xff;
  },
  s8: ({ r }, at, v) => {
    r[at] = (v << 24) >> 24;
  },
  u16: ({ r }, at, v) => {
    r[at] = v & 0xffff;
  },
  s16: ({ r }, at, v) => {
    r[at] = v & 0xffff;
  },
  s32: ({ r }, at, v) => {
    r[at] = v;
  },
  u32: ({ r }, at, v) => {
    r[at] = v;
  },
  f16: ({ r }, at, v) => {
    r[at] = encodeFloat(F16, v);
  },
  bf16: ({ r }, at, v) => {
    r[at] = encodeFloat(BF16, v);
  },
  f32: ({ r, f }, at, v) => {
    if (!Number.isNaN(v)) f[at] = v;
    else r[at] = NAN_BITS;
  },
  f64: ({ r }, at, v) => {
    r[at] = lowWordOfDouble(v);
    r[at + 32] = highWordOfDouble(v);
  },
};

/** Both elements of each lane, where an element of f32 has a plane of its own and one of 16 bits half a word. */
function packedLoop(kind: PackedKind, { from, run }: Effect): Loop {
  const read: Read =
    kind === 'f32x2' ? READ.f32 : ({ r }, s, l) => decodeFloat(formatOf(kind), r[s + (l & 31)] >>> ((l >> 5) * 16));
  const compute = (lanes: Lanes, { a, b, c }: Slots, at: number): number =>
    run(read(lanes, a, at), from.length > 1 ? read(lanes, b, at) : 0, from.length > 2 ? read(lanes, c, at) : 0);
  return (lanes, slots, mask) => {
    for (let m = mask; m !== 0; m &= m - 1) {
      const lane = 31 - Math.clz32(m & -m);
      const [low, high] = [compute(lanes, slots, lane), compute(lanes, slots, lane + 32)];
      if (kind === 'f32x2') {
        WRITE.f32(lanes, slots.d + lane, low);
        WRITE.f32(lanes, slots.d + lane + 32, high);
      } else {
        const format = formatOf(kind);
        lanes.r[slots.d + lane] = encodeFloat(format, low) | (encodeFloat(format, high) << 16);
      }
    }
    return 0;
  };
}

const formatOf = (kind: 'f16x2' | 'bf16x2'): FloatFormat => (kind === 'f16x2' ? F16 : BF16);

export function plainLoop(effect: Effect): Loop {
  return isPacked(effect.to) ? packedLoop(effect.to, effect) : singleLoop(effect);
}

function singleLoop(effect: Effect): Loop {
  const { from, run } = effect;
  const values = [0, 0, 0, 0, 0, 0];
  const load = loader(from, values);
  const store = storer(effect, values);
  return (lanes, slots, mask) => {
    let bits = 0;
    for (let m = mask; m !== 0; m &= m - 1) {
      const lane = 31 - Math.clz32(m & -m);
      load(lanes, slots, lane);
      const value = run(values[0], values[1], values[2], values[3], values[4], values[5]);
      bits |= store(lanes, slots, lane, value);
    }
    return bits;
  };
}

/** Reads a lane's arguments into `values`; a `b64` is two of them. */
function loader(from: readonly ValueKind[], values: number[]): (lanes: Lanes, slots: Slots, lane: number) => void {
  return (lanes, { a, b, c, e }, lane) => {
    let n = 0;
    for (let i = 0; i < from.length; i++) {
      const slot = i === 0 ? a : i === 1 ? b : i === 2 ? c : e;
      const kind = from[i] as SingleKind;
      if (kind !== 'b64') values[n++] = READ[kind](lanes, slot, lane);
      else {
        values[n++] = lanes.r[slot + lane];
        values[n++] = lanes.r[slot + 32 + lane];
      }
    }
  };
}

/** Stores a lane's result, given its arguments. Returns the bit of a predicate, which the caller stores. */
function storer(
  effect: Effect,
  values: readonly number[],
): (lanes: Lanes, slots: Slots, lane: number, value: number) => number {
  const { to, high } = effect;
  if (to === 'pred') return (_lanes, _slots, lane, value) => value << lane;
  if (to === 'b64') {
    return ({ r }, { d }, lane, value) => {
      r[d + lane] = value;
      r[d + 32 + lane] = high!(values[0], values[1], values[2], values[3], values[4], values[5]);
      return 0;
    };
  }
  const write = WRITE[to as keyof typeof WRITE];
  const keeps = keepsNan(effect);
  return (lanes, slots, lane, value) => {
    if (keeps && Number.isNaN(value)) writeNan(effect, lanes, slots, lane);
    else write(lanes, slots.d + lane, value);
    return 0;
  };
}
