import { expect, test } from 'vitest';
import { atSourceLines } from './ptxas-lines.ts';

const PTX = `.version 9.0
.visible .entry k()
{
	.loc	1 3 3
	foo.bar;
	.loc	2 90 1, function_name $L__info_string0, inlined_at 1 7 5
	wgmma.fence;
}
.visible .entry bare()
{
	foo;
}
	.file	1 "own.cu"
	.file	2 "toolkit/header.h"`;

test('messages of ptxas are at the lines of the source', () => {
  const said = `ptxas kernel.ptx, line 5; error   : Unknown modifier '.bar'
ptxas kernel.ptx, line 5; error   : Unknown modifier '.bar'
ptxas kernel.ptx, line 7; warning : Odd
ptxas kernel.ptx, line 11; error   : No line
ptxas fatal   : Ptx assembly aborted due to errors`;
  expect(atSourceLines(said, PTX).split('\n')).toEqual([
    "own.cu(3): error: ptxas: Unknown modifier '.bar'",
    'own.cu(7): warning: ptxas: Odd',
    'ptxas kernel.ptx, line 11; error   : No line',
    'ptxas fatal   : Ptx assembly aborted due to errors',
  ]);
});

test('what is not of ptxas stays as it is', () => {
  const said = 'own.cu(2): error: expected a ";"\n\n\nown.cu(2): error: expected a ";"';
  expect(atSourceLines(said, PTX)).toBe(said);
});

test('lines that the PTX does not have are left', () => {
  const said = 'ptxas kernel.ptx, line 999; error   : x';
  expect(atSourceLines(said, PTX)).toBe(said);
});
