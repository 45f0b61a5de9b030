/** Tests what is read from the tools' output, and what is written into their command line. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cubinCommand, ptxCommand } from './command-line.ts';
import { plainDiagnostics } from './diagnostics.ts';
import { onlyListed, parseGpus } from './find-gpus.ts';
import { parseArchs, parseVersion } from './find-nvcc.ts';
import { namesTooManyFiles, withoutPathHash, withRelativeFiles } from './ptx-text.ts';
import { parseResourceUsage } from './ptxas-report.ts';

describe('nvcc', () => {
  it('tells its release and its architectures', () => {
    expect(parseVersion('Cuda compilation tools, release 13.0, V13.0.88\nBuild cuda_13.0.r13.0')).toBe('13.0.88');
    expect(parseVersion('command not found')).toBeNull();
    expect(parseArchs('compute_75\ncompute_90\ncompute_110\ncompute_103\n')).toEqual([
      'sm_75',
      'sm_90',
      'sm_90a',
      'sm_103',
      'sm_103a',
      'sm_110',
      'sm_110a',
    ]);
    expect(parseArchs('')).toEqual([]);
  });
});

describe('nvidia-smi', () => {
  it('lists GPUs; lines of another form are left out', () => {
    const text = 'NVIDIA H200, 143771, 570.86.15, 9.0\nOld, [N/A], 570.86.15, 3.5\nNo devices were found\n\n';
    expect(parseGpus(text)).toEqual([{ name: 'NVIDIA H200', memoryMiB: 143_771, driver: '570.86.15', arch: 'sm_90' }]);
  });

  it.each([
    ['1', ['-i', '1']],
    ['GPU-52ec9c3f-4b42,0', ['-i', 'GPU-52ec9c3f-4b42,0']],
    ['MIG-8f1f-aa', []],
    ['', []],
    ['-1', []],
    ['0 --reset', []],
    [undefined, []],
  ])('among those of CUDA_VISIBLE_DEVICES=%s', (visible, argv) => expect(onlyListed(visible)).toEqual(argv));
});

const REPORT = `ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function '_Z5otherPf' for 'sm_90a'
ptxas info    : Function properties for _Z5otherPf
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 10 registers, used 1 barriers, 128 bytes smem
ptxas info    : Compiling entry function '_Z4gemmPKfS0_Pf' for 'sm_90a'
ptxas info    : Function properties for _Z4gemmPKfS0_Pf
    48 bytes stack frame, 44 bytes spill stores, 40 bytes spill loads
ptxas info    : Function properties for _Z6devicev
    16 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 168 registers, used 9 barriers, 48 bytes cumulative stack size
`;

describe('ptxas -v', () => {
  it('tells the numbers of the entry that is asked for', () => {
    const gemm = { registers: 168, sharedBytes: 0, stackBytes: 48, spillStoreBytes: 44, spillLoadBytes: 40 };
    expect(parseResourceUsage(REPORT, 'gemm')).toEqual(gemm);
    expect(parseResourceUsage(REPORT, '_Z4gemmPKfS0_Pf')).toEqual(gemm);
    expect(parseResourceUsage(REPORT, 'other')).toMatchObject({ registers: 10, sharedBytes: 128 });
  });

  it('tells nothing of an entry that is not there, or of half a report', () => {
    expect(parseResourceUsage(REPORT, 'gem')).toBeNull();
    expect(parseResourceUsage(REPORT.slice(0, REPORT.indexOf('ptxas info    : Used 168')), 'gemm')).toBeNull();
    expect(parseResourceUsage('', 'gemm')).toBeNull();
  });
});

describe('diagnostics', () => {
  it('are plain text: no escape sequence, no control character, no folder of ours', () => {
    const printed =
      '\x1b[1m/w/job-1/cuda/a.cu(2)\x1b[0m: \x1b]8;;http://x\x07link\x1b]8;;\x07 \x9b31mred\0\r\nin /w/job-1\b';
    expect(plainDiagnostics(printed, '/w/job-1')).toBe('cuda/a.cu(2): link red\nin .');
  });

  it('keep markup as the text that it is', () => {
    expect(plainDiagnostics('<img onerror=x>&lt;', '/w')).toBe('<img onerror=x>&lt;');
  });

  it('leave out the numbers that are shown elsewhere, and keep the remarks', () => {
    const remark = 'ptxas info    : (C7510) Potential Performance Loss: wgmma is serialized';
    expect(plainDiagnostics(`${REPORT}${remark}\n`, '/w')).toBe(remark);
  });

  it('are cut when they are long', () => {
    expect(plainDiagnostics('x'.repeat(100_000), '/w').length).toBeLessThan(40_000);
  });

  it('are read in a time that grows with their length', () => {
    // Node's own function for escape sequences would take an hour for this text.
    expect(plainDiagnostics('\x1b]'.repeat(2 ** 20), '/w')).not.toContain('\x1b');
    expect(plainDiagnostics('\n'.repeat(2 ** 21), '/w')).toBe('\n[cut]');
  });

  it('have no control character but newline and tab, whatever was printed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), printed => !/[^\P{Cc}\n\t]/u.test(plainDiagnostics(printed, '/w'))),
    );
  });
});

it('PTX names our sources relative to the checkout, and no folder of this machine', () => {
  const ptx = '\t.file\t1 "/w/job/cuda/kernels/a.cu"\n\t.file\t2 "/opt/cuda/include/cuda_fp16.h"\n.loc 1 2';
  expect(withRelativeFiles(ptx, '/w/job')).toBe(
    '\t.file\t1 "cuda/kernels/a.cu"\n\t.file\t2 "toolkit/cuda_fp16.h"\n.loc 1 2',
  );
});

it('PTX has no hash of its path, neither in a name nor in the bytes of one', () => {
  const name = (hash: string) => `_ZN42_INTERNAL_${hash}_11_exchange_cu_1_23649e9`;
  const ptx = (hash: string) => {
    const bytes = [...Buffer.from(name(hash))];
    return `.func ${name(hash)}()\n.b8 ${bytes.join(',')},0\n${bytes.map(byte => `.b8 ${byte}\n`).join('')}.b8 0\n`;
  };
  expect(withoutPathHash(ptx('a933b305'))).toBe(ptx('00000000'));
  expect(withoutPathHash(ptx('63fdbc1a'))).toBe(ptx('00000000'));
});

it('PTX of a great many empty lines is read once', () => {
  const ptx = `${'\n'.repeat(2 ** 21)}\t.file\t1 "/w/job/a.cu"\n`;
  expect(withRelativeFiles(ptx, '/w/job').endsWith('\t.file\t1 "a.cu"\n')).toBe(true);
  expect(namesTooManyFiles(ptx)).toBe(false);
  expect(namesTooManyFiles('.file 1 "a"\n'.repeat(5000))).toBe(true);
});

describe('the command line', () => {
  const spec = { source: 'transpose/tiled.cu', entry: 'transpose', defines: { TILE: 32, KIND: 'f16', SHIFT: -1 } };

  it('is fixed but for macros, architecture and source', () => {
    expect(ptxCommand(spec, 'sm_90a')).toEqual([
      '-ptx',
      '-O3',
      '-lineinfo',
      '-arch=sm_90a',
      '-Icuda/include',
      '-DTILE=32',
      '-DKIND=f16',
      '-DSHIFT=-1',
      '-o',
      'kernel.ptx',
      'cuda/kernels/transpose/tiled.cu',
    ]);
    expect(cubinCommand('sm_90a')).toEqual([
      '-cubin',
      '-Xptxas=-v',
      '-arch=sm_90a',
      '-o',
      'kernel.cubin',
      'kernel.ptx',
    ]);
  });

  it.each(['../x.cu', '/etc/x.cu', 'a/../../x.cu', '-run.cu', 'a/-x.cu', 'x.cu -run', 'x.txt', 'a//x.cu', '@x.cu', ''])(
    'takes no source "%s"',
    source => expect(() => ptxCommand({ ...spec, source }, 'sm_90')).toThrow('is a .cu file'),
  );

  it.each(['a b', 'a"', "a'", 'a;b', '$(x)', '', ' ', '--', 'a/b', 'a\nb', '(1)', '\\'])(
    'takes no macro value %j',
    value => {
      expect(() => ptxCommand({ ...spec, defines: { X: value } }, 'sm_90')).toThrow('is an identifier or a number');
    },
  );

  it.each(['1X', 'X=1', '-X', 'X Y', ''])('takes no macro name "%s"', name => {
    expect(() => ptxCommand({ ...spec, defines: { [name]: 1 } }, 'sm_90')).toThrow('is a macro name');
  });

  it.each(['native', 'sm_90 -run', 'sm_90x', 'compute_90', 'sm_90a\n', ''])('takes no architecture %j', arch => {
    expect(() => ptxCommand(spec, arch)).toThrow('is an architecture');
    expect(() => cubinCommand(arch)).toThrow('is an architecture');
  });

  it('throws, or keeps any text inside its one argument', () => {
    const anyText = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.stringMatching(/^-?[\w. ]+$/));
    fc.assert(
      fc.property(anyText, anyText, anyText, (source, name, value) => {
        let argv: string[];
        try {
          argv = ptxCommand({ source, entry: 'x', defines: { [name]: value } }, 'sm_90');
        } catch {
          return true;
        }
        const own = argv.filter(word => word.startsWith('-D'));
        return argv.length === 9 && own.length === 1 && !/[\s"'`$;|&<>\\]/.test(argv.join(''));
      }),
    );
  });
});
