/** `tma.offsets`: where the copy engine puts each 16-byte chunk of a box. */
import { ok } from '../../src/base/result.ts';
import { chunkOffsets } from '../../src/model/tma/tile.ts';
import { SWIZZLE_MODES } from '../../src/trace/launch.ts';
import { type Op, type OpAnswer, oneOf, wrongField } from './op.ts';

export const tmaOffsets: Op = {
  name: 'tma.offsets',
  keys: ['swizzle', 'rows', 'innerBytes', 'base'],
  answer(request): OpAnswer {
    const swizzle = oneOf(request, 'swizzle', ['NONE', ...SWIZZLE_MODES]);
    if (!swizzle.ok) return swizzle;
    const mode = swizzle.value === 'NONE' ? 'none' : swizzle.value;
    const { rows, innerBytes, base } = request;
    if (typeof rows !== 'number') return wrongField('rows', rows, 'a number of rows');
    if (typeof innerBytes !== 'number') return wrongField('innerBytes', innerBytes, 'a number of bytes');
    if (typeof base !== 'number') return wrongField('base', base, 'a byte address in shared memory');
    const offsets = chunkOffsets({ mode, rows, rowBytes: innerBytes, base });
    return offsets.ok ? ok({ offsets: offsets.value }) : offsets;
  },
};
