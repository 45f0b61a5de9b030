/** Wavefronts of one warp's access by padding: the bars in the rail. */

import { assert } from '../../base/assert.ts';
import { LANES } from '../../base/hardware.ts';
import type { Params } from '../../contract/param-field.ts';
import { bankCost, waysOf } from '../../model/banks/wavefronts.ts';
import { byteAddressOf } from '../../model/layout/tile-layout.ts';
import { tileLayout } from './geometry.ts';
import { fields, schema } from './params.ts';

export interface SweepPoint {
  readonly value: number;
  /** Elements from one tile row to the next. */
  readonly pitch: number;
  readonly wavefronts: number;
  /** Ways of the worst phase. */
  readonly ways: number;
}

/** Half a turn of the banks: the pattern repeats from there in reverse. */
const MOST_PAD = 16;

/** A warp that stores row 0 of the tile, or loads its column 0. */
export function sweepByPad(params: Params, side: 'store' | 'load'): readonly SweepPoint[] {
  const control = fields.find(field => field.name === 'pad')?.control;
  assert(control?.kind === 'range', 'the padding is a range');
  const p = schema.parse(params);
  const points: SweepPoint[] = [];
  for (let pad = control.min; pad <= Math.min(control.max, MOST_PAD); pad++) {
    const layout = tileLayout('padded', { ...p, pad });
    const addresses = Array.from({ length: LANES }, (_, lane) =>
      side === 'store' ? byteAddressOf(layout, 0, lane) : byteAddressOf(layout, lane, 0),
    );
    const cost = bankCost({ instruction: 'ld', widthBytes: layout.elementBytes, addresses });
    assert(cost.ok, 'the padding keeps every element aligned');
    points.push({
      value: pad,
      pitch: layout.pitchElements,
      wavefronts: cost.value.wavefronts,
      ways: waysOf(cost.value),
    });
  }
  return points;
}
