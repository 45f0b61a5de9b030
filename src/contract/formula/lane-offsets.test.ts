import { describe, expect, test } from 'vitest';
import { laneOffsets } from './lane-offsets.ts';

describe('a table of lanes', () => {
  test('is a list, or a formula', () => {
    const list = laneOffsets('0, 128, -, 0x180');
    expect(list.ok && list.value.slice(0, 5)).toEqual([0, 128, null, 384, null]);
    const formula = laneOffsets('(lane % 8) * 128 + (lane // 8) * 16');
    expect(formula.ok && [formula.value[9], formula.value.length]).toEqual([144, 32]);
  });
  test.each([
    [Array.from({ length: 33 }, () => '4').join(' '), '33 numbers; a warp has 32 lanes'],
    ['lane - 3', 'lane 0: -3 lies before the start'],
    ['row', /no scalar 'row'; known are i, lane/],
  ])('is refused with the reason: %s', (text, why) => {
    const table = laneOffsets(text);
    expect(table.ok ? '' : table.error).toEqual(typeof why === 'string' ? why : expect.stringMatching(why));
  });
});
