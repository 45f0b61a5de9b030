/** Sentences for a person that say what had to be assumed of a capture, and what it lacks. */
import { count } from '../../base/numbers.ts';
import type { Launch } from '../../trace/launch.ts';
import { strayNotes } from './captured-gaps.ts';
import type { CapturedParam } from './captured-params.ts';
import type { CaptureReading } from './captured-reading.ts';
import { placeOf } from './captured-regions.ts';

/** Most notes of one sort that are listed; the others are only counted. */
const MOST_OF_A_SORT = 5;

export function captureNotes(reading: CaptureReading, launch: Launch): string[] {
  const { capture } = reading.contents;
  return [
    ...(capture.complete ? [] : [incompleteNote(reading)]),
    ...programNotes(reading),
    ...deviceNotes(reading),
    ...(capture.scope === 'graph'
      ? ['it is a node of a CUDA graph: memory before and after is that of the whole graph']
      : []),
    ...shortened(
      capture.leftOut.map(
        ({ what, bytes, why }) => `not captured: ${what}${bytes > 0 ? ` (${count(bytes)} bytes)` : ''}: ${why}`,
      ),
    ),
    ...shortened(reading.params.flatMap(doubtfulPointers)),
    ...shortened(reading.params.flatMap(param => variablePointers(reading, param))),
    ...shortened(strayNotes(reading)),
    ...shortened(strayMaps(reading)),
    ...shortened(launch.buffers.flatMap(storedNotes)),
    ...shortened(reading.regions.flatMap((region, i) => lengthNote(reading, region.before.length, i))),
  ];
}

/** Memory that was copied afterwards all the same is compared: a graph that goes on may have changed it. */
const incompleteNote = ({ contents: { capture, buffers } }: CaptureReading): string => {
  if (buffers.every(({ after }) => after === null))
    return 'the launch did not end well on the GPU: there is nothing to compare with';
  return capture.scope === 'graph'
    ? 'the graph does more than this launch: what differs may be the work of its other nodes'
    : 'the recording is not complete: what was copied after the launch is compared all the same';
};

/** Notes about the program itself. */
function programNotes({ contents: { ptx } }: CaptureReading): string[] {
  return [
    ...(ptx?.includes('tensormap.replace')
      ? ['the kernel makes tensor maps in memory: how a GPU encodes them is not known, so that their bytes differ']
      : []),
  ];
}

/** Memory that the kernel reaches although it lies elsewhere: one note for each place. */
function deviceNotes({ contents: { capture }, regions, buffers }: CaptureReading): string[] {
  const own = capture.gpu.device;
  const namesByPlace = new Map<number | 'host', Set<string>>();
  for (const { address, device } of capture.buffers) {
    if (own === undefined || device === undefined || device === own) continue;
    const region = placeOf(regions, BigInt(address))?.region;
    if (region === undefined) continue;
    namesByPlace.set(device, (namesByPlace.get(device) ?? new Set()).add(buffers[region].name));
  }
  return [...namesByPlace].map(([device, names]) => {
    const where = device === 'host' ? 'the memory of the host' : `the memory of GPU ${device}`;
    return `${shortList([...names])} ${names.size === 1 ? 'lies' : 'lie'} in ${where}; the launch ran on GPU ${own}`;
  });
}

const MOST_NAMES = 4;

const shortList = (names: readonly string[]): string =>
  names.length <= MOST_NAMES
    ? names.join(', ')
    : `${names.slice(0, MOST_NAMES).join(', ')} and ${count(names.length - MOST_NAMES)} more buffers`;

const shortened = (notes: readonly string[]): readonly string[] =>
  notes.length <= MOST_OF_A_SORT
    ? notes
    : [...notes.slice(0, MOST_OF_A_SORT), `and ${count(notes.length - MOST_OF_A_SORT)} more of this sort`];

/** Words that are addresses of captured memory, of which the kernel does not show that it reads or writes through them. */
function doubtfulPointers({ outline, addresses }: CapturedParam): string[] {
  return addresses
    .filter(({ leaf }) => leaf?.use.kind !== 'pointer' && outline.use.kind !== 'tensorMap')
    .map(({ offset, leaf }) => {
      const where = outline.use.kind === 'struct' ? `byte ${offset} of ${outline.name}` : outline.name;
      return `${where} is taken for a pointer, since captured memory lies there${leaf === null ? '' : '; the kernel does not use it as one'}`;
    });
}

/** A launch says no addresses of variables. */
function variablePointers({ contents }: CaptureReading, { bytes, leaves, addresses }: CapturedParam): string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return leaves.flatMap(({ use, name, place: { byteOffset } }) => {
    if (use.kind !== 'pointer' || byteOffset + 8 > bytes.length) return [];
    if (addresses.some(({ offset }) => offset === byteOffset)) return [];
    const word = view.getBigUint64(byteOffset, true);
    const global = contents.capture.globals.find(
      of => word >= BigInt(of.address) && word < BigInt(of.address) + BigInt(of.bytes),
    );
    return global === undefined ? [] : [`${name} points to the variable ${global.name}, which a launch cannot say`];
  });
}

const strayMaps = ({ maps, contents }: CaptureReading): string[] =>
  maps.flatMap(({ tensor }, i) => {
    const { address } = contents.capture.tensorMaps[i];
    return tensor === null
      ? [`the tensor of tensor map ${i}, at ${address}, was not captured: copies of it are refused`]
      : [];
  });

const storedNotes = ({ name, fields = [] }: Launch['buffers'][number]): string[] => {
  const pointers = fields.filter(({ kind }) => kind === 'pointer').length;
  return pointers === 0
    ? []
    : [`${name} holds ${count(pointers)} words that are addresses of captured memory: they follow the buffers`];
};

function lengthNote({ buffers }: CaptureReading, capturedBytes: number, index: number): string[] {
  const { name, sizeBytes } = buffers[index];
  const behind = sizeBytes - capturedBytes;
  return behind === 0
    ? []
    : [
        `${count(behind)} bytes behind ${name} were not captured: they are zeros here, and what depends on them may differ`,
      ];
}
