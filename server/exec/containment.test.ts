import { describe, expect, it } from 'vitest';
import { containmentOf, findProgram, linuxAtLeast } from './containment.ts';

const limits = { cpuSeconds: 60, fileBytes: 1024, processes: 99, memoryBytes: 2048 };
const command = { file: '/bin/nvcc', argv: ['-ptx', 'a b'] };
const VIEW = { folder: '/job', shown: ['/usr/bin', '/a b'], results: ['out'], confine: '/c' };
const nothing = { setpriv: null, unshare: null, prlimit: null, countsProcessesApart: false };
const both = { setpriv: null, unshare: '/u', prlimit: '/p', countsProcessesApart: true };

describe('the command around a command', () => {
  it('is a namespace around limits around the command', () => {
    const { file, argv } = containmentOf(both)(command, limits, null);
    expect(file).toBe('/u');
    expect(argv.slice(argv.indexOf('/p'))).toEqual([
      '/p',
      '--core=0',
      '--cpu=60',
      '--fsize=1024',
      '--nproc=99',
      '--as=2048',
      '--',
      '/bin/nvcc',
      '-ptx',
      'a b',
    ]);
    expect(argv).toContain('--kill-child');
  });

  it('ends with the server, whatever is around it', () => {
    for (const tools of [
      { ...nothing, setpriv: '/s' },
      { ...both, setpriv: '/s' },
    ]) {
      const { file, argv } = containmentOf(tools)(command, limits, null);
      expect([file, ...argv.slice(0, 3)]).toEqual(['/s', '--pdeathsig', 'KILL', '--']);
    }
  });

  it('counts no processes where the count includes all that the user runs', () => {
    const { argv } = containmentOf({ ...both, countsProcessesApart: false })(command, limits, null);
    expect(argv.join(' ')).not.toContain('nproc');
  });

  it('is the command itself where nothing is offered', () => {
    expect(containmentOf(nothing)(command, limits, null)).toBe(command);
  });

  it('leaves memory alone where no limit is named', () => {
    expect(containmentOf(both)(command, { ...limits, memoryBytes: null }, null).argv.join(' ')).not.toContain('--as');
  });

  it('with a view enters it first, in namespaces of its own, and is never without it', () => {
    const { file, argv } = containmentOf(both)(command, limits, VIEW);
    expect(file).toBe('/u');
    expect(argv).toEqual(expect.arrayContaining(['--user', '--mount', '--net', '--pid', '--kill-child']));
    const entered = argv.slice(argv.findIndex(word => word.endsWith('enter-view.ts')) + 1);
    expect(JSON.parse(entered[0])).toEqual({ ...VIEW, shown: ['/usr/bin', '/a b', '/c'] });
    expect(entered.slice(1, 5)).toEqual(['--', '/c', '--', '/p']);
    expect(() => containmentOf(nothing)(command, limits, VIEW)).toThrow('namespaces');
  });
});

it('compares kernel releases by number', () => {
  expect(['5.14.0', '6.1.0-13-amd64', '10.0'].map(kernel => linuxAtLeast(kernel, 5, 14))).toEqual([true, true, true]);
  expect(['5.9.0', '4.4.0', 'unknown'].map(kernel => linuxAtLeast(kernel, 5, 14))).toEqual([false, false, false]);
});

it('looks for programs in absolute folders only', () => {
  expect(findProgram('sh', '/usr/bin:/bin')).toMatch(/^\/(usr\/)?bin\/sh$/);
  expect(findProgram('package.json', '.:')).toBeNull();
});
