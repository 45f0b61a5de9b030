/** Tests the emulator's products of warpgroups against a GPU's on the same descriptors, bit by bit. */
import { expect, test } from 'vitest';
import { sampleOf } from '../fixtures/sweep.ts';
import { emulatedOutputs } from './compare.ts';
import { wgmmaEvidence } from './evidence.ts';
import { KINDS } from './wgmma-descriptors.ts';
import { answerOf, askedIn, wgmmaReplays } from './wgmma-launches.ts';

const { sums } = wgmmaEvidence();
const replays = wgmmaReplays();
const [wholeNumbers] = replays;

test('the GPU was asked what is asked here', () => {
  expect(Object.keys(sums)).toHaveLength(182);
  for (const launch of replays.flatMap(({ launches }) => launches))
    expect([launch.id, sums[launch.id]?.asked]).toEqual([launch.id, askedIn(launch)]);
});

test('all sums are the same', () => {
  const asked = replays.map(replay => ({ ...replay, launches: sampleOf(replay.launches, 6) }));
  const differing = [...emulatedOutputs(asked)].filter(
    ({ launch, output }) => sums[launch.id].answered !== answerOf(output),
  );
  expect(differing.map(({ launch }) => launch.id)).toEqual([]);
});

/** Bits 49 to 51 of a descriptor say where its swizzle's pattern starts; without them, other bytes are read. */
const withoutBases = (base64: string): string => {
  const descriptors = new BigUint64Array(Uint8Array.from(Buffer.from(base64, 'base64')).buffer);
  return Buffer.from(descriptors.map(descriptor => descriptor & ~(7n << 49n)).buffer).toString('base64');
};

test('sums of other descriptors are told apart', () => {
  const offset = wholeNumbers.launches.filter(({ id }) => id.endsWith(`: ${KINDS[3]}`));
  const launches = offset.map(item => {
    const buffers = item.launch.buffers.map(buffer =>
      buffer.init.kind === 'base64'
        ? { ...buffer, init: { kind: 'base64', base64: withoutBases(buffer.init.base64) } as const }
        : buffer,
    );
    return { ...item, launch: { ...item.launch, buffers } };
  });
  const same = [...emulatedOutputs([{ ...wholeNumbers, launches }])].filter(
    ({ launch, output }) => sums[launch.id].answered === answerOf(output),
  );
  expect(same).toEqual([]);
});
