import { describe, expect, it } from 'vitest';
import { answerTo } from './ops/answer.ts';

const answer = (request: object) => answerTo(JSON.stringify({ op: 'tma.offsets', ...request }));
const request = { swizzle: '64B', rows: 2, innerBytes: 64, base: 128 };

describe('tma.offsets', () => {
  it('says where the copy engine puts each chunk, relative to the base', () => {
    expect(answer(request)).toEqual({
      ok: true,
      value: {
        offsets: [
          [16, 0, 48, 32],
          [80, 64, 112, 96],
        ],
      },
    });
    expect(answer({ swizzle: 'NONE', rows: 2, innerBytes: 32, base: 0 })).toMatchObject({
      value: {
        offsets: [
          [0, 16],
          [32, 48],
        ],
      },
    });
  });

  it.each<[object, string, string]>([
    [{ ...request, swizzle: '96B' }, 'wrongValue', 'swizzle'],
    [{ ...request, rows: '2' }, 'wrongValue', 'rows'],
    [{ ...request, innerBytes: undefined }, 'missingField', 'innerBytes'],
    [{ ...request, base: null }, 'wrongValue', 'base'],
    [{ ...request, base: 64 }, 'misaligned', 'base'],
    [{ ...request, innerBytes: 128 }, 'tooWide', 'innerBytes'],
    [{ ...request, rows: 10_000 }, 'tooLarge', 'rows'],
    [{ ...request, box: 1 }, 'unknownKey', 'box'],
  ])('names the field of %j', (wrong, code, field) => {
    expect(answer(wrong)).toMatchObject({ ok: false, error: { code, field } });
  });
});
