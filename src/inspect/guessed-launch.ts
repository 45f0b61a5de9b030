/** Findings that may come of a guessed launch: what of it is guessed, and lengths of a buffer with which it may go. */
import { roundUp } from '../base/bits.ts';
import { bufferAddresses } from '../trace/device-addresses.ts';
import type { Fault } from '../trace/fault.ts';
import type { Finding } from '../trace/finding.ts';
import { ELEMENT_BYTES, type Launch, type LaunchParam, type StructValue } from '../trace/launch.ts';

export interface GuessedPaths {
  readonly launch: Launch;
  /** Paths of values that are not settled: `grid`, `buffers[0].length`, `params[2].value`. */
  readonly guessed: readonly string[];
  /** Names of the parameters, where they are known. */
  readonly names: readonly string[];
}

/** "The launch is guessed: n = 1000, 'y' has 1000 elements."; '' where nothing that is guessed can be the reason. */
export function guessWords(fault: Fault, paths: GuessedPaths): string {
  const guesses = guessesBehind(fault, paths);
  return guesses.length === 0 ? '' : `The launch is guessed: ${guesses.join(', ')}.`;
}

/** The findings, each with what of the launch it may come of. */
export function withGuesses(
  findings: readonly Finding[],
  faults: readonly Fault[],
  paths: GuessedPaths,
): readonly Finding[] {
  if (paths.guessed.length === 0) return findings;
  const words = new Map(faults.map(fault => [`${fault.kind} ${fault.message}`, guessWords(fault, paths)]));
  return findings.map(finding => {
    const guess = words.get(`${finding.kind} ${finding.message}`) ?? '';
    return guess === '' ? finding : { ...finding, guess };
  });
}

function guessesBehind(fault: Fault, paths: GuessedPaths): string[] {
  if (fault.kind === 'outOfBounds' && fault.space === 'global') {
    const buffer = bufferBefore(fault.address, paths);
    if (buffer === null) return [...lengthScalars(paths), ...numbersForPointers(paths)];
    return [...lengthScalars(paths), ...(buffer.isGuessed ? [`'${buffer.name}' has ${buffer.length} elements`] : [])];
  }
  if (fault.kind === 'race' && fault.between === 'ctas') return sizes(paths, ['grid', 'block']);
  if (fault.kind === 'trap' && ACCESSES_IMAGE.test(fault.place.instruction))
    return [...lengthScalars(paths), ...images(paths)];
  if (fault.kind === 'divisionByZero' || fault.kind === 'misaligned')
    return [...contents(paths), ...lengthScalars(paths)];
  if (fault.kind === 'badOperand') return TAKES_MAP.test(fault.place.instruction) ? mapsOrNone(paths) : [];
  if (!OF_BLOCK.has(fault.kind)) return [];
  const lengths = fault.kind === 'outOfBounds' ? lengthScalars(paths) : [];
  const boxes = OF_MAPS.has(fault.kind) ? maps(paths) : [];
  return [...sizes(paths, ['block', 'dynamicSharedBytes']), ...lengths, ...boxes];
}

/** Takes the address of a tensor map. */
const TAKES_MAP = /\.tensor(map)?\b/;

/** Faults that a box of another size may be without. */
const OF_MAPS: ReadonlySet<Fault['kind']> = new Set(['outOfBounds', 'deadlock', 'mbarrier', 'missingWait', 'race']);

const ACCESSES_IMAGE = /\b(suld|sust)\./;

/** Faults that may go away with another block size, or with another size of shared memory. */
const OF_BLOCK: ReadonlySet<Fault['kind']> = new Set([
  'outOfBounds',
  'uninitialisedRead',
  'uninitialisedRegister',
  'deadlock',
  'barrier',
  'mbarrier',
  'memberMask',
  'missingWait',
  'assert',
  'race',
]);

/** Whether another guess of the block may do without the fault. */
export const mayComeOfBlock = ({ kind }: Fault, guessed: readonly string[]): boolean =>
  guessed.includes('block') && OF_BLOCK.has(kind);

function sizes(
  { launch, guessed }: GuessedPaths,
  keys: readonly ('grid' | 'block' | 'dynamicSharedBytes')[],
): string[] {
  return keys
    .filter(key => guessed.includes(key))
    .map(key => {
      if (key === 'dynamicSharedBytes') return `${launch.dynamicSharedBytes ?? 0} dynamic shared bytes`;
      const what = key === 'grid' ? 'a grid of' : 'blocks of';
      return `${what} ${launch[key].join(' x ')}`;
    });
}

interface GivenValue {
  readonly path: string;
  readonly name: string;
  readonly value: LaunchParam | StructValue;
}

/** The parameters' values, those of structs field by field. */
const valuesOf = ({ launch, names }: GuessedPaths): GivenValue[] =>
  launch.params.flatMap((param, i): GivenValue[] => {
    const path = `params[${i}]`;
    const name = names[i] ?? path;
    if (param.kind !== 'struct') return [{ path, name, value: param }];
    return param.fields.map((value, k) => ({ path: `${path}.fields[${k}]`, name: `${name}_${value.offset}`, value }));
  });

/** Integers above 1: lengths, most likely; and those that lie in records behind pointers. */
function lengthScalars(paths: GuessedPaths): string[] {
  const { launch, guessed } = paths;
  const records = launch.buffers.flatMap(({ name, init, fields }, i) =>
    fields && init.kind === 'base64' && guessed.includes(`buffers[${i}].init`) ? [`the numbers in '${name}'`] : [],
  );
  const scalars = valuesOf(paths).flatMap(({ path, name, value }) => {
    if (value.kind !== 'scalar' || !/^[us]\d/.test(value.type) || !paths.guessed.includes(`${path}.value`)) return [];
    return Number(value.value) > 1 ? [`${name} = ${value.value}`] : [];
  });
  return [...scalars, ...records];
}

/** Numbers as wide as an address: the code may load through what it only passes on, or through what it has loaded. */
function numbersForPointers(paths: GuessedPaths): string[] {
  const { launch, guessed } = paths;
  const scalars = valuesOf(paths).flatMap(({ path, name, value }) => {
    const isWide = value.kind === 'scalar' && /^[us]64$/.test(value.type) && guessed.includes(`${path}.value`);
    return isWide && Number(value.value) <= 1 ? [`${name} = ${value.value} is no pointer`] : [];
  });
  const buffers = launch.buffers.flatMap(({ name, type, fields }, i) =>
    /^[us]64$/.test(type) && !fields && guessed.includes(`buffers[${i}].init`)
      ? [`'${name}' holds numbers, no pointers`]
      : [],
  );
  return [...scalars, ...buffers];
}

const mapsOrNone = (paths: GuessedPaths): string[] =>
  valuesOf(paths).some(({ value }) => value.kind === 'tensorMap') ? maps(paths) : ['no parameter is a tensor map'];

/** Boxes of the tensor maps. */
function maps(paths: GuessedPaths): string[] {
  return valuesOf(paths).flatMap(({ path, name, value }) => {
    if (value.kind !== 'tensorMap' || !paths.guessed.includes(`${path}.box`)) return [];
    return [`'${name}' has boxes of ${value.box.join(' x ')}`];
  });
}

/** How large textures and surfaces are. */
function images({ launch, guessed }: GuessedPaths): string[] {
  return launch.params.flatMap((param, i) => {
    if ((param.kind !== 'texture' && param.kind !== 'surface') || !guessed.includes(`params[${i}].dims`)) return [];
    return [`'${param.buffer}' is ${param.dims.join(' x ')}`];
  });
}

/** What buffers of integers hold that the kernel may divide by, or take for offsets. */
function contents({ launch, guessed }: GuessedPaths): string[] {
  return launch.buffers.flatMap(({ name, type, init }, i) => {
    if (!guessed.includes(`buffers[${i}].init`) || !/^[us]\d/.test(type)) return [];
    if (init.kind === 'random') return [`'${name}' holds numbers from ${init.low} to ${init.high}`];
    return init.kind === 'zeros' ? [`'${name}' holds zeros`] : [];
  });
}

interface BufferBefore {
  readonly index: number;
  readonly name: string;
  readonly length: number;
  /** Device address of its first byte. */
  readonly start: number;
  readonly elementBytes: number;
  readonly isGuessed: boolean;
}

/** The last buffer that starts at or before an address; of those named `pointed`, where that is known. */
function bufferBefore(
  address: number,
  { launch, guessed }: GuessedPaths,
  pointed: string | null = null,
): BufferBefore | null {
  const addresses = bufferAddresses(launch);
  const starts = launch.buffers.map(({ name, type, length }, index) => ({
    index,
    name,
    length,
    start: addresses.get(name) ?? Number.POSITIVE_INFINITY,
    elementBytes: ELEMENT_BYTES[type],
    isGuessed: guessed.includes(`buffers[${index}].length`),
  }));
  const before = starts.filter(({ start, name }) => start <= address && (pointed === null || name === pointed));
  return before.sort((a, b) => b.start - a.start)[0] ?? null;
}

/** The length to try next for the buffer behind whose end an access was, and where the length stands in the launch. */
export interface LengthToTry {
  readonly buffer: number;
  readonly path: string;
  readonly length: number;
}

/** In elements: a pointer that needs more is wild, and no matter of lengths. */
const MOST_LENGTH = 2 ** 24;

/**
 * Null for another fault, and where the length is not guessed.
 *
 * @param pointed the buffer that the address is computed from: it need not be the nearest. Null where that is not known.
 */
export function lengthToTry(fault: Fault, paths: GuessedPaths, pointed: string | null = null): LengthToTry | null {
  if (fault.kind !== 'outOfBounds' || fault.space !== 'global') return null;
  const buffer = bufferBefore(fault.address, paths, pointed);
  if (!buffer?.isGuessed) return null;
  const needed = Math.ceil((fault.address + fault.widthBytes - buffer.start) / buffer.elementBytes);
  const [x, y, z] = paths.launch.block;
  const length = roundUp(needed, x * y * z);
  if (needed <= buffer.length || length > MOST_LENGTH) return null;
  return { buffer: buffer.index, path: `buffers[${buffer.index}].length`, length };
}

/** Where an access still lies behind the end with `tried` elements: twice as many, or what that access needs. Null: no more. */
export function longerLength(
  again: Fault,
  tried: number,
  paths: GuessedPaths,
  pointed: string | null = null,
): number | null {
  const longer = Math.max(2 * tried, lengthToTry(again, paths, pointed)?.length ?? 0);
  return longer > MOST_LENGTH ? null : longer;
}

export const withLength = (launch: Launch, buffer: number, length: number): Launch => ({
  ...launch,
  buffers: launch.buffers.map((spec, i) => (i === buffer ? { ...spec, length } : spec)),
});
