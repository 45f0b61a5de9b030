/**
 * Compares the costs of accesses to swizzled rows by the bank model with the counts of an independent brute-force
 * simulation that was made before this model was written.
 */
import { bankCost } from '../../src/model/banks/wavefronts.ts';
import { requestOf, type TileAccess } from '../../src/model/tma/wavefronts.ts';
import { SWIZZLE_MODES, type SwizzleMode } from '../../src/trace/launch.ts';
import { tableOf, type WrittenTable } from './written-table.ts';

const PAD_BYTES = 16;
const COUNTED_MODES: readonly SwizzleMode[] = ['none', '32B', '64B', '128B', '128B_ATOM_32B'];
const NOT_COUNTED = '—';

interface Row {
  readonly name: string;
  readonly access: TileAccess;
  readonly pitch: number;
  /** The simulation's counts: by `COUNTED_MODES`, then padded by 16 bytes; null if it has none. */
  readonly counted: readonly (number | null)[];
}

const ldmatrix = (pitch: number, counted: Row['counted']): Row => ({
  name: 'ldmatrix',
  access: { kind: 'ldmatrix' },
  pitch,
  counted,
});
const scalar = (
  kind: 'row' | 'column',
  widthBytes: 4 | 8 | 16,
  counted: Row['counted'] = Array(6).fill(null),
): Row => ({
  name: `${kind}, ${widthBytes} B a lane`,
  access: { kind, widthBytes },
  pitch: 128,
  counted,
});

const ROWS: readonly Row[] = [
  ldmatrix(32, [2, 1, 1, 1, null, 1]),
  ldmatrix(64, [4, 2, 1, 1, null, 1]),
  ldmatrix(128, [8, 4, 2, 1, null, 1]),
  ldmatrix(256, [8, 8, 4, 2, null, 1]),
  scalar('column', 4, [32, 16, 8, 4, 8, null]),
  scalar('column', 8),
  scalar('column', 16),
  scalar('row', 4),
  scalar('row', 16),
];

/** Wavefronts of every phase, at every column, base and aligned first row: one number if all are equal. */
function countOf(mode: SwizzleMode, pitch: number, access: TileAccess): string {
  const counts = new Set<number>();
  const width = access.kind === 'ldmatrix' ? 16 : access.widthBytes;
  for (let base = 0; base < 2048; base += 128)
    for (const firstRow of [0, 8, 16, 24])
      for (let column = 0; column + width <= Math.min(pitch, 128); column += access.kind === 'row' ? 128 : width) {
        const cost = bankCost(requestOf({ mode, pitch, base }, access, firstRow, column));
        if (!cost.ok) throw new Error(cost.error.message);
        for (const phase of cost.value.phases) counts.add(phase.wavefronts);
      }
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return least === most ? `${most}` : `${least} to ${most}`;
}

const HEAD: readonly string[] = [
  ...['access', 'pitch'],
  ...[...SWIZZLE_MODES, 'none +16 B'],
  ...[...COUNTED_MODES, 'none +16 B'],
];

/** First our counts, then those of the simulation. */
export const rowsOfTable = (): string[][] =>
  ROWS.map(({ name, access, pitch, counted }) => [
    ...[name, `${pitch}`],
    ...SWIZZLE_MODES.map(mode => countOf(mode, pitch, access)),
    countOf('none', pitch + PAD_BYTES, access),
    ...counted.map(count => `${count ?? NOT_COUNTED}`),
  ]);

export const SWIZZLE_COSTS: WrittenTable = {
  path: 'src/model/tma/README.md',
  name: 'costs',
  lines: () => tableOf(HEAD, 1, rowsOfTable()),
};
