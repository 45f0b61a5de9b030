/** Kernels around ldmatrix, stmatrix and movmatrix. */
import { MATRIX_ROW_BYTES } from '../../src/base/hardware.ts';
import { type MatrixForm, MatrixRegisters, PLANE_BYTES, type RegisterPiece } from './matrix-form.ts';

const TILE_BYTES = 32 * MATRIX_ROW_BYTES;
const TILE: RegisterPiece = { type: 'b32', sizeBytes: TILE_BYTES };
/** A row of the tile for each lane; a permutation. */
const ROWS: RegisterPiece = { type: 'row', sizeBytes: PLANE_BYTES };

const rowAddress = `ld.global.u32 %r1, [%inLane]; mov.u32 %r2, tile; mad.lo.u32 %r1, %r1, ${MATRIX_ROW_BYTES}, %r2;`;
const laneRow = 'mad.wide.u32 %x1, %lane, 12, %inLane; mad.lo.u32 %r3, %lane, 16, %r2;';

export function ldmatrixForm(count: number, trans: string): MatrixForm {
  const id = `ldmatrix.sync.aligned.m8n8.x${count}${trans}.shared.b16`;
  const result = new MatrixRegisters('d', 'b32', count * 32);
  return {
    id,
    inputs: [ROWS, TILE],
    result: { type: 'b32', sizeBytes: result.sizeBytes },
    outBytes: result.sizeBytes,
    tileBytes: TILE_BYTES,
    body: `${result.declaration} ${rowAddress} ${laneRow}
ld.global.v4.u32 {%r4, %r5, %r6, %r7}, [%x1+${PLANE_BYTES}]; st.shared.v4.u32 [%r3], {%r4, %r5, %r6, %r7};
bar.sync 0;
${id} ${result.list}, [%r1];
${result.store(0)}`,
  };
}

export function stmatrixForm(count: number, trans: string): MatrixForm {
  const id = `stmatrix.sync.aligned.m8n8.x${count}${trans}.shared.b16`;
  const source = new MatrixRegisters('a', 'b32', count * 32);
  return {
    id,
    inputs: [ROWS, { type: 'b32', sizeBytes: source.sizeBytes }],
    result: TILE,
    outBytes: TILE_BYTES,
    tileBytes: TILE_BYTES,
    body: `${source.declaration} ${rowAddress} ${laneRow}
st.shared.v4.u32 [%r3], {%r8, %r8, %r8, %r8};
bar.sync 0;
${source.load(PLANE_BYTES)}
${id} [%r1], ${source.list};
bar.sync 0;
ld.shared.v4.u32 {%r4, %r5, %r6, %r7}, [%r3]; mad.wide.u32 %x1, %lane, 16, %out; st.global.v4.u32 [%x1], {%r4, %r5, %r6, %r7};`,
  };
}

export const MOVMATRIX: MatrixForm = {
  id: 'movmatrix.sync.aligned.m8n8.trans.b16',
  inputs: [{ type: 'b32', sizeBytes: PLANE_BYTES }],
  result: { type: 'b32', sizeBytes: PLANE_BYTES },
  outBytes: PLANE_BYTES,
  tileBytes: 0,
  body: `ld.global.b32 %r1, [%inLane]; movmatrix.sync.aligned.m8n8.trans.b16 %r2, %r1; st.global.b32 [%outLane], %r2;`,
};
