/** Where a picture of the gallery can be changed: the page, and its state. */
import type { FlatSearch } from '../state/link-codec.ts';
import type { PageLink } from '../state/page-address.ts';

export type GalleryLink = PageLink & { readonly search: FlatSearch };

/** Where in an exhibit a picture case is found. */
interface ExhibitPlace {
  readonly kernel: string;
  readonly search: FlatSearch;
}

/**
 * The transpose page has tiles of 32 or 64 rows and columns only. Smaller tiles, broadcasts and wrong results have no
 * equal there, so they open as a picture of their own.
 */
const IN_TRANSPOSE: Readonly<Record<string, FlatSearch>> = {
  'tile-unpadded': { v: 'tiled', warp: '5' },
  'tile-padded': { v: 'padded', warp: '5', pin: '11.5' },
  'tile-xor': { v: 'xor', warp: '5' },
  'tile-pad-2': { v: 'padded', pad: '2', warp: '5' },
  'tile-row-store': { v: 'padded', side: 'store', warp: '9' },
  'tile-edge': { v: 'tiled', rows: '21', columns: '32', warp: '12' },
  'tile-pad-not-used': { v: 'pad-not-used', warp: '5' },
  'tile-64': { v: 'padded', tile: '64', warp: '8', request: '1' },
  'bank-map-unpadded': { v: 'tiled', warp: '5' },
  'bank-map-padded': { v: 'padded', warp: '5', pin: '11.5' },
  'bank-map-pad-2': { v: 'padded', pad: '2', warp: '5' },
  'bank-map-playhead': { v: 'tiled', warp: '5', at: '12' },
  'bank-map-pad-not-used': { v: 'pad-not-used', warp: '5' },
  'punch-card-pad-2': { v: 'padded', pad: '2', warp: '5' },
  'punch-card-pad-not-used': { v: 'pad-not-used', warp: '5' },
  'wavefronts-unpadded': { v: 'tiled', warp: '5', at: '12' },
};

const IN_REDUCTION: Readonly<Record<string, FlatSearch>> = {
  'steps-divergent': { v: 'interleaved-divergent', side: 'store', request: '3' },
  'steps-strided': { v: 'interleaved-strided', side: 'store', request: '3' },
};

const placesIn = (kernel: string, searches: Readonly<Record<string, FlatSearch>>): [string, ExhibitPlace][] =>
  Object.entries(searches).map(([id, search]) => [id, { kernel, search }]);

/** States of the exhibits that show what a picture case shows, by its id. */
export const EXHIBIT_OF: ReadonlyMap<string, ExhibitPlace> = new Map([
  ...placesIn('transpose', IN_TRANSPOSE),
  ...placesIn('reduction', IN_REDUCTION),
]);

/** States of the layouts page, likewise. */
export const IN_LAYOUTS: Readonly<Record<string, FlatSearch>> = {
  'layout-swizzled': { op: 'show', a: 'Sw<3,2,3> o 0 o (8,32):(32,1)' },
  'layout-divide': { op: 'zipped-divide', a: '(8,12):(12,1)', b: '<(2,2):(1,4), 4:1>', pin: '6.37' },
  'layout-product': { op: 'logical-product', a: '(2,2):(4,1)', b: '6:1', colour: 'offset', pin: '1.2' },
  'layout-large': { op: 'coalesce', a: '(256,256):(264,1)' },
  'threads-mma-c': { view: 'threads', atom: 'mma.m16n8k16 f16 or bf16', part: 'C', pin: '1.2' },
  'threads-ldmatrix-swizzled': {
    view: 'threads',
    atom: 'ldmatrix.x2',
    part: 'registers',
    shared: 'Sw<3,3,3> o 0 o (16,8):(64,1)',
    pin: '0.0',
  },
  'bit-matrix-128b': { view: 'swizzles', chain: 'Sw<3,4,3>', pin: '5.2' },
  'bit-matrix-chain': { view: 'swizzles', chain: 'Sw<2,0,3> o Sw<2,2,3>' },
};

/** States of the swizzle page, likewise. */
const IN_SWIZZLE: Readonly<Record<string, FlatSearch>> = {
  'xor-bits-128b': { rows: '8' },
  'xor-bits-elements': { rows: '8', unit: 'elements' },
  'xor-bits-compared': { rows: '8', vs: '2.4.3' },
  'xor-bits-negative': { rows: '8', unit: 'bits', swz: '2.4.-3' },
  'chunk-tile-before': { rows: '8', swz: '0.4.3', access: 'ldmatrix-1' },
  'chunk-tile-after': { rows: '8', access: 'ldmatrix-1' },
  'chunk-tile-banks': { e: '4', rows: '32', cols: '32', piece: 'element', show: 'tile', access: 'column-4', at: '0.5' },
  'chunk-tile-padded': { rows: '8', cols: '56', pad: '8', base: '576' },
  'chunk-tile-scrambled': { rows: '8', base: '256' },
  'chunk-tile-moving': { rows: '8' },
};

const IMAGE: FlatSearch = {
  type: 'f16',
  dims: '64.14.14.8',
  box: '64.8.8.1',
  steps: '1.2.1.1',
  start: '0.-1.-1.2',
  base: '1024',
};

/** States of the tensor map page, likewise. */
const IN_TENSOR_MAP: Readonly<Record<string, FlatSearch>> = {
  'tensor-box-tile': { dims: '256.32', box: '64.16', start: '64.8', base: '1024' },
  'tensor-box-ragged': { dims: '100.20', strides: '208', box: '64.16', start: '64.12', base: '1024' },
  'tensor-box-walk': { dims: '256.32', box: '64.16', start: '64.8', base: '1024', at: '53' },
  'tensor-box-image': { ...IMAGE, plane: '0.0.4.0' },
  'tensor-box-plane-outside': { ...IMAGE, plane: '0.0.0.0' },
  'chunk-tile-copied': { dims: '100.20', strides: '208', box: '64.16', start: '64.8', base: '1024', at: '90' },
  'tensor-box-line': { type: 'f32', dims: '4096', box: '256', start: '3968', swz: 'none', base: '1024' },
};

/** States of the pipeline page, likewise. */
const IN_PIPELINE: Readonly<Record<string, FlatSearch>> = {
  'pipeline-ring': { a: 'v2-warp-specialized*stages_4*steps_10', at: '4600' },
  'pipeline-critical-path': { a: 'v3-wgmma*steps_8', path: '1' },
  'pipeline-zoomed': { a: 'v2-warp-specialized*stages_4*steps_10', window: '4200_6800' },
  'pipeline-compared': {
    a: 'v2-warp-specialized*stages_2*steps_10',
    b: 'v2-warp-specialized*stages_4*steps_10',
    edit: '1',
    traces: '0',
  },
  'pipeline-attention': { a: 'fa3-forward*blocks_3', window: '0_12000' },
  'pipeline-attention-deadlock': { a: 'fa3-forward*blocks_3*firstArrive_0', traces: '0' },
  'ring-wgmma': { at: '7000' },
  'ring-attention': { a: 'fa3-forward', at: '7000' },
  'unit-bars-wgmma': {},
  'unit-bars-attention': { a: 'fa3-forward' },
};

/** Where a picture case can be changed; null where nothing else shows it. */
export function exhibitLinkOf(id: string): GalleryLink | null {
  if (Object.hasOwn(IN_LAYOUTS, id)) return { to: '/layouts', params: {}, search: IN_LAYOUTS[id] };
  if (Object.hasOwn(IN_SWIZZLE, id)) return { to: '/swizzle', params: {}, search: IN_SWIZZLE[id] };
  if (Object.hasOwn(IN_TENSOR_MAP, id)) return { to: '/tensor-map', params: {}, search: IN_TENSOR_MAP[id] };
  if (Object.hasOwn(IN_PIPELINE, id)) return { to: '/pipeline', params: {}, search: IN_PIPELINE[id] };
  if (id === 'shared-budget-attention') return { to: '/attention/published', params: {}, search: {} };
  const place = EXHIBIT_OF.get(id);
  return place === undefined ? null : { to: '/banks/$kernel', params: { kernel: place.kernel }, search: place.search };
}
