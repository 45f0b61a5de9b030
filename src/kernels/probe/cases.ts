/** Named parameter sets: what the tests run, the gallery shows and deep links name. */
import type { KernelCase } from '../kernel.ts';
import type { ProbeParams } from './params.ts';

type Chosen = Partial<ProbeParams>;

const probe = (id: string, title: string, table: string, chosen: Chosen = {}): KernelCase => ({
  id,
  title,
  params: { table, ...chosen },
});

/** A table in which neighbours have one address. */
const alike = (kernelCase: KernelCase): KernelCase => ({ ...kernelCase, hides: ['swapped'] });

export const cases: readonly KernelCase[] = [
  probe('column', 'A column of 128-byte rows: 32 lanes on one bank', 'lane * 128'),
  probe('row', 'Side by side: one wavefront', 'lane * 4'),
  alike(probe('broadcast', 'One word for all lanes', '0 * lane')),
  probe('padded-column', 'A column with a word of padding', 'lane * 132', { order: 'chained' }),
  probe('every-other', 'Every other word', 'lane * 8', { warps: 4 }),
  probe('row-8', 'Side by side, 8 bytes', 'lane * 8', { widthBytes: 8 }),
  probe('row-16', 'Side by side, 16 bytes', 'lane * 16', { widthBytes: 16, order: 'chained' }),
  alike(probe('pairs-16', 'Two lanes to each 16 bytes', '(lane // 2) * 16', { widthBytes: 16 })),
  probe('column-16', 'A column of 16 bytes a lane', 'lane * 128', { widthBytes: 16, passes: 1 }),
  probe('column-16-128B', 'The same under 128B', 'lane * 128 + (lane % 8) * 16', { widthBytes: 16 }),
  probe('half', 'Half a warp', Array.from({ length: 16 }, (_, lane) => lane * 64).join(' '), { warps: 8 }),
  probe('sparse', 'Lanes here and there', '256 - - 4 0x40 - 512 8', { widthBytes: 4, passes: 5 }),
  probe('matrix', 'Matrix rows 128 bytes apart', '(lane % 8) * 128 + (lane // 8) * 16', { widthBytes: 8 }),
  probe('matrix-128B', 'Matrix rows under 128B', '(lane % 8) * 128 + ((lane // 8) ^ (lane % 8)) * 16', {
    widthBytes: 16,
    order: 'chained',
  }),
  probe('matrix-x1', 'One matrix, its rows side by side', 'lane * 16', { matrices: 1 }),
  probe('matrix-x2', 'Two matrices of padded rows', 'lane * 144', { matrices: 2, warps: 2 }),
];
