import { expect, test } from 'vitest';
import { parseModule } from './module.ts';

const asText = (...bytes: number[]) => new TextDecoder().decode(new Uint8Array(bytes));

test.each([
  ['a cubin', asText(0x7f, 0x45, 0x4c, 0x46, 2, 1, 1), 'machine code'],
  ['a fatbin', asText(0x50, 0xed, 0x55, 0xba, 1, 0, 0x10, 0), 'fatbin'],
  ['CUDA source', '#include <cuda.h>\n__global__ void k() {}', 'nvcc -ptx -lineinfo'],
  ['CUDA source without an include', 'constexpr int N = 4;\nextern "C" __global__ void k() {}', 'CUDA source'],
  ['packed PTX', asText(0x1f, 0x8b, 8, 0), 'unpack'],
  ['PTX in UTF-16', asText(0xff, 0xfe, 0x2e, 0, 0x76, 0), 'UTF-8'],
  ['SASS', '\n\tcode for sm_90a\n\t\tFunction : k\n\t/*0000*/  LDC R1, c[0x0][0x28] ;', 'SASS'],
  ['CUDA source with a comment in front', '// A kernel.\n__global__ void k() {}', 'CUDA source'],
])('%s is named', (_, text, words) => {
  const parsed = parseModule(text);
  expect(parsed).toMatchObject({ ok: false, error: { kind: 'wrong', message: expect.stringContaining(words) } });
});

test('a fault in PTX is told as before', () => {
  expect(
    parseModule('// __global__ void k()\n.version 9.0\n.target sm_90\n.address_size 64\n.visible .entry'),
  ).toMatchObject({
    ok: false,
    error: { line: 5, message: expect.not.stringContaining('CUDA source') },
  });
});
