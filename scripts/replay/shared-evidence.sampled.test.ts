/** Compares addresses of shared memory that lanes of a GPU used, and its final contents, with the emulator. */
import { expect, it } from 'vitest';
import { isInSweep, sampleOf } from '../fixtures/sweep.ts';
import { sharedEvidence } from './evidence.ts';
import { isLater } from './later-runs.ts';
import { isRepeatable, kernelRuns } from './replay-launch.ts';
import { tracedOf } from './shared/emulated-notes.ts';
import { told } from './shared/note-text.ts';
import { type NotingReplay, notingReplays } from './shared/noting-replays.ts';

const { launches, differences } = sharedEvidence();
const runs = kernelRuns().filter(isRepeatable);
const asked = runs.filter(({ id }) => id in launches);
const kernels = [...new Set(asked.map(({ kernel }) => kernel.id))];

it('kernels of all kinds were asked, in 95 of 100 of the cases that were there', () => {
  expect(kernels).toEqual([...new Set(runs.map(({ kernel }) => kernel.id))]);
  expect(asked.filter(isLater)).toEqual([]);
  expect(asked.length).toBeGreaterThan(0.95 * runs.filter(run => !isLater(run)).length);
});

it('a GPU saw nothing otherwise', () => {
  expect(differences).toEqual({});
});

/** Compares the notes of a noting kernel on the emulator with traces of the kernel itself. */
function emulated(noting: NotingReplay): string {
  const ctas = noting.emulated();
  for (const [slot, { threads }] of ctas.entries()) {
    const traced = threads.map((notes, thread) => tracedOf(notes, thread, noting.instructions));
    if (traced.join(';') !== noting.traced.notes[slot].join(';')) return 'not what its trace shows';
  }
  return told(ctas, noting.instructions);
}

it.each(kernels)(
  '%s: lanes of a GPU used the addresses of its traces, and left the emulated shared memory',
  id => {
    const ofKernel = sampleOf(
      asked.filter(({ kernel }) => kernel.id === id),
      6,
    );
    const modules = notingReplays(ofKernel.filter(({ kernel, params }) => isInSweep(kernel, params)));
    const notings = modules.flatMap(module => module.notings);
    expect(Object.fromEntries(notings.map(noting => [noting.id, emulated(noting)]))).toEqual(
      Object.fromEntries(notings.map(noting => [noting.id, launches[noting.id]])),
    );
  },
  120_000,
);
