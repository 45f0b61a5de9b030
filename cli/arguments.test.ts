import { describe, expect, it } from 'vitest';
import { optionHelp, parseArguments, usageOf } from './arguments.ts';

const GRAMMAR = {
  operand: 'kernel',
  options: {
    ptx: { kind: 'value', value: 'FILE', required: true, help: 'the module' },
    trace: { kind: 'value', value: 'FILE', help: 'accesses' },
    dump: { kind: 'list', value: 'NAME=FILE', help: 'bytes' },
    json: { kind: 'flag', help: 'JSON' },
  },
} as const;

describe('parseArguments', () => {
  it('reads values, lists, flags and operands in any order', () => {
    expect(parseArguments(GRAMMAR, ['a', '--ptx', 'f', '--dump', 'x=1', '--json', '--dump=y=2', 'b'])).toEqual({
      ok: true,
      value: {
        options: { ptx: 'f', trace: undefined, dump: ['x=1', 'y=2'], json: true },
        operands: ['a', 'b'],
      },
    });
  });

  it('takes everything after -- as an operand', () => {
    const given = parseArguments(GRAMMAR, ['--ptx', 'f', '--', '--json']);
    expect(given.ok && given.value.operands).toEqual(['--json']);
  });

  it.each([
    { words: [], problem: /--ptx FILE is missing/ },
    { words: ['--ptx'], problem: /--ptx needs a value: FILE/ },
    { words: ['--ptx', '--json'], problem: /--ptx needs a value: FILE/ },
    { words: ['--ptx='], problem: /--ptx needs a value: FILE/ },
    { words: ['--ptx', 'a', '--ptx', 'b'], problem: /--ptx is given twice/ },
    { words: ['--ptx', 'a', '--json=1'], problem: /--json takes no value, got '1'/ },
    { words: ['--ptx', 'a', '--toString'], problem: /unknown option --toString; expected one of --ptx, / },
    { words: ['--ptx', 'a', '-j'], problem: /unknown option -j/ },
    { words: ['--ptx', 'a', '--no-json'], problem: /unknown option --no-json/ },
  ])('refuses $words', ({ words, problem }) => {
    const given = parseArguments(GRAMMAR, words);
    expect(given.ok ? '' : given.error).toMatch(problem);
  });

  it.each([
    ['word', "unexpected word 'word'; expected only options"],
    ['a/kernel.ptx', "unexpected word 'a/kernel.ptx'; expected --ptx a/kernel.ptx"],
    ['a/k.cu', "unexpected word 'a/k.cu'; compile it with nvcc -ptx -lineinfo a/k.cu, then --ptx k.ptx"],
    // A flag takes no file.
    ['launch.json', "unexpected word 'launch.json'; expected only options"],
  ])('refuses a word where the verb takes none: %s', (word, error) => {
    const { options } = GRAMMAR;
    expect(parseArguments({ options }, [word])).toEqual({ ok: false, error });
  });
});

it('writes the usage line and the option list from the table', () => {
  expect(usageOf(GRAMMAR)).toBe('[kernel…] --ptx FILE [--trace FILE] [--dump NAME=FILE]… [--json]');
  expect(optionHelp(GRAMMAR.options)).toContain('  --ptx FILE        the module\n');
});
