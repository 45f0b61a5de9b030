/** Checks that the page reads what it prints, and calls as people write them. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ELEMENT_TYPES, SWIZZLE_MODES } from '../../trace/launch.ts';
import { copyOfState } from '../kit/tensor-map/copy-of-state.ts';
import { FILLS, INTERLEAVES, PROMOTIONS, tensorMapLink } from '../links/tensor-map.ts';
import { textOf } from './code-panel.tsx';
import { readMap } from './paste.ts';
import { PRESETS } from './presets.ts';

/** The driver has no signed 8- and 16-bit integers and no 8-bit floats: they come back as what it takes them for. */
const TAKEN_FOR: Readonly<Record<string, string>> = { s8: 'u8', e4m3: 'u8', e5m2: 'u8', s16: 'u16' };

const states = fc.integer({ min: 1, max: 5 }).chain(rank => {
  const list = (min: number, max: number) => fc.array(fc.integer({ min, max }), { minLength: rank, maxLength: rank });
  return fc
    .record({
      type: fc.constantFrom(...ELEMENT_TYPES),
      dims: list(1, 500),
      box: list(1, 20),
      elementStrides: list(1, 8),
      interleave: fc.constantFrom(...INTERLEAVES),
      swizzle: fc.constantFrom(...SWIZZLE_MODES),
      promotion: fc.constantFrom(...PROMOTIONS),
      fill: fc.constantFrom(...FILLS),
      start: list(0, 0),
    })
    .map(each => ({ ...tensorMapLink.defaults, ...each, down: Math.min(1, rank - 1) }));
});

test('what is printed as C++ or JSON is read again', () => {
  fc.assert(
    fc.property(states, state => {
      const shown = copyOfState(state);
      const { map } = shown.copy;
      expect(readMap(textOf(shown, 'launch'))).toEqual({ ok: true, value: map });
      const taken = { ...map, type: TAKEN_FOR[map.type] ?? map.type };
      expect(readMap(textOf(shown, 'encode'))).toEqual({ ok: true, value: taken });
    }),
    { numRuns: 60 },
  );
});

const CALL = `
// cuTensorMapEncodeTiled(nothing)
constexpr int BLOCK_K = 64, BLOCK_M = BLOCK_K * 2;
#define ROWS 4096
auto swizzle = CU_TENSOR_MAP_SWIZZLE_128B;
uint64_t shape[5] = {(uint64_t)8192, ROWS};
std::array<cuuint64_t, 1> stride{{8192ull * sizeof(__nv_bfloat16)}};
uint32_t box[] = {BLOCK_K, static_cast<uint32_t>(BLOCK_M)}, step[] = {1, 1};
CHECK(cuTensorMapEncodeTiled_p(&map, CUtensorMapDataType::CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, (void *)gmem,
  shape, stride.data(), &box[0], step, CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle /* as wgmma wants it */,
  CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
`;

test('a call as people write it', () => {
  expect(readMap(CALL)).toEqual({
    ok: true,
    value: {
      type: 'bf16',
      dims: [8192, 4096],
      stridesBytes: [16384],
      box: [64, 128],
      elementStrides: [1, 1],
      interleave: 'none',
      swizzle: '128B',
      l2Promotion: '128B',
      oobFill: 'zero',
    },
  });
});

describe('what cannot be read is said', () => {
  test.each<[string, string, RegExp]>([
    ['no call', 'cuTensorMapReplaceAddress(map, p);', /No call of cuTensorMapEncodeTiled/],
    ['an unknown name', CALL.replace('#define ROWS 4096', ''), /ROWS: its value is not in the text/],
    ['a name that needs itself', CALL.replace('ROWS 4096', 'ROWS ROWS + 1'), /ROWS: its value/],
    ['a type that is not drawn', CALL.replace('BFLOAT16,', 'TFLOAT32,'), /expected a CU_TENSOR_MAP_DATA_TYPE_/],
    ['a mode that is not drawn', CALL.replace('SWIZZLE_128B', 'SWIZZLE_96B'), /expected a CU_TENSOR_MAP_SWIZZLE_/],
    ['no list', CALL.replace('step[] =', 'steps[] ='), /step: no list in braces/],
    ['broken JSON', '{"params":', /^No JSON/],
    ['a launch without a map', '{"params":[{"kind":"scalar"}]}', /no parameter of kind tensorMap/],
    ['a map with half a number', '{"type":"f16","box":[1.5]}', /^\w+/],
  ])('%s', (_, text, why) => {
    const read = readMap(text);
    expect(read.ok ? null : read.error).toMatch(why);
  });
});

test('presets print what is read', () => {
  for (const { state } of PRESETS) {
    const { map } = copyOfState(state).copy;
    expect(readMap(JSON.stringify({ map }))).toEqual({ ok: true, value: map });
  }
});
