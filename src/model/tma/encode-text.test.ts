import { expect, test } from 'vitest';
import type { TensorMap } from '../../trace/launch.ts';
import { encodeText } from './encode-text.ts';

const map: TensorMap = {
  type: 'bf16',
  dims: [4096, 300],
  stridesBytes: [8192],
  box: [64, 128],
  elementStrides: [1, 1],
  interleave: 'none',
  swizzle: '128B',
  l2Promotion: '256B',
  oobFill: 'nan',
};

test('a map as C++', () => {
  expect(encodeText(map)).toBe(`#include <cuda.h>

// Boxes of 64 x 128 of a tensor of 4096 x 300 bf16: 16384 bytes of shared memory, expect_tx 16384.
// Link with -lcuda. globalAddress: a multiple of 16. tensorMap: a multiple of 64.
inline CUresult encodeTensorMap(CUtensorMap *tensorMap, void *globalAddress) {
  // Fastest dimension first.
  const cuuint64_t globalDim[] = {4096, 300};
  // In bytes, from the second dimension on.
  const cuuint64_t globalStrides[] = {8192};
  const cuuint32_t boxDim[] = {64, 128};
  const cuuint32_t elementStrides[] = {1, 1};
  return cuTensorMapEncodeTiled(tensorMap, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, globalAddress,
                                globalDim, globalStrides, boxDim, elementStrides,
                                CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                                CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
                                CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA);
}
`);
});

test('an interleaved map says what differs', () => {
  const slices = { dims: [4096, 8, 300], stridesBytes: [65536, 524288], box: [64, 1, 128], elementStrides: [1, 1, 1] };
  const text = encodeText({ ...map, ...slices, interleave: '32B', swizzle: '32B', oobFill: 'zero' }, 'make');
  expect(text).toContain('CUresult make(');
  expect(text).toContain(
    'a tensor of 4096 x 8 x 300 bf16, interleaved: 262144 bytes of shared memory, expect_tx 262144.',
  );
  expect(text).toContain('globalAddress: a multiple of 32.');
});
