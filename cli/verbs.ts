/**
 * The verbs of the `lanescape` command. They load on demand, so that a loop of `lanescape eval` does not load the
 * emulator.
 */
import type { Command, VerbEntry } from './command.ts';

const verbs: ReadonlyMap<string, VerbEntry> = new Map([
  ['start', { summary: 'run the server and open the page', load: async () => (await import('./start.ts')).start }],
  ['eval', { summary: 'answer JSON requests, one per line', load: async () => (await import('./eval.ts')).evaluate }],
  [
    'open',
    { summary: 'open a capture or a kernel in the workbench', load: async () => (await import('./open.ts')).open },
  ],
  ['emulate', { summary: 'run a launch on the emulator', load: async () => (await import('./emulate.ts')).emulate }],
  ['check', { summary: 'fail if a launch is wrong or slow', load: async () => (await import('./check.ts')).check }],
  ['plan', { summary: 'plan a tensor permutation', load: async () => (await import('./plan.ts')).plan }],
  [
    'export',
    { summary: 'code of a kernel for other programs', load: async () => (await import('./export.ts')).exportVerb },
  ],
  ['verify', { summary: 'check the kernels of the catalog', load: async () => (await import('./verify.ts')).verify }],
  [
    'places',
    { summary: 'list the GPUs that runs can be made on', load: async () => (await import('./gpu/places.ts')).places },
  ],
  ['run', { summary: 'check and time a kernel on this GPU', load: async () => (await import('./gpu/run.ts')).run }],
  [
    'record',
    { summary: 'record runs for the page on this GPU', load: async () => (await import('./gpu/record.ts')).record },
  ],
  [
    'capture',
    {
      summary: "write down launches of a program's kernels on this GPU",
      load: async () => (await import('./gpu/capture/capture.ts')).capture,
    },
  ],
]);

export const LANESCAPE: Command = {
  unnamed: 'start',
  about: 'Draws and checks what CUDA kernels do to shared memory; no verb but run, record and capture needs a GPU.',
  verbs,
};
