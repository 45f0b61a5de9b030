/** The records of a variant's pictures, for the page and for files. */
import type { Axes } from '../../model/permute/axis-language.ts';
import type { ColourBy } from '../../pictures/records.ts';
import type { AccessSide } from '../../trace/access-trace.ts';
import { type BlockView, chosenRequest } from './block-records.ts';

interface Shown {
  readonly side: AccessSide;
  readonly colourBy: ColourBy;
  readonly axes: Readonly<Record<'input' | 'output', Axes>>;
  readonly lineCount: number;
}

export function blockPictureRecords(drawn: BlockView, { side, colourBy, axes, lineCount }: Shown) {
  const { block, request, predicted } = drawn;
  const told = { request, predicted };
  return {
    memory: { block, side, lineCount, ...told },
    card: request && { layout: null, request, predicted, rows: 'wavefronts' as const },
    input: { block, shown: 'input' as const, axes: axes.input, colourBy, ...told },
    output: { block, shown: 'output' as const, axes: axes.output, colourBy, ...told },
    loop: { block, side, chosen: chosenRequest(side, drawn) },
  };
}
