/** All effects, by name. A double name would lose one silently, so the parts are joined with a check. */
import type { Effect } from './effect.ts';
import { BITS64 } from './effects/bits64.ts';
import { CARRY } from './effects/carry.ts';
import { COMPARE } from './effects/compare.ts';
import { CONVERT } from './effects/convert.ts';
import { CORE } from './effects/core.ts';
import { FLOAT } from './effects/float.ts';
import { INTEGER32 } from './effects/integer32.ts';
import { INTEGER64 } from './effects/integer64.ts';

const PARTS = [CORE, INTEGER32, INTEGER64, BITS64, CARRY, FLOAT, COMPARE, CONVERT] as const;

export type EffectName =
  | keyof typeof CORE
  | keyof typeof INTEGER32
  | keyof typeof INTEGER64
  | keyof typeof BITS64
  | keyof typeof CARRY
  | keyof typeof FLOAT
  | keyof typeof COMPARE
  | keyof typeof CONVERT;

function join(parts: readonly Readonly<Record<string, Effect>>[]): Readonly<Record<EffectName, Effect>> {
  const all: Partial<Record<EffectName, Effect>> = {};
  for (const part of parts) {
    for (const [name, entry] of Object.entries(part) as [EffectName, Effect][]) {
      if (name in all) throw new Error(`two effects are called ${name}`);
      all[name] = entry;
    }
  }
  return all as Record<EffectName, Effect>;
}

export const EFFECTS = join(PARTS);
