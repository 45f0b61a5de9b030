/** What the bits of a shared address say, in brackets above them: which line, row, bank, chunk, word and byte. */
import { pitchBytes } from '../../model/swizzle/tile.ts';
import type { XorBitsRecords } from '../swizzle/records.ts';
import { bitsBox, LEVEL_PX, type XorBitsFrame, type XorBitsPen } from './frame.ts';

interface Field {
  readonly name: string;
  readonly high: number;
  readonly low: number;
  readonly level: 0 | 1;
}

function fieldsOf(frame: XorBitsFrame, { tile, unit }: XorBitsRecords): Field[] {
  const row = Math.log2(pitchBytes(tile));
  const isRow = Number.isInteger(row) && row >= 7 && row <= frame.top;
  return [
    { name: 'line', high: frame.top, low: 7, level: 0 },
    { name: 'bank', high: 6, low: 2, level: 0 },
    { name: 'byte', high: 1, low: 0, level: 0 },
    ...(isRow ? [{ name: 'row', high: frame.top, low: row, level: 1 } as const] : []),
    { name: 'chunk', high: 6, low: 4, level: 1 },
    { name: 'word', high: 3, low: 2, level: 1 },
    ...(unit === 'bits' ? [{ name: 'bit', high: -1, low: -3, level: 0 } as const] : []),
  ];
}

export function drawFields({ scene, frame, theme, textScale, records }: XorBitsPen): void {
  for (const { name, high, low, level } of fieldsOf(frame, records)) {
    const y = (level + 1) * LEVEL_PX * textScale;
    const { x, width } = bitsBox(frame, high, low, y, 0);
    const stroke = theme.lineStrong;
    scene.path(`M${x + 2} ${y}V${y - 4}H${x + width - 2}V${y}`, { stroke, width: 1.2 });
    scene.text(x + width / 2, y - 7 * textScale, name, theme.ink2, { anchor: 'middle', size: 11 * textScale });
  }
}
