/**
 * The `lanescape` command: picks the verb and turns its outcome into an exit code. Verbs load on demand, so that
 * `lanescape eval` in a loop does not pay for the emulator.
 */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import type { Invocation, Outcome } from './verb.ts';

// A loop of short commands spends most of its time on reading sources: more than half of it is saved.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/lanescape'));

interface VerbEntry {
  readonly summary: string;
  load(): Promise<Invocation>;
}

const VERBS: ReadonlyMap<string, VerbEntry> = new Map([
  ['start', { summary: 'run the server and open the page', load: async () => (await import('./start.ts')).start }],
  ['eval', { summary: 'answer JSON requests, one a line', load: async () => (await import('./eval.ts')).evaluate }],
  ['emulate', { summary: 'run a launch on the emulator', load: async () => (await import('./emulate.ts')).emulate }],
  ['check', { summary: 'run a launch as a gate', load: async () => (await import('./check.ts')).check }],
  ['plan', { summary: 'plan a tensor permutation', load: async () => (await import('./plan.ts')).plan }],
  ['verify', { summary: 'check the kernels of the catalogue', load: async () => (await import('./verify.ts')).verify }],
]);

const HELP = `usage: lanescape <verb> [options]

Draws and checks what CUDA kernels do to shared memory, without a GPU.

verbs
${[...VERBS].map(([name, verb]) => `  ${name.padEnd(8)}  ${verb.summary}`).join('\n')}

lanescape <verb> --help explains a verb. Exit code: 0 success, 1 a check failed, 2 bad usage or input.
`;

async function outcomeOf(words: readonly string[]): Promise<Outcome> {
  const [name, ...rest] = words;
  if (name === '--help') {
    process.stdout.write(HELP);
    return { ok: true, value: 0 };
  }
  const verb = VERBS.get(name ?? '');
  if (verb !== undefined) return (await verb.load())(rest);
  const given = name === undefined ? 'no verb given' : `unknown verb '${name}'`;
  return { ok: false, error: `${given}; expected one of ${[...VERBS.keys()].join(', ')}, or --help` };
}

for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // A reader that goes away (`| head -1`) is no failure: the verb's own outcome stays the exit code.
    if (error.code === 'EPIPE') return;
    process.stderr.write(`lanescape: cannot write: ${error.message}\n`);
    process.exit(2);
  });

const words = process.argv.slice(2);
const outcome = await outcomeOf(words);
if (outcome.ok) {
  process.exitCode = outcome.value;
} else {
  // One line, whatever a file name or a JSON message holds.
  process.stderr.write(`lanescape: ${outcome.error.replace(/\s*[\r\n]+\s*/g, ' ')}\n`);
  process.exitCode = 2;
}
