import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bufferAddresses, DEVICE_ALIGN_BYTES, DEVICE_ARENA_BASE, RED_ZONE_BYTES } from './device-addresses.ts';
import { type BufferSpec, ELEMENT_BYTES, ELEMENT_TYPES } from './launch.ts';

const specs = fc
  .array(fc.record({ type: fc.constantFrom(...ELEMENT_TYPES), length: fc.integer({ min: 0, max: 100_000 }) }))
  .map(list => list.map((b, i): BufferSpec => ({ ...b, name: `b${i}`, init: { kind: 'zeros' } })));

test('buffers are aligned, in order, and a red zone apart', () => {
  fc.assert(
    fc.property(specs, buffers => {
      const addresses = bufferAddresses({ buffers });
      let lowest = DEVICE_ARENA_BASE;
      for (const { name, type, length } of buffers) {
        const address = addresses.get(name)!;
        expect(address % DEVICE_ALIGN_BYTES).toBe(0);
        expect(address).toBeGreaterThanOrEqual(lowest);
        lowest = address + length * ELEMENT_BYTES[type] + RED_ZONE_BYTES;
      }
    }),
  );
});

test('two matrices of a 64x64 float transpose', () => {
  const spec = (name: string): BufferSpec => ({ name, type: 'f32', length: 4096, init: { kind: 'zeros' } });
  expect([...bufferAddresses({ buffers: [spec('out'), spec('in')] })]).toEqual([
    ['out', 0x7f00_0000_0000],
    ['in', 0x7f00_0000_4100],
  ]);
});
