/** The movers that take blocks through shared memory: one kernel, and a place for each element as the variant has it. */
import { assert } from '../../base/assert.ts';
import type { Result } from '../../base/result.ts';
import { bufferAddresses } from '../../trace/device-addresses.ts';
import type { BufferSpec, Launch, StructParam } from '../../trace/launch.ts';
import type { BuildSpec, Prediction } from '../kernel.ts';
import { geometryOf } from './block-geometry.ts';
import { predictBlock } from './block-model.ts';
import { planWords } from './block-plan.ts';
import { globalTables, type SideTable, sharedTables } from './block-tables.ts';
import { blockDemand } from './demands.ts';
import { type PermuteJob, perJob } from './job.ts';
import type { Mover } from './mover.ts';
import { CONSTANTS, TABLES } from './params.ts';
import { type PlacesOf, type SharedPlacement, unpaddedPlaces } from './places.ts';
import { unsignedStruct } from './tensor-dims.ts';
import { tensorsOf } from './tensors.ts';

/** Facts about the parameters and the variant that the mover needs, computed once for each job. */
interface Block {
  readonly places: SharedPlacement;
  readonly shared: SideTable;
  readonly hasTables: boolean;
  readonly isCompiledIn: boolean;
}

/** A known-wrong source: it looks places up, and takes the plan as an argument. */
export interface WrongSource {
  readonly source: string;
  /** Barriers between stores and loads. */
  readonly barriers: number;
  readonly takesUnpadded: boolean;
}

/** Lays blocks as `placesOf` says. */
export function blockMover(placesOf: PlacesOf, wrong?: WrongSource): Mover {
  const found = perJob(placesOf);
  const isCompiledIn = (job: PermuteJob): boolean => wrong === undefined && job.params.binding === CONSTANTS;
  const blockOf = perJob((job): Block => {
    const places = found(job);
    assert(places.ok, places.ok ? '' : places.error);
    const hasTables = wrong !== undefined || job.params.positions === TABLES;
    const shared = sharedTables(job, places.value);
    return { places: places.value, shared, hasTables, isCompiledIn: isCompiledIn(job) };
  });
  const launch = perJob(job => launchOf(job, blockOf(job), wrong?.takesUnpadded === true));
  return {
    refusal: job => refusalOf(job, found(job)),
    build(job) {
      if (wrong !== undefined) return wrongBuild(job, wrong.source);
      const places = found(job);
      return buildOf(job, isCompiledIn(job) && places.ok ? planWords(job, places.value) : null);
    },
    launch,
    predict: (job, cta) => predictionOf(job, blockOf(job), launch(job), wrong?.barriers ?? 1, cta),
    demand: job => (wrong === undefined ? blockDemand(job, blockOf(job).places) : null),
  };
}

function refusalOf({ params }: PermuteJob, places: Result<SharedPlacement, string>): string | null {
  if (!places.ok) return places.error;
  if (places.value.placement.table === null || params.positions === TABLES) return null;
  return 'No formula gives the places of a position table: they are looked up, not counted.';
}

/** A job that is refused has a source to show, but no plan to compile in. */
function buildOf({ params }: PermuteJob, words: readonly number[] | null): BuildSpec {
  const plan = words === null ? {} : { BINDING: CONSTANTS, PLAN: words.join('_') };
  const defines = { ELEMENT_BYTES: params.elementBytes, POSITIONS: params.positions, ...plan };
  return { source: 'permute/block.cu', entry: 'permute', defines };
}

const wrongBuild = ({ params }: PermuteJob, source: string): BuildSpec => ({
  source,
  entry: 'permute',
  defines: { ELEMENT_BYTES: params.elementBytes },
});

function launchOf(job: PermuteJob, block: Block, takesUnpadded: boolean): Launch {
  const { ctas, threads } = geometryOf(job);
  const unpadded = takesUnpadded ? [tableBuffer('unpadded', sharedTables(job, unpaddedPlaces(job)).load)] : [];
  return {
    entry: 'permute',
    grid: [ctas, 1, 1],
    block: [threads, 1, 1],
    dynamicSharedBytes: block.places.sharedBytes,
    buffers: [...tensorsOf(job), ...(block.hasTables ? tableBuffers(job, block) : []), ...unpadded],
    params: [
      { kind: 'pointer', buffer: 'out' },
      { kind: 'pointer', buffer: 'in' },
      tablesParam(block),
      ...unpadded.map(({ name }) => ({ kind: 'pointer', buffer: name }) as const),
      ...(block.isCompiledIn ? [] : [unsignedStruct(planWords(job, block.places))]),
    ],
  };
}

/** Names in the order of the struct `Tables`. */
const TABLE_NAMES = ['globalIn', 'sharedIn', 'globalOut', 'sharedOut'] as const;

function tableBuffers(job: PermuteJob, { shared }: Block): BufferSpec[] {
  const global = globalTables(job);
  const tables = { globalIn: global.store, sharedIn: shared.store, globalOut: global.load, sharedOut: shared.load };
  return TABLE_NAMES.map(name => tableBuffer(name, tables[name]));
}

const tableBuffer = (name: string, table: Uint32Array): BufferSpec => ({
  name,
  type: 'u32',
  length: table.length,
  init: { kind: 'values', values: [...table] },
});

/** Four pointers; null where positions are counted. */
const tablesParam = ({ hasTables }: Block): StructParam => ({
  kind: 'struct',
  sizeBytes: 8 * TABLE_NAMES.length,
  fields: hasTables ? TABLE_NAMES.map((buffer, i) => ({ offset: 8 * i, kind: 'pointer', buffer })) : [],
});

function predictionOf(job: PermuteJob, block: Block, launch: Launch, barriers: number, cta: number): Prediction {
  const addresses = bufferAddresses(launch);
  const at = (name: string): number => addresses.get(name) ?? 0;
  const sideAddresses = (tensor: string, global: string, shared: string) => ({
    tensor: at(tensor),
    tables: block.hasTables ? { global: at(global), shared: at(shared) } : null,
  });
  const trace = predictBlock(
    {
      geometry: geometryOf(job),
      elementBytes: job.request.elementBytes,
      sharedBaseBytes: job.params.base,
      global: globalTables(job),
      shared: block.shared,
      addresses: {
        store: sideAddresses('in', 'globalIn', 'sharedIn'),
        load: sideAddresses('out', 'globalOut', addresses.has('unpadded') ? 'unpadded' : 'sharedOut'),
      },
      isQuick: block.hasTables || block.isCompiledIn,
      barriers,
    },
    cta,
  );
  return { trace, tile: null, sharedBytes: block.places.sharedBytes };
}
