import { laneOffsets } from '../../contract/formula/lane-offsets.ts';
import { choice, type ParamsOf, paramTable, range, text } from '../param-table.ts';
import { LOADING, MATRIX_VARIANTS, WORD_VARIANTS } from './variants.ts';

/** Most bytes of a warp's stretch of shared memory: eight of them must fit. */
export const MOST_STRETCH_BYTES = 8192;

export const { schema, fields } = paramTable({
  table: text({
    label: 'Addresses',
    binds: 'launch',
    default: 'lane * 128',
    mostCharacters: 400,
    problem: tableProblem,
    help: 'Byte offsets by lane: 32 numbers, - for an idle lane, or a formula in lane.',
  }),
  widthBytes: choice({
    label: 'Bytes a lane',
    binds: 'compile',
    values: [4, 8, 16],
    default: 4,
    labelOf: bytes => `${bytes} B`,
    help: 'What each lane moves: 8 bytes are served by half a warp at a time, 16 by a quarter.',
    variants: WORD_VARIANTS,
  }),
  matrices: choice({
    label: 'Matrices',
    binds: 'compile',
    values: [1, 2, 4],
    default: 4,
    labelOf: count => `x${count}`,
    help: 'Matrices of one instruction; each has the addresses of eight lanes.',
    variants: MATRIX_VARIANTS,
  }),
  order: choice({
    label: 'Accesses',
    binds: 'compile',
    values: ['independent', 'chained'],
    default: 'independent',
    help: 'Independent: eight are under way at once. Chained: each waits for the value of the one before.',
    variants: LOADING,
  }),
  passes: range({
    label: 'Passes',
    binds: 'launch',
    min: 1,
    max: 512,
    unit: 'of 8 accesses',
    default: 2,
    help: 'How often the timed loop runs its eight accesses. One more pass before it warms up.',
  }),
  warps: range({
    label: 'Warps',
    binds: 'launch',
    min: 1,
    max: 8,
    unit: 'warps',
    default: 1,
    help: 'Warps that make the accesses at once, each in shared memory of its own.',
  }),
});

export type ProbeParams = ParamsOf<typeof schema>;

/** Null where a lane takes no part. */
export type ProbeTable = readonly (number | null)[];

function tableProblem(text: string): string | null {
  const table = laneOffsets(text);
  if (!table.ok) return table.error;
  if (table.value.every(offset => offset === null)) return 'no lane has an address';
  const lane = table.value.findIndex(offset => offset !== null && (offset % 4 !== 0 || offset >= MOST_STRETCH_BYTES));
  if (lane < 0) return null;
  return `lane ${lane}: ${table.value[lane]}; expected a multiple of 4 below ${MOST_STRETCH_BYTES}`;
}

/** The table in a text that the schema has accepted. */
export function tableOf({ table }: Pick<ProbeParams, 'table'>): ProbeTable {
  const offsets = laneOffsets(table);
  return offsets.ok ? offsets.value : [];
}
