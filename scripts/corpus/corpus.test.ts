import { describe, expect, test } from 'vitest';
import { corpusFiles, kernelsOf } from './corpus.ts';

const KERNELS = `//! launch {"block": [96, 1, 1]}
extern "C" __global__ void right(int* out) {
}
extern "C" __global__ void wrong(int* out) {
  out[0] = 1;  //! fault race, advice __syncthreads, tried in vain
  out[1] = 1;  //! missed hazard race: one warp only
}`;

describe('marks', () => {
  test('tell launches and verdicts', () => {
    const [right, wrong] = kernelsOf(KERNELS);
    expect(right).toMatchObject({ entry: 'right', launch: { block: [96, 1, 1], grid: [1, 1, 1] }, expected: [] });
    expect(wrong.expected).toEqual([
      { rank: 'fault', kind: 'race', line: 5, advice: '__syncthreads', tried: 'in vain', missed: null },
      { rank: 'hazard', kind: 'race', line: 6, advice: '', tried: '', missed: 'one warp only' },
    ]);
  });

  test('may leave the launch to be guessed', () => {
    expect(kernelsOf('//! launch guessed\n__global__ void right() {}')).toMatchObject([{ launch: null }]);
  });

  test('that are not known are errors', () => {
    expect(() => kernelsOf('__global__ void wrong() {\n  //! falt race\n}')).toThrow('line 2');
  });

  test('fit the names of kernels', () => {
    expect(() => kernelsOf('__global__ void wrong() {\n}')).toThrow("'wrong'");
    expect(() => kernelsOf('__global__ void right() { //! fault race\n}')).toThrow("'right'");
  });
});

test('every file has a wrong kernel and a right one', () => {
  for (const { path, kernels } of corpusFiles()) {
    const verdicts = new Set(kernels.map(({ expected }) => expected.length > 0));
    expect(verdicts, path).toEqual(new Set([true, false]));
    expect(new Set(kernels.map(({ entry }) => entry)).size, path).toBe(kernels.length);
  }
});
