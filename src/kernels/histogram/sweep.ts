/** Wavefronts of one warp's round by the padding of the copies: the bars in the rail. */

import { assert } from '../../base/assert.ts';
import { LANES, WORD_BYTES } from '../../base/hardware.ts';
import type { Params } from '../../contract/param-field.ts';
import { bankCost, waysOf } from '../../model/banks/wavefronts.ts';
import { byteAddressOf } from '../../model/layout/tile-layout.ts';
import { countsLayout } from './geometry.ts';
import { binsOf } from './launch.ts';
import { fields, schema } from './params.ts';

/** The first warp of the first CTA in its first round; what a warp loads runs along the bins, whatever the padding. */
export function sweepByPad(params: Params, side: 'store' | 'load') {
  const control = fields.find(field => field.name === 'pad')?.control;
  assert(control?.kind === 'range', 'the padding is a range');
  const p = schema.parse(params);
  const bins = binsOf(p);
  return Array.from({ length: control.max - control.min + 1 }, (_, i) => {
    const value = control.min + i;
    const layout = countsLayout('shared-replicated', { ...p, pad: value });
    const addresses = Array.from({ length: LANES }, (_, lane) => {
      if (side === 'load') return byteAddressOf(layout, 0, lane);
      return lane < bins.length ? byteAddressOf(layout, lane % layout.rows, bins[lane]) : null;
    });
    const cost = bankCost({ instruction: side === 'load' ? 'ld' : 'atom', widthBytes: WORD_BYTES, addresses });
    assert(cost.ok, 'every word is aligned');
    return { value, pitch: layout.pitchElements, wavefronts: cost.value.wavefronts, ways: waysOf(cost.value) };
  });
}
