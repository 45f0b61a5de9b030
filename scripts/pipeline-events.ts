/**
 * `npm run pipeline-events -- CAPTURE FILE [--cta N]`: keeps the events of a captured launch, of which
 * `pipeline-pictures.test.ts` makes a picture. The capture itself, with the program's code and data, need not be kept.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readCapturedProgram } from '../cli/captured-program.ts';
import { loggedEvents, packedEvents } from './logged-events.ts';

const MOST_SECONDS = 60;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { cta: { type: 'string', default: '0' } },
});
const [capture, file] = positionals;
if (capture === undefined || file === undefined) {
  console.error('usage: npm run pipeline-events -- CAPTURE FILE [--cta N]');
  process.exit(2);
}
const program = await readCapturedProgram(capture, MOST_SECONDS);
if (!program.ok) throw new Error(typeof program.error === 'string' ? program.error : program.error.message);
const { module, document } = program.value;
writeFileSync(file, packedEvents(loggedEvents(module, document.launch, Number(values.cta))));
