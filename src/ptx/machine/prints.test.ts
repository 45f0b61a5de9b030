/** printf and assert, on kernels compiled by nvcc; the expected text is what glibc prints for the same arguments. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { int, type KernelRun, parsed, runKernel, wordsOf } from '../checks/kernel-run.ts';
import { assemble, runAssembly } from '../isa/assembly.ts';

const CONVERSIONS = `[2] [-2] [    2] [2    ] [00002] [+2] [ 2] [002] [     002]
[4294967294] [101] [101] [2] [0x2] [0X2] [02] [00000002]
[-1234567890123456789] [17212176183586094827] [eeddef0b82167eeb] [-1234567890123456789] [4466] [4466]
[C] [  b] [c  ] [text] [   right] [left    ] [cu] [%]
[3.062500] [3.06] [     3.062] [3.1       ] [+3.062500] [3.062500e+00] [3.062E+10] [3.0625e-07] [3.0625E+20]
[0x1.88p+1] [0X1.88P+1] [0x1.8p+1] [     2] [2     ] [3.1]
no arguments
0x1234abcd 2.000000
`;

describe.each(['sm_80', 'sm_100a'])('%s', arch => {
  const module = parsed(readFileSync(new URL(`./fixtures/prints.${arch}.ptx`, import.meta.url), 'utf8'));
  const kernel = (entry: string, n: number): KernelRun => ({ entry, params: [int(n)] });

  test('every conversion, and the number of arguments', () => {
    const result = runKernel(module, kernel('conversions', 2));
    expect(result.faults).toEqual([]);
    expect(result.prints.map(p => p.text).join('')).toBe(CONVERSIONS);
    expect(wordsOf(result).slice(0, 8)).toEqual([9, 8, 6, 7, 9, 9, 0, 2]);
    expect(result.printsCut).toBe(false);
  });

  test('lanes print in their order', () => {
    const { prints } = runKernel(module, { ...kernel('lanes', 3), grid: [2, 1, 1] });
    const text = (t: number) => (t % 3 === 0 ? `zero ${t} of 3\n` : `other ${t}: ${t & 1 ? 'odd' : 'even'}\n`);
    expect(prints).toHaveLength(128);
    for (const { who, text: found } of prints) expect(found).toBe(text(who.warp * 32 + who.lane));
    const together = prints.filter(p => p.who.cta === 1 && p.who.warp === 1 && p.text.startsWith('zero'));
    expect(together.map(p => p.who.lane)).toEqual([1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31]);
  });

  test('the first 1 MiB of text is kept', () => {
    const { prints, printsCut, ok } = runKernel(module, kernel('flood', 400));
    expect(ok).toBe(true);
    expect(printsCut).toBe(true);
    expect(prints.reduce((sum, p) => sum + p.text.length, 0)).toBe(2 ** 20);
  });

  test('an assert says what failed, where and for which thread', () => {
    const { faults } = runKernel(module, kernel('asserts', 5));
    expect(faults).toMatchObject([{ kind: 'assert', place: { line: 35 }, who: { warp: 1, lane: 3 } }]);
    expect(faults[0].message).toBe(
      "line 35, CTA 0, warp 1, lane 3: assertion 'threadIdx.x + n < 40' failed (prints.cu:35, void asserts(int *, int), block [0,0,0], thread [35,0,0]).",
    );
    expect(runKernel(module, { ...kernel('asserts', 8), block: [32, 1, 1] }).ok).toBe(true);
  });
});

describe('a print that cannot be', () => {
  const extern =
    '.extern .func (.param .b32 r) vprintf (.param .b64 f, .param .b64 a);\n.global .b8 text[9] = {97, 37, 100, 0};';
  const call = (format: string, list: string) => `mov.u64 %x1, ${format}; mov.u64 %x2, ${list};
{ .param .b64 f; .param .b64 a; .param .b32 r; st.param.b64 [f], %x1; st.param.b64 [a], %x2; call.uni (r), vprintf, (f, a); }`;

  test.each([
    [call('99', '0'), 'outOfBounds'],
    [call('text', '0'), 'trap'],
    [call('text', '12345'), 'outOfBounds'],
  ])('%s', (body, kind) => {
    expect(runAssembly({ body, module: extern }).faults.map(f => f.kind)).toEqual([kind]);
  });

  test('with other parameters is refused', () => {
    const body = '{ .param .b64 f; .param .b32 r; call.uni (r), vprintf, (f); }';
    expect(runAssembly({ body, module: extern }).faults.map(f => f.kind)).toEqual(['unsupported']);
  });
});

test('empty prints are bounded too', () => {
  const module = '.extern .func (.param .b32 r) vprintf (.param .b64 f, .param .b64 a);\n.global .b8 none[4];';
  const body = `mov.u64 %x1, none; mov.u64 %x2, 0; LOOP: { .param .b64 f; .param .b64 a; .param .b32 r; st.param.b64 [f], %x1;
st.param.b64 [a], %x2; call.uni (r), vprintf, (f, a); } add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 3000; @%p1 bra LOOP;`;
  const result = runKernel(parsed(assemble({ body, module })), { entry: 'k', block: [32, 1, 1] });
  expect(result.prints).toHaveLength(2 ** 16);
  expect(result.printsCut).toBe(true);
});
