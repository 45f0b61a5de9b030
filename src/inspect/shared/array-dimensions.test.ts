/** Names by dimensions, as a source declares them. */
import { expect, test } from 'vitest';
import type { Fault } from '../../trace/fault.ts';
import { withDimensions } from './array-dimensions.ts';

const nameIn = (source: string, sizeBytes: number, name: string, instruction = 'st.shared.f32 [%r1], %f1') => {
  const place = { file: 'k.cu', line: 3, ptxLine: 9, instruction };
  const fault = {
    kind: 'uninitialisedRead',
    message: `reads '${name}'.`,
    place,
    who: { cta: 0, warp: 0, lane: 0 },
    address: 0,
  };
  const variables = [{ name: '_ZZ1kPfE4tile', byteOffset: 0, sizeBytes }];
  const [{ message }] = withDimensions({ faults: [fault as Fault], hazards: [] }, [source], variables).faults;
  return message;
};

test.each([
  ['__shared__ float tile[8][33];', 1056, 'tile[97]', 'tile[2][31]'],
  ['__shared__ alignas(16) float tile[2][4][8];', 256, 'tile[63]', 'tile[1][3][7]'],
  [
    'constexpr int W = 32;\n#define PAD 1 // word\n__shared__ float other[3], tile[W / 4][W + PAD];',
    1056,
    'tile[0]',
    'tile[0][0]',
  ],
  ['const int B = 5;\nconst int A = 2 * (B - 1);\n__shared__ float tile[A][B];', 160, 'tile[39]', 'tile[7][4]'],
])('%s', (source, sizeBytes, name, expected) => {
  expect(nameIn(source, sizeBytes, name)).toBe(`reads '${expected}'.`);
});

test.each([
  ['of one dimension', '__shared__ float tile[264];', 1056, 'tile[97]'],
  ['with bytes that do not fit', '__shared__ float tile[8][32];', 1056, 'tile[97]'],
  ['of a length that is a parameter of a template', '__shared__ float tile[N][33];', 1056, 'tile[97]'],
  ['declared twice', '__shared__ float tile[8][33]; __shared__ float tile[4][66];', 1056, 'tile[97]'],
  ['beyond the end', '__shared__ float tile[8][33];', 1056, 'tile[264]'],
  ['in a comment', '// __shared__ float tile[8][33];', 1056, 'tile[97]'],
])('none for an array %s', (_, source, sizeBytes, name) => {
  expect(nameIn(source, sizeBytes, name)).toBe(`reads '${name}'.`);
});

test('elements are those of the array, not those of the access', () => {
  const source = '__shared__ half tile[8][32];';
  expect(nameIn(source, 512, 'tile[5]', 'ld.shared.u32 %r1, [%r2]')).toBe("reads 'tile[5]'.");
  expect(nameIn(source, 512, 'tile[33]', 'ld.shared.u16 %rs1, [%r2]')).toBe("reads 'tile[1][1]'.");
});
