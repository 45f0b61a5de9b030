/**
 * The bundled server, one file that needs no node_modules. It starts the server; with `run`, `record`, `places` or `capture` as first word,
 * it runs the verbs that need a GPU. It lies in a folder beside `cuda/` and `dist/`.
 */
import { runServer } from '../../server/run-server.ts';
import { exitTidily, runCommand } from '../command.ts';
import { capture } from './capture/capture.ts';
import { places } from './places.ts';
import { record } from './record.ts';
import { run } from './run.ts';

const verbs = new Map([
  ['run', { summary: 'check and time a kernel on this GPU', load: async () => run }],
  ['record', { summary: 'record runs for the page on this GPU', load: async () => record }],
  ['places', { summary: 'list the GPUs that runs can be made on', load: async () => places }],
  ['capture', { summary: "write down launches of a program's kernels on this GPU", load: async () => capture }],
]);

const words = process.argv.slice(2);
if (verbs.has(words[0])) exitTidily();
process.exitCode = verbs.has(words[0])
  ? await runCommand({ about: 'The verbs that need a GPU.', verbs }, words)
  : await runServer(words);
