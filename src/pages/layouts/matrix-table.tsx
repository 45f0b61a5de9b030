/** Each swizzle of a chain, all together, and the way back: bits and code. */
import { printSwizzle, type Swizzle } from '../../model/layout/swizzle.ts';
import type { SwizzleChain } from '../../model/layout-steps/swizzle-chain.ts';
import { matrixCode, matrixText } from '../../model/layout-text/matrix-code.ts';
import { bitsText, codeText } from '../../model/swizzle/swizzle-names.ts';
import { DataTable } from '../../panels/kit/data-table.tsx';
import type { Column } from '../../panels/kit/table-columns.ts';
import css from './layouts-page.module.css';

export const MatrixTable = ({ chain }: { readonly chain: SwizzleChain }) => (
  <div className={css.parts}>
    <DataTable
      isTitled
      label="Bits and code of each swizzle"
      caption={<strong>Bits and code</strong>}
      columns={COLUMNS}
      rows={rowsOf(chain)}
      rowKey={({ id }) => id}
    />
  </div>
);

const COLUMNS: readonly Column<MatrixRow>[] = [
  { key: 'swizzle', name: 'Swizzle', cell: ({ name }) => name },
  { key: 'bits', name: 'Bits', isText: true, cell: ({ bits }) => bits },
  { key: 'c', name: 'C', isText: true, cell: ({ code }) => <code>{code}</code> },
];

interface MatrixRow {
  readonly id: string;
  readonly name: string;
  readonly bits: string;
  readonly code: string;
}

function rowsOf({ swizzles, matrix, inverse, one }: SwizzleChain): readonly MatrixRow[] {
  const part = (swizzle: Swizzle, at: number): MatrixRow => ({
    // The same swizzle may come twice.
    id: `${at}`,
    name: printSwizzle(swizzle),
    bits: bitsText(swizzle),
    code: codeText(swizzle, 'x'),
  });
  const whole = one === null ? 'M, not one swizzle' : `M = ${printSwizzle(one)}`;
  return [
    ...swizzles.map(part),
    { id: 'all', name: whole, bits: matrixText(matrix), code: matrixCode(matrix) },
    { id: 'inverse', name: 'M⁻¹', bits: matrixText(inverse), code: matrixCode(inverse) },
  ];
}
