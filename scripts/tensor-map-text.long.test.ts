/**
 * Tests the C++ of tensor maps: compiled with CUDA's own header, if there is one, and run with a driver that prints what
 * it gets.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findProgram } from '../server/exec/containment.ts';
import { nvccCandidates } from '../server/toolchain/find-nvcc.ts';
import { encodeText } from '../src/model/tma/encode-text.ts';
import { DATA_TYPE_VALUES } from '../src/trace/device-launch.ts';
import { ELEMENT_TYPES, SWIZZLE_MODES, type TensorMap } from '../src/trace/launch.ts';
import { tensorMapBreaches } from '../src/trace/tensor-map-rules.ts';

const includes = nvccCandidates().map(nvcc => join(dirname(dirname(realpathSync(nvcc))), 'include'));
/** The modes with atoms came with CUDA 12.8. */
const include = includes.find(folder => {
  const header = join(folder, 'cuda.h');
  return existsSync(header) && readFileSync(header, 'utf8').includes('CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B');
});
const compiler = findProgram('g++');
const folder = mkdtempSync(join(tmpdir(), 'tensor-map-text-'));
afterAll(() => rmSync(folder, { recursive: true }));

const plain: TensorMap = {
  type: 'f32',
  dims: [96, 2 ** 32, 3],
  stridesBytes: [384, 2 ** 40 - 16],
  box: [4, 256, 2],
  elementStrides: [1, 8, 2],
  interleave: 'none',
  swizzle: '32B',
  l2Promotion: 'none',
  oobFill: 'zero',
};

/** Every element type, every mode and option, ranks 1 to 5. */
const MAPS: readonly TensorMap[] = [
  ...ELEMENT_TYPES.map(type => ({ ...plain, type, box: [32, 2, 1], swizzle: 'none' as const })),
  ...SWIZZLE_MODES.map(swizzle => ({ ...plain, swizzle })),
  ...([1, 2, 3, 4, 5] as const).map(rank => ({
    ...plain,
    dims: Array(rank).fill(40),
    stridesBytes: Array(rank - 1).fill(160),
    box: Array(rank).fill(8),
    elementStrides: Array(rank).fill(1),
    l2Promotion: (['none', '64B', '128B', '256B', 'none'] as const)[rank - 1],
  })),
  { ...plain, interleave: '16B', oobFill: 'nan' },
  { ...plain, interleave: '32B', stridesBytes: [384, 96] },
];

/** Replaces the driver: prints what it was given. */
const ECHO = `#include <cstdio>
template <class T> static void list(const T *values, unsigned n) {
  for (unsigned i = 0; i < n; i++) printf("%s%llu", i == 0 ? "" : ",", (unsigned long long)values[i]);
  printf(" ");
}
extern "C" CUresult cuTensorMapEncodeTiled(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank, void *address,
    const cuuint64_t *dims, const cuuint64_t *strides, const cuuint32_t *box, const cuuint32_t *steps,
    CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2, CUtensorMapFloatOOBfill fill) {
  printf("%d %u %d ", (int)type, rank, address == map);
  list(dims, rank), list(strides, rank - 1), list(box, rank), list(steps, rank);
  printf("%d %d %d %d\\n", (int)interleave, (int)swizzle, (int)l2, (int)fill);
  return CUDA_SUCCESS;
}
`;

const echoOf = (map: TensorMap): string =>
  [
    DATA_TYPE_VALUES[map.type],
    map.dims.length,
    1,
    ...[map.dims, map.stridesBytes, map.box, map.elementStrides],
    ['none', '16B', '32B'].indexOf(map.interleave),
    SWIZZLE_MODES.indexOf(map.swizzle),
    ['none', '64B', '128B', '256B'].indexOf(map.l2Promotion ?? 'none'),
    ['zero', 'nan'].indexOf(map.oobFill),
  ].join(' ');

test('the maps of this test are such that the driver takes them', () => {
  expect(MAPS.flatMap(map => [...tensorMapBreaches(map)])).toEqual([]);
});

test.skipIf(include === undefined || compiler === null)('each text compiles, and passes what the map says', () => {
  const calls = MAPS.map((_, i) => `  encode${i}(&map, &map);`);
  const source = [
    ...MAPS.map((map, i) => encodeText(map, `encode${i}`)),
    ECHO,
    'int main() {',
    '  CUtensorMap map;',
    ...calls,
    '}',
  ];
  writeFileSync(join(folder, 'maps.cpp'), source.join('\n'));
  const program = join(folder, 'maps');
  const flags = ['-std=c++17', '-Wall', '-Wextra', '-Wno-unused-function', '-Werror', '-isystem', include!];
  execFileSync(compiler!, [...flags, join(folder, 'maps.cpp'), '-o', program], { encoding: 'utf8' });
  expect(execFileSync(program, { encoding: 'utf8' }).trimEnd().split('\n')).toEqual(MAPS.map(echoOf));
});
