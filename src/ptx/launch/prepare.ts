/** Turns a module and a launch into a grid with its memory filled, on which nothing has run yet. */
import { assert } from '../../base/assert.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Launch } from '../../trace/launch.ts';
import type { GlobalRecord } from '../checks/global-record.ts';
import { gridWatch } from '../checks/grid-watch.ts';
import type { EmulationOptions, LaunchError } from '../emulation.ts';
import type { Cta } from '../machine/cta.ts';
import { Grid } from '../machine/grid.ts';
import { lowestPcFirst } from '../machine/lowest-pc-first.ts';
import type { Program } from '../machine/program.ts';
import type { Reconvergence } from '../machine/split.ts';
import { replaced, wordOfPlace } from '../machine/undefined-words.ts';
import type { Watch } from '../machine/watch.ts';
import { watchBoth } from '../machine/watch-both.ts';
import type { Module, PtxFunction } from '../parse/ast.ts';
import { chosenCtas } from './chosen-ctas.ts';
import { decoded } from './decoded.ts';
import { DeviceLayout } from './device-layout.ts';
import { DeviceMemory } from './device-memory.ts';
import { checkedSharedBase, checkGeometry, checkMemory, chooseEntry } from './geometry.ts';
import { LaunchRefusal } from './launch-error.ts';
import type { LoadedModule } from './loaded-module.ts';
import { parameterMemory } from './parameters.ts';
import type { RunAgain, Unwritten } from './repeated-runs.ts';

export interface PreparedOptions extends EmulationOptions {
  /**
   * Makes what decides the order in which diverged lanes run; the lowest pc goes first when absent. Tests give
   * `postDominator`: equal traces mean that the picture does not depend on it.
   */
  readonly reconvergence?: (program: Program) => Reconvergence;
}

export interface Prepared {
  readonly grid: Grid;
  readonly device: DeviceMemory;
  /** Records of device memory by the checkers; null if nothing is checked. */
  readonly record: GlobalRecord | null;
}

/** Adds a watch to the one that the options ask for: gets a CTA's own watch, returns the one to use instead. */
export type WatchAround = (watch: Watch | null, cta: Cta) => Watch | null;

export function prepare(
  loaded: LoadedModule,
  launch: Launch,
  options: PreparedOptions,
  around: WatchAround = watch => watch,
  change: (program: Program) => Program = program => program,
): Result<Prepared, LaunchError> {
  try {
    return ok(prepared(loaded, launch, options, around, change));
  } catch (refusal) {
    if (refusal instanceof LaunchRefusal) return err(refusal.error);
    throw refusal;
  }
}

/** Makes the same launch once more, with nobody looking on. */
export const runAgain =
  (loaded: LoadedModule, launch: Launch, { observe: _, profile: __, ...options }: PreparedOptions): RunAgain =>
  ({ undefinedWords, unwritten, change, racing, late, listener }) => {
    const lateLoads = (late && loaded.beyondCore?.lateLoads(late)) ?? null;
    const check = racing !== undefined || lateLoads !== null;
    const chosen = { ...options, check, ...(undefinedWords && { undefinedWords }) };
    const around: WatchAround = watch => (listener ? watchBoth(listener, watch) : watch);
    const changed = lateLoads === null ? change : (program: Program) => lateLoads.following(program);
    const again = prepare(loaded, launch, chosen, around, changed);
    assert(again.ok, 'what could be prepared once can be prepared again');
    const { grid, record } = again.value;
    if (unwritten) fillUnwritten(grid, unwritten);
    if (record !== null) Object.assign(record, racing, { lateLoads });
    return grid;
  };

function fillUnwritten({ global }: Grid, { bytes, word }: Unwritten): void {
  const { i32 } = global.memory;
  for (const [i, mask] of bytes) i32[i] = replaced(i32[i], mask, wordOfPlace(word, i));
}

/** Device memory that another module of the program has. */
function refuseUndefined({ variables }: Module): void {
  const missing = variables.find(({ extern, space }) => extern && (space === 'global' || space === 'const'));
  if (missing === undefined) return;
  throw new LaunchRefusal(
    `the variable '${missing.name}' is declared .extern, and no module defines it: the PTX that does is needed, too`,
    'kernel',
  );
}

function prepared(
  loaded: LoadedModule,
  launch: Launch,
  options: PreparedOptions,
  around: WatchAround,
  change: (program: Program) => Program,
): Prepared {
  const { module, beyondCore } = loaded;
  const entry = checkedEntry(module, launch);
  refuseUndefined(module);
  const sharedBaseBytes = checkedSharedBase(options.sharedBaseBytes);
  const cluster = beyondCore?.clusterSize(module, entry, launch) ?? null;
  const ctas =
    cluster === null
      ? chosenCtas(launch.grid, options.ctas)
      : beyondCore!.chosenClusters(launch.grid, cluster, options.ctas);
  const layout = new DeviceLayout(module, launch);
  const gapBytes = (options.undefinedWords?.inMemory ?? 0) === 0 ? 0 : GAP_BYTES;
  const program = change(decoded(loaded, entry, { baseBytes: sharedBaseBytes, gapBytes }, layout));
  // With gaps, an allowed launch may exceed the memory of a CTA.
  if (gapBytes === 0) checkMemory(module, launch, program);
  beyondCore?.checkTensorMaps(launch, layout.addresses, module.target);
  const params = parameterMemory(entry, launch, layout);
  const device = new DeviceMemory(layout, launch);
  const { watch, recordOf } = gridWatch(options, beyondCore);
  const reconvergence = options.reconvergence?.(program) ?? lowestPcFirst;
  const grid = new Grid({
    ...{ files: module.files, program, launch, cluster, sharedBaseBytes, device, params, options, ctas },
    reconvergence,
    // Instructions of the core use none.
    images: beyondCore?.placedImages(launch, layout) ?? [],
    watch: cta => around(watch(cta), cta),
  });
  const record = recordOf(grid);
  grid.unchecked = record === null ? '' : uncheckedOf(program, record.limits);
  return { grid, device, record };
}

function uncheckedOf({ lanesInStep }: Program, limits: string): string {
  const lanes =
    "GCC's code for OpenMP counts on the lanes of a warp to run in step: races between them were not looked for.";
  return [...(lanesInStep ? [lanes] : []), ...(limits === '' ? [] : [limits])].join(' ');
}

/** Gap behind each shared variable if a launch is repeated: a multiple of every alignment that a layout asks for. */
const GAP_BYTES = 1024;

function checkedEntry(module: Module, launch: Launch): PtxFunction {
  const entry = chooseEntry(module, launch.entry);
  checkGeometry(entry, launch);
  return entry;
}
