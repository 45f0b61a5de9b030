/** A launch whose kernel gets the map of a copy: the tensor, room for the tile, and the map itself. */
import { WORD_BYTES } from '../../base/hardware.ts';
import { ELEMENT_BYTES, type Launch } from '../../trace/launch.ts';
import { boxShape } from './box.ts';
import { extentBytes } from './box-bytes.ts';
import type { BoxCopy } from './box-copy.ts';

/** The copy must break no rule. The tensor's elements hold their own numbers, as far as their type can count. */
export function copyLaunch(copy: BoxCopy): Launch {
  const { map } = copy;
  const { sharedBytes } = boxShape(map);
  const length = Math.ceil(extentBytes(copy) / ELEMENT_BYTES[map.type]);
  return {
    grid: [1, 1, 1],
    block: [128, 1, 1],
    dynamicSharedBytes: copy.base + sharedBytes,
    buffers: [
      { name: 'tensor', type: map.type, length, init: { kind: 'iota' }, output: copy.direction === 'store' },
      { name: 'tile', type: 'u32', length: sharedBytes / WORD_BYTES, init: { kind: 'poison' }, output: true },
    ],
    params: [
      { kind: 'tensorMap', pass: 'value', buffer: 'tensor', ...map },
      { kind: 'pointer', buffer: 'tile' },
    ],
  };
}
