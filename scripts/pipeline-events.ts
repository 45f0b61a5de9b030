/**
 * `npm run pipeline-events -- CAPTURE FILE [--cta N]`: keeps the events of a captured launch, of which
 * `pipeline-pictures.test.ts` makes a picture. The capture itself, with the program's code and data, need not be kept.
 */
import { writeFileSync } from 'node:fs';
import { readCapturedProgram } from '../cli/captured-program.ts';
import { misused, readCommandLine } from './command-line.ts';
import { loggedEvents, packedEvents } from './logged-events.ts';

const MOST_SECONDS = 60;

const USAGE = 'usage: npm run pipeline-events -- CAPTURE FILE [--cta N]';
const { values, positionals } = readCommandLine(USAGE, {
  allowPositionals: true,
  options: { cta: { type: 'string', default: '0' } },
});
const [capture, file] = positionals;
if (capture === undefined || file === undefined) misused(USAGE, 'a capture and a file are needed');
const program = await readCapturedProgram(capture, MOST_SECONDS);
if (!program.ok) throw new Error(typeof program.error === 'string' ? program.error : program.error.message);
const { module, document } = program.value;
writeFileSync(file, packedEvents(loggedEvents(module, document.launch, Number(values.cta))));
