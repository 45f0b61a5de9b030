/** One fuzzed input, from text to its end, which must be a result or an error that names its place. */
import { parseLaunch } from '../../src/contract/launch.ts';
import { startInspection } from '../../src/inspect/index.ts';
import type { Module } from '../../src/ptx/parse/ast.ts';
import { parseModule } from '../../src/ptx/parse/module.ts';
import type { Fault } from '../../src/trace/fault.ts';
import type { Launch } from '../../src/trace/launch.ts';

/** Enough for every kernel of the corpus, and a limit for kernels that the damage made endless. */
const MOST_WARP_INSTRUCTIONS = 20_000;
/** The most CTAs, since a damaged grid may have thousands. They run one after another. */
const MOST_CTAS = 64;

export type End = 'ran' | 'faulted' | 'noParse' | 'noLaunch';

/** How it ended, or what is wrong with that. A throw is a bug. */
export function tryText(ptx: string, launch: Launch): End {
  const parsed = parseModule(ptx);
  if (parsed.ok) return tryLaunch(parsed.value, launch);
  const { line, column, message } = parsed.error;
  if (message === '' || line < 1 || column < 1)
    throw new Error(`an error without a place: ${line}:${column} ${message}`);
  return 'noParse';
}

export function tryJson(module: Module, json: unknown): End {
  const launch = parseLaunch(json);
  if (launch.ok) return tryLaunch(module, launch.value);
  if (launch.error.message === '' || typeof launch.error.field !== 'string')
    throw new Error('an error without a field');
  return 'noLaunch';
}

/** Tries a launch within limits of CTAs and instructions. */
export function tryLaunch(module: Module, launch: Launch): End {
  const [x, y, z] = launch.grid;
  const ctas = Array.from({ length: Math.min(x * y * z, MOST_CTAS) }, (_, i) => i);
  const options = { ctas, faults: 'all', maxWarpInstructions: MOST_WARP_INSTRUCTIONS, maxTraceRows: 1000 } as const;
  const started = startInspection(module, launch, options);
  if (!started.ok) {
    if (started.error.message === '' || started.error.field === '') throw new Error('a refusal without a field');
    return 'noLaunch';
  }
  while (!started.value.run(MOST_WARP_INSTRUCTIONS).done);
  const { emulation, findings } = started.value.finish();
  emulation.faults.forEach(checkFault);
  if (findings.some(({ message }) => message === '')) throw new Error('a finding without words');
  return emulation.ok ? 'ran' : 'faulted';
}

function checkFault({ kind, message, place }: Fault): void {
  if (message === '' || !(place.ptxLine >= 1)) throw new Error(`a fault without a place: ${kind} ${message}`);
}
