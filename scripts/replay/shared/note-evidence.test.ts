/** Tests with a launch whose results come from the emulator: if something in them is wrong, the evidence says what. */
import { expect, it } from 'vitest';
import { emulate } from '../../../src/ptx/index.ts';
import { kernelRuns } from '../replay-launch.ts';
import { sharedSeen } from './note-evidence.ts';
import { SHARED_BASE_BYTES } from './noting-lines.ts';
import { moduleOf } from './noting-ptx.ts';
import { notingReplays } from './noting-replays.ts';

const ID = 'transpose padded 33x31';
const modules = notingReplays(kernelRuns().filter(({ id }) => id === ID));
const [{ ptx, launches, notings }] = modules;
const { launch } = launches[0];
const before = { launches: { another: 'as it was' }, differences: { [ID]: ['gone by now'] } };

/** Output of `replay`; `change` may alter the outputs by name. */
function written(change: (outputs: ReadonlyMap<string, Uint8Array>) => void): Uint8Array {
  const run = emulate(moduleOf(ptx), launch, { check: false, sharedBaseBytes: SHARED_BASE_BYTES });
  if (!run.ok) throw new Error(run.error.message);
  change(run.value.buffers);
  const outputs = launch.buffers.filter(({ output }) => output);
  return Buffer.concat(outputs.map(({ name }) => run.value.buffers.get(name)!));
}
const seen = (change: (outputs: ReadonlyMap<string, Uint8Array>) => void) =>
  sharedSeen(modules, written(change), before);

it('is told as it is, beside what was there before', () => {
  const { launches: told, differences } = seen(() => {});
  expect(Object.keys(told)).toEqual(['another', ID]);
  expect(told[ID]).toMatch(/^\d{3,} \w{16} \d{4} \w{16}$/);
  expect(differences).toEqual({});
});

it('an address that is shifted, a byte of shared memory and a result that are others are found', () => {
  const { differences } = seen(outputs => {
    const log = outputs.get('noteLog')!;
    log[4] ^= 16;
    log[log.length - 4 * 33] ^= 1;
    outputs.get('out')![0] ^= 1;
  });
  const [count, ...found] = differences[ID];
  expect(count).toBe('3 in all');
  expect(found[0]).toBe('its outputs are not those of the kernel');
  expect(found[1]).toMatch(/^CTA 0, thread 0, note 0: 0x410 by instruction (\d+), emulated: 0x400 by instruction \1$/);
  expect(found[2]).toMatch(/^CTA 1, byte 0x\w+: /);
});

it('of very many differences some are said, and all counted', () => {
  const { shape } = notings[0].traced;
  const { differences } = seen(outputs => outputs.get('noteLog')!.fill(1, -shape.sharedBytes));
  expect(differences[ID].length).toBe(21);
  expect(differences[ID][0]).toMatch(/^\d{4} in all$/);
});
