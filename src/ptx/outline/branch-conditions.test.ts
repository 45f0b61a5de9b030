/** On which predicates instructions depend, in code as compilers lay it out. */
import { expect, test } from 'vitest';
import { parseModule } from '../parse/module.ts';
import { BranchConditions } from './branch-conditions.ts';
import { isEndOf } from './loops.ts';

function entryOf(body: string) {
  const module = parseModule(`.version 9.0
.target sm_90
.address_size 64
.visible .entry k() { .reg .pred %p<9>; .reg .b32 %r<9>; ${body} }`);
  if (!module.ok) throw new Error(module.error.message);
  const entry = module.value.functions.find(f => f.name === 'k');
  if (!entry) throw new Error('no kernel');
  return entry;
}

/** Of the instruction that writes a register: 'p1 !p2'. */
function conditions(body: string, register: string): string {
  const f = entryOf(body);
  const at = f.instructions.findIndex(({ operands: [to] }) => to?.kind === 'register' && to.name === register);
  return new BranchConditions(f)
    .of(at)
    .map(({ predicate, holds }) => `${holds ? '' : '!'}${predicate.slice(1)}`)
    .sort()
    .join(' ');
}

test('what a branch jumps over is for those that do not jump', () => {
  const body = '@%p1 bra A; mov.u32 %r1, 1; A: mov.u32 %r2, 2; ret;';
  expect(conditions(body, '%r1')).toBe('!p1');
  expect(conditions(body, '%r2')).toBe('');
});

test('a guard, and a branch by a predicate that is not so', () => {
  expect(conditions('@!%p1 bra A; @%p2 mov.u32 %r1, 1; A: ret;', '%r1')).toBe('p1 p2');
});

test('both outcomes, also where a jump leads from one over the other, and the second comes by a jump of its own', () => {
  const either = '@%p1 bra A; mov.u32 %r1, 1; bra.uni B; A: mov.u32 %r2, 2; B: mov.u32 %r3, 3; ret;';
  expect(['%r1', '%r2', '%r3'].map(register => conditions(either, register))).toEqual(['!p1', 'p1', '']);
  const crossed = '@%p1 bra A; bra.uni B; A: mov.u32 %r2, 2; bra.uni C; B: mov.u32 %r1, 1; C: mov.u32 %r3, 3; ret;';
  expect(['%r1', '%r2', '%r3'].map(register => conditions(crossed, register))).toEqual(['!p1', 'p1', '']);
});

test('an exit ahead decides of all behind it, wherever in the text the kernel ends', () => {
  const above = '@%p1 bra A; bra.uni B; A: ret; B: mov.u32 %r1, 1; @%p2 bra A; mov.u32 %r2, 2; bra.uni A;';
  expect(conditions(above, '%r1')).toBe('!p1');
  expect(conditions(above, '%r2')).toBe('!p1 !p2');
});

test('branches in branches', () => {
  const body = '@%p1 bra A; @%p2 bra B; mov.u32 %r1, 1; B: mov.u32 %r2, 2; A: ret;';
  expect(conditions(body, '%r1')).toBe('!p1 !p2');
  expect(conditions(body, '%r2')).toBe('!p1');
});

test('a loop goes on for all', () => {
  expect(conditions('A: mov.u32 %r1, 1; @%p1 bra A; mov.u32 %r2, 2; ret;', '%r1')).toBe('');
});

test('the end of a kernel is no loop', () => {
  const f = entryOf('bra.uni B; A: mov.u32 %r1, 1; ret; B: @%p1 bra A; @%p2 bra B; ret;');
  expect(['A', 'B'].map(label => isEndOf(f, f.labels.get(label)!))).toEqual([true, false]);
});
