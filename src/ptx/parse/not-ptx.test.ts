import { expect, test } from 'vitest';
import { parseModule } from './module.ts';

const asText = (...bytes: number[]) => new TextDecoder().decode(new Uint8Array(bytes));

test.each([
  ['a cubin', asText(0x7f, 0x45, 0x4c, 0x46, 2, 1, 1), 'machine code'],
  ['a fatbin', asText(0x50, 0xed, 0x55, 0xba, 1, 0, 0x10, 0), 'fatbin'],
  ['CUDA source', '#include <cuda.h>\n__global__ void k() {}', 'nvcc -ptx -lineinfo'],
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
