/** Writes a tensor map as C++: a function around one call of `cuTensorMapEncodeTiled`. */
import type { ElementType, TensorMap } from '../../trace/launch.ts';
import { boxShape } from './box.ts';

/** CUtensorMapDataType without its prefix. The driver has no signed 8- and 16-bit integers and no 8-bit floats. */
export const DATA_TYPES: Readonly<Record<ElementType, string>> = {
  u8: 'UINT8',
  s8: 'UINT8',
  e4m3: 'UINT8',
  e5m2: 'UINT8',
  u16: 'UINT16',
  s16: 'UINT16',
  u32: 'UINT32',
  s32: 'INT32',
  u64: 'UINT64',
  s64: 'INT64',
  f16: 'FLOAT16',
  bf16: 'BFLOAT16',
  f32: 'FLOAT32',
  f64: 'FLOAT64',
};

export const OOB_FILLS = { zero: 'NONE', nan: 'NAN_REQUEST_ZERO_FMA' } as const;

const modeName = (prefix: string, mode: string): string => `CU_TENSOR_MAP_${prefix}_${mode.toUpperCase()}`;
const l2Name = (bytes: string): string => modeName('L2_PROMOTION', bytes === 'none' ? bytes : `L2_${bytes}`);

/** The map must break no rule. `functionName` is a C++ identifier. */
export function encodeText(map: TensorMap, functionName = 'encodeTensorMap'): string {
  // At rank 1 there are no strides, but C++ has no empty list.
  const strides = map.stridesBytes.length === 0 ? [0] : map.stridesBytes;
  return `#include <cuda.h>

${announcement(map)}
// Link with -lcuda. globalAddress: a multiple of ${map.interleave === '32B' ? 32 : 16}. tensorMap: a multiple of 64.
inline CUresult ${functionName}(CUtensorMap *tensorMap, void *globalAddress) {
  // Fastest dimension first.
  const cuuint64_t globalDim[] = {${map.dims.join(', ')}};
  // In bytes, from the second dimension on.
  const cuuint64_t globalStrides[] = {${strides.join(', ')}};
  const cuuint32_t boxDim[] = {${map.box.join(', ')}};
  const cuuint32_t elementStrides[] = {${map.elementStrides.join(', ')}};
  return cuTensorMapEncodeTiled(tensorMap, ${modeName('DATA_TYPE', DATA_TYPES[map.type])}, ${map.dims.length}, globalAddress,
                                globalDim, globalStrides, boxDim, elementStrides,
                                ${modeName('INTERLEAVE', map.interleave)}, ${modeName('SWIZZLE', map.swizzle)},
                                ${l2Name(map.l2Promotion ?? 'none')},
                                ${modeName('FLOAT_OOB_FILL', OOB_FILLS[map.oobFill])});
}
`;
}

function announcement(map: TensorMap): string {
  const { type, dims, box, interleave } = map;
  const kind = interleave === 'none' ? '' : ', interleaved';
  const { sharedBytes, transactionBytes } = boxShape(map);
  const what = `// Boxes of ${box.join(' x ')} of a tensor of ${dims.join(' x ')} ${type}${kind}`;
  return `${what}: ${sharedBytes} bytes of shared memory, expect_tx ${transactionBytes}.`;
}
