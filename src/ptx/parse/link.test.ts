/** Several modules in one text: what is linked, what stays apart, and what is said where they do not fit. */
import { describe, expect, it } from 'vitest';
import { parsed, runKernel, wordsOf } from '../checks/kernel-run.ts';
import { emulate } from '../index.ts';
import { parseModule } from './module.ts';

const HEAD = '.version 8.0\n.target sm_90\n.address_size 64\n';
const DECLARED = '.extern .func (.param .b32 result) f (.param .b32 x);';

/** Writes what `f` makes of the thread's number. */
const kernel = (more = '', body = '') => `${HEAD}${more}
.visible .entry k(.param .u64 out)
{
.reg .b64 %out, %at; .reg .b32 %t, %v;
ld.param.u64 %out, [out];
mov.u32 %t, %tid.x;
mad.wide.u32 %at, %t, 4, %out;
{ .param .b32 x; .param .b32 result; st.param.b32 [x], %t; call (result), f, (x); ld.param.b32 %v, [result]; }
${body}
st.global.u32 [%at], %v;
ret;
}
`;

const f = (linkage: string, body: string, more = '') => `${HEAD}${more}
${linkage} .func (.param .b32 result) f (.param .b32 x)
{
.reg .b32 %x<3>; .reg .b64 %p;
ld.param.b32 %x1, [x];
${body}
st.param.b32 [result], %x1;
ret;
}
`;

const run = (text: string): number[] =>
  wordsOf(runKernel(parsed(text), { entry: 'k', words: 4, grid: [1, 1, 1], block: [4, 1, 1], launch: {} })).slice(0, 4);

function errorOf(text: string): string {
  const module = parseModule(text);
  if (module.ok) throw new Error('it can be linked');
  return `${module.error.line}: ${module.error.message}`;
}

describe('modules in one text', () => {
  it('call what another one shows, in either order', () => {
    const [a, b] = [kernel(DECLARED), f('.visible', 'add.u32 %x1, %x1, 5;')];
    expect(run(a + b)).toEqual([5, 6, 7, 8]);
    expect(run(b + a)).toEqual([5, 6, 7, 8]);
  });

  it('share variables, with the values that the one gives them which defines them', () => {
    const get = 'mov.u64 %p, table; ld.global.u32 %x2, [%p+4]; add.u32 %x1, %x1, %x2;';
    const user = f('.visible', get, '.extern .global .align 4 .u32 table[2];');
    const owner = `${HEAD}.visible .global .align 4 .u32 table[2] = {3, 4};\n`;
    expect(run(kernel(DECLARED) + user + owner)).toEqual([4, 5, 6, 7]);
  });

  it('keep what they do not show to themselves', () => {
    const own = (value: number) => `.global .align 4 .u32 secret = ${value};`;
    const get = 'mov.u64 %p, secret; ld.global.u32 %x2, [%p]; add.u32 %x1, %x1, %x2;';
    const mine =
      '{ .reg .b64 %q; .reg .b32 %w; mov.u64 %q, secret; ld.global.u32 %w, [%q]; mad.lo.u32 %v, %w, 100, %v; }';
    expect(run(kernel(`${own(1)}\n${DECLARED}`, mine) + f('.visible', get, own(7)))).toEqual([107, 108, 109, 110]);
  });

  it('take a definition before one that is weak', () => {
    const [weak, strong] = [f('.weak', 'add.u32 %x1, %x1, 1;'), f('.visible', 'add.u32 %x1, %x1, 2;')];
    expect(run(kernel(DECLARED) + weak + strong)).toEqual([2, 3, 4, 5]);
    expect(run(kernel(DECLARED) + strong + weak)).toEqual([2, 3, 4, 5]);
    expect(run(kernel(DECLARED) + weak + weak)).toEqual([1, 2, 3, 4]);
  });

  it('have their own source files, and lines of the whole text', () => {
    const second = f('.visible', '.loc 1 9 2\nadd.u32 %x1, %x1, 5;').replace(HEAD, `${HEAD}.file 1 "b.cu"\n`);
    const module = parsed(kernel(DECLARED).replace(HEAD, `${HEAD}.file 1 "a.cu"\n`) + second);
    const add = module.functions.find(({ name }) => name === 'f')!.instructions[1];
    expect(module.files.get(add.location!.file)).toBe('b.cu');
    expect(add.location!.line).toBe(9);
    const { length } = (kernel(DECLARED) + second)
      .slice(0, (kernel(DECLARED) + second).indexOf('add.u32 %x1'))
      .split('\n');
    expect(add.ptxLine).toBe(length + 1);
    expect(add.text).toBe('add.u32 %x1, %x1, 5');
  });
});

describe('an error names', () => {
  const second = kernel(DECLARED).split('\n').length;
  const [one, two] = ['the module that starts at line 1', `the module that starts at line ${second}`];

  it('what is defined twice', () => {
    const shown = f('.visible', '');
    const third = second + shown.split('\n').length - 1;
    expect(errorOf(kernel(DECLARED) + shown + shown)).toBe(
      `${third}: 'f' is defined twice, in ${two} and in the module that starts at line ${third}`,
    );
  });

  it('what is declared otherwise than it is defined', () => {
    const narrow = f('.visible', '').replace('(.param .b32 x)', '(.param .b64 x)').replace('ld.param.b32 %x1, [x]', '');
    expect(errorOf(kernel(DECLARED) + narrow)).toBe(`${second}: 'f' has other parameters in ${one} and in ${two}`);
    const [a, b] = ['.extern .global .u32 v[4];', '.visible .global .u32 v[2];'];
    expect(errorOf(`${HEAD}${a}\n${HEAD}${b}\n`)).toContain("'v' has other sizes, 16 and 8 bytes, in");
  });

  it('what another module hides', () => {
    expect(errorOf(kernel(DECLARED) + f('', ''))).toBe(
      `1: 'f' is declared .extern in ${one}, and ${two} keeps its own to itself: make that one .visible`,
    );
  });

  it('a variable that no module defines, before the launch', () => {
    const module = parsed(kernel('.extern .global .u32 v;\n.func (.param .b32 result) f (.param .b32 x) { ret; }'));
    const launch = {
      grid: [1, 1, 1],
      block: [1, 1, 1],
      buffers: [{ name: 'o', type: 'u32', length: 1, init: { kind: 'zeros' } }],
    } as const;
    const result = emulate(module, { ...launch, params: [{ kind: 'pointer', buffer: 'o' }] });
    expect(!result.ok && result.error.message).toContain("'v' is declared .extern, and no module defines it");
  });

  it('the line of a mistake in the second module', () => {
    expect(errorOf(`${kernel(DECLARED)}${HEAD}.visible nothing\n`)).toMatch(new RegExp(`^${second + 3}: `));
  });
});
