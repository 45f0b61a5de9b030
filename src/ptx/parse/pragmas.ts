/** `.pragma "nounroll";`: hints to ptxas, without effect on what the code computes. */
import { CODE } from './characters.ts';
import type { Scanner } from './scanner.ts';

export function readPragma(scanner: Scanner): void {
  do scanner.quoted('a pragma');
  while (scanner.take(CODE.comma));
  scanner.expect(CODE.semicolon, 'after the pragma');
}
