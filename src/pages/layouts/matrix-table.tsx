/** Each swizzle of a chain, all together, and the way back: bits and code. */
import { printSwizzle, type Swizzle } from '../../model/layout/swizzle.ts';
import type { SwizzleChain } from '../../model/layout-steps/swizzle-chain.ts';
import { matrixCode, matrixText } from '../../model/layout-text/matrix-code.ts';
import { bitsText, codeText } from '../../model/swizzle/swizzle-names.ts';
import { TableHead } from '../../pictures/table-head.tsx';
import css from './matrix-table.module.css';

/** A region that scrolls must be reachable by keyboard. */
const SCROLLS_BY_KEY = { tabIndex: 0 };

export const MatrixTable = ({ chain }: { readonly chain: SwizzleChain }) => (
  <section className={`sideways ${css.parts}`} aria-label="Bits and code of each swizzle" {...SCROLLS_BY_KEY}>
    <table className={css.table}>
      <caption>Bits and code</caption>
      <TableHead names={['Swizzle', 'Bits', 'C']} />
      <tbody>
        {rowsOf(chain).map(row => (
          <Row key={row.id} {...row} />
        ))}
      </tbody>
    </table>
  </section>
);

const Row = ({ name, bits, code }: MatrixRow) => (
  <tr>
    <th scope="row">{name}</th>
    <td>{bits}</td>
    <td>
      <code>{code}</code>
    </td>
  </tr>
);

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
  const whole = one === null ? 'M, no one swizzle' : `M = ${printSwizzle(one)}`;
  return [
    ...swizzles.map(part),
    { id: 'all', name: whole, bits: matrixText(matrix), code: matrixCode(matrix) },
    { id: 'inverse', name: 'M⁻¹', bits: matrixText(inverse), code: matrixCode(inverse) },
  ];
}
