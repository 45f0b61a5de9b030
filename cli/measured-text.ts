/** Compares memory after the emulation with memory after the launch on the GPU, as text and as JSON. */
import { err, ok, type Result } from '../src/base/result.ts';
import { compareMeasured, type MeasuredComparison } from '../src/contract/measured-comparison.ts';
import type { CaptureOrigin } from '../src/contract/workbench-document.ts';
import type { LaunchRun } from './launch-run.ts';
import { textTable } from './table.ts';

export interface MeasuredReport extends Pick<CaptureOrigin, 'kernel' | 'index' | 'gpu' | 'notes'> {
  /** False if the emulator ran a part of the grid only, or did not come to the end. */
  readonly complete: boolean;
  readonly parts: readonly MeasuredComparison[];
}

/** Null for a launch that was not captured. */
export function measuredSummary({
  document,
  inspection,
  stopped,
  launch,
}: LaunchRun): Result<MeasuredReport | null, string> {
  if (document?.capture === undefined) return ok(null);
  const { emulation } = inspection;
  const parts = compareMeasured(document, emulation.buffers, emulation.symbols);
  if (!parts.ok) return err(`${parts.error.field}: ${parts.error.message}`);
  const { kernel, index, gpu, notes } = document.capture;
  const isWhole = emulation.ctasRun === launch.grid[0] * launch.grid[1] * launch.grid[2];
  return ok({ kernel, index, gpu, notes, complete: stopped === null && isWhole, parts: parts.value });
}

/** `who` answered now, beside the GPU that was recorded. */
export function measuredText({ gpu, complete, notes, parts }: MeasuredReport, who = 'emulated'): string {
  const rows = parts.map(({ part, length, written, wrong, firstWrong, largest, onlyEmulated, onlyMeasured }) => [
    part.name,
    `${length} ${part.type}`,
    written,
    wrong === 0 ? 'equal' : `${wrong} differ`,
    firstWrong === null ? '' : `[${firstWrong.index}] ${firstWrong.emulated} for ${firstWrong.measured}`,
    wrong === 0 ? '' : largest.absolute.toPrecision(3),
    wrong === 0 || largest.ulps === null ? '' : largest.ulps,
    wrong === 0 ? '' : `${onlyEmulated} / ${onlyMeasured}`,
  ]);
  const head = `Against what the ${gpu.name} answered${complete ? '' : '; not all CTAs ran here, so that outputs are missing'}:\n`;
  const columns = [
    'memory',
    'elements',
    'GPU wrote',
    who,
    'first difference',
    'largest',
    'ulps',
    'only here / only there',
  ];
  const table = rows.length === 0 ? 'nothing was recorded after the launch\n' : textTable(columns, rows);
  return `${head}${table}${notes.map(note => `note: ${note}\n`).join('')}`;
}
