/** Tests the parts of the GPU process that run on the host, built with checks for wrong memory accesses, on wrong inputs. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Choices } from '../../scripts/random.ts';
import type { RunnerLaunches } from '../../src/contract/run-job.ts';
import { findProgram } from '../exec/containment.ts';
import { temporaryFolder } from '../fixtures/test-server.ts';
import { nvccCandidates } from '../toolchain/find-nvcc.ts';
import { FrameReader } from './frame-reader.ts';

const checkout = join(import.meta.dirname, '../..');
const [nvcc] = nvccCandidates();
const SANITIZERS = ['address', 'undefined'].flatMap(name => ['-Xcompiler', `-fsanitize=${name}`]);

describe.skipIf(nvcc === undefined)('parts of the GPU process', () => {
  const folder = temporaryFolder();
  const parts = join(folder, 'parts');
  beforeAll(() => {
    const source = join(checkout, 'server/fixtures/runner-host.cpp');
    const argv = ['-std=c++17', '-g', `-I${join(checkout, 'cuda/runner')}`, '-o', parts, source, '-ldl'];
    const strict = ['-Xcompiler', '-fno-sanitize-recover=all', ...argv];
    // Not every machine has the libraries that these checks need.
    if (spawnSync(nvcc, [...SANITIZERS, ...strict]).status !== 0) execFileSync(nvcc, argv, { stdio: 'pipe' });
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  const asked = (what: readonly string[], lines: readonly string[]): string[] => {
    const input = `${lines.join('\n')}\n`;
    const output = execFileSync(parts, what, { input, encoding: 'utf8', stdio: 'pipe', maxBuffer: 1 << 26 });
    return output.split('\n').slice(0, -1);
  };

  describe('JSON', () => {
    /** JavaScript's result for the text, in the form in which the program prints it. */
    const told = (text: string): string => {
      try {
        const value: unknown = JSON.parse(text);
        if (typeof value === 'number') return `yes ${value}`;
        return typeof value === 'string' ? `text ${Buffer.from(value).toString('hex')}` : 'yes';
      } catch {
        return 'no';
      }
    };
    /** 'yes 1e+21' and 'yes 1000000000000000000000' are the same number. */
    const likened = (answer: string): string => {
      const [word, number] = answer.split(' ');
      return word === 'yes' && number !== undefined ? `yes ${Number(number.replace('inf', 'Infinity'))}` : answer;
    };

    it.each([
      ...[
        '0',
        '-0.5',
        '1e3',
        '-12.25E-2',
        '9007199254740991',
        '{}',
        '[]',
        ' [1 , 2] ',
        '{"a":{"b":[null,true,false]}}',
      ],
      ...[
        '"a\\n\\"\\\\\\/\\u0041"',
        '01',
        '+1',
        '1.',
        '.5',
        '0x10',
        'nan',
        'inf',
        'Infinity',
        '1e',
        '--1',
        '1 2',
        '',
        '{',
        '[1,]',
      ],
      ...[
        '{"a"}',
        '{"a":1,}',
        '{a:1}',
        "'a'",
        '"a',
        '"\\x"',
        '"\\u00"',
        '"\\u-041"',
        '"\\u 041"',
        'truee',
        'nul',
        '\v1',
        '"\t"',
      ],
    ])('%j is read, or not, as in JavaScript', text => {
      expect(asked(['json'], [text]).map(likened)).toEqual([likened(told(text))]);
    });

    it('any value, whole or with a byte changed, is the one that JavaScript reads', () => {
      const ascii = fc.string({ unit: fc.constantFrom(...'ab"\\/ {}[]:,.0-+e\n\tu1') });
      const { value } = fc.letrec(tie => ({
        value: fc.oneof(
          { maxDepth: 4 },
          fc.integer(),
          fc.double({ noNaN: true, noDefaultInfinity: true }),
          ascii,
          tie('list'),
          tie('record'),
        ),
        list: fc.array(tie('value'), { maxLength: 4 }),
        record: fc.dictionary(ascii, tie('value'), { maxKeys: 4, noNullPrototype: true }),
      }));
      const damage = fc.record({ at: fc.nat(), to: fc.constantFrom(...'09-+.eE"\\{}[],: ux') });
      const texts = fc
        .tuple(value, fc.option(damage))
        .map(([whole, broken]) => {
          const text = JSON.stringify(whole);
          if (broken === null) return text;
          const at = broken.at % text.length;
          return text.slice(0, at) + broken.to + text.slice(at + 1);
        })
        // Jobs are ASCII, and their names are not numbers that are too large for a double.
        .filter(text => !/\\u(?!00[0-7])/i.test(text));
      fc.assert(
        fc.property(fc.array(texts, { minLength: 200, maxLength: 400 }), lines => {
          expect(asked(['json'], lines).map(likened)).toEqual(lines.map(line => likened(told(line))));
        }),
        { numRuns: 10 },
      );
    });
  });

  describe('jobs', () => {
    const content = { bytes: 256, piece: 'big' };
    const three = (x: number): [number, number, number] => [x, 1, 1];
    const map = {
      ...{ type: 6, dims: [64, 2], stridesBytes: [128], box: [64, 2], elementStrides: [1, 1] },
      ...{ interleave: 0, swizzle: 3, l2Promotion: 0, oobFill: 0 },
    };
    const launch = {
      ...{
        module: 'big',
        entry: 'k',
        grid: three(4),
        block: three(128),
        cluster: three(2),
        dynamicSharedBytes: 1024,
      },
      buffers: [{ ...content, isOutput: true as const }],
      symbols: [{ name: 's', bytes: 4, fill: 255 }],
      params: [
        { hex: '0000000000000000', addresses: [{ offset: 0, buffer: 0, byteOffset: 16 }] },
        {
          ...{ hex: '00'.repeat(192), addresses: [] },
          maps: [{ offset: 64, map, tensor: { offset: 0, buffer: 0, byteOffset: 0 } }],
        },
        { map, pass: 'address' as const, tensor: { offset: 0, buffer: 0, byteOffset: 0 } },
      ],
    };
    const doubles = { bytes: 1024, fill: 0 };
    const job = (): RunnerLaunches => ({
      reference: {
        ...launch,
        buffers: [doubles, doubles],
        spots: [{ buffer: 0, count: 1, indices: 'index', values: 'value' }],
      },
      contenders: [
        { ...launch, expected: [{ buffer: 0, elementBytes: 4, piece: 'big' }] },
        { ...launch, expected: [{ buffer: 0, elementBytes: 2, type: 'bf16', values: 0, bounds: 1 }] },
      ],
    });
    const zeros = (length: number): string => '\0'.repeat(length);
    const ahead = `+big 256\n${zeros(256)}+index 4\n${zeros(4)}+value 8\n${zeros(8)}`;

    it.each([1, 2, 3, 4])(
      'however they are damaged are read or refused, and nothing is touched beyond them (%i)',
      seed => {
        const [report] = asked(['damage', String(seed)], [ahead + JSON.stringify(job())]);
        const [read, refused] = [...report.matchAll(/\d+/g)].map(Number);
        expect(read + refused).toBe(2000);
        expect(read).toBeGreaterThan(20);
        expect(refused).toBeGreaterThan(1000);
      },
    );
  });

  describe('what comes', () => {
    const told = (input: string): string => asked(['pieces'], [input])[0];

    it('is pieces of any bytes, kept until they are taken back', () => {
      expect(told('+a 3\n1\n2+b 0\na b c')).toBe('a:3 b:0 c:none ');
      expect(told('+a 3\n+x +b 2\n{}-a\na b')).toBe('a:none b:2 ');
    });

    it.each(['+', '+a', '+a ', '+a -1', '+a x', '+a 1 ', '+a 99999999999', '+ 1', '+a 1073741825'])(
      'is refused where a piece has no name or no length: %j',
      line => {
        expect(told(`${line}\na`)).toBe('a piece without a name or a length');
      },
    );

    it('is no piece where the input ends within it', () => {
      expect(asked(['pieces'], ['+a 300'])).toEqual([]);
    });
  });

  describe('a process without a job', () => {
    /** What it prints, with a second of patience, of parts of its input that come 600 ms apart. */
    const printed = async (...input: readonly string[]): Promise<string> => {
      const child = spawn(parts, ['process'], { env: { ...process.env, LANESCAPE_IDLE_SECONDS: '1' } });
      const output = text(child.stdout);
      const ended = once(child, 'exit');
      for (const part of input) {
        await setTimeout(600);
        child.stdin.write(part);
      }
      expect(await ended).toEqual([0, null]);
      return output;
    };

    it('ends by itself', async () => {
      expect(await printed()).toBe('');
      expect(await printed('{}\n')).toBe('2\n');
    });

    it('waits for a piece that comes slowly', async () => {
      const part = '.'.repeat(1 << 17);
      expect(await printed(`+a ${4 * part.length}\n`, part, part, part, part, '{"job":1}\n')).toBe('9\n');
    });

    it('waits no more for a piece of which nothing comes', async () => {
      expect(await printed('+a 300\n.')).toBe('');
    });
  });

  describe('the stop rule', () => {
    const series = (count: number, at: (i: number) => number): string =>
      Array.from({ length: count }, (_, i) => at(i)).join(' ');
    /** Random numbers between 0 and 1. */
    const uniform = (seed: number): (() => number) => {
      const choices = new Choices(seed);
      return () => (choices.below(1 << 30) + 0.5) / (1 << 30);
    };
    const stop = (line: string): [number, string] => {
      const [samples, why] = asked(['stop'], [line])[0].split(' ');
      return [Number(samples), why];
    };

    it('wants 20 samples, 0.2 s of GPU time and half a percent', () => {
      expect(stop(series(100, () => 50e6))).toEqual([20, 'converged']);
      expect(stop(series(100, () => 2.5e6))).toEqual([80, 'converged']);
      // The quartiles are a little more than half a percent apart.
      expect(stop(series(100, i => 50e6 * (1 + 0.00249 * (i % 2 ? 1 : -1))))).toEqual([20, 'converged']);
      expect(stop(series(40, i => 50e6 * (1 + 0.00252 * (i % 2 ? 1 : -1))))[1]).toBe('timeout');
      expect(stop(series(19, () => 50e6))).toEqual([19, 'tooFew']);
      expect(stop(series(60, () => 2.5e6))).toEqual([60, 'timeout']);
    });

    it('is content with noise that stays as it is: half of the samples of 4 % are 2 % apart', () => {
      for (const seed of [1, 2, 3, 4, 5]) {
        const next = uniform(seed);
        const [samples, why] = stop(series(5000, () => 1e4 * (0.98 + 0.04 * next())));
        expect(why).toBe('plateau');
        expect(samples).toBeGreaterThanOrEqual(128);
        expect(samples).toBeLessThan(2000);
        expect(samples % 16).toBe(0);
      }
    });

    it('goes on while the noise grows or falls', () => {
      // Each sample is a tenth of a permille larger than the one before, so the quartiles keep moving apart.
      expect(stop(series(600, i => 1e4 * (1 + i / 1e4)))).toEqual([600, 'timeout']);
      // A burst at the start. It no longer affects the quartiles once three quarters of the samples are quiet.
      const [samples] = stop(series(3000, i => (i < 60 ? 1e4 * (1 + i / 60) : 1e4 + (i % 7))));
      expect(samples).toBeGreaterThan(240);
    });

    it('finds a plateau where NVBench does, which takes an estimate after each sample and looks at the last 64', () => {
      const relativeIqr = (samples: readonly number[]): number => {
        const sorted = samples.toSorted((x, y) => x - y);
        const [q1, median, q3] = [1, 2, 3].map(quarter => sorted[Math.floor(((sorted.length - 1) * quarter) / 4)]);
        return (q3 - q1) / median;
      };
      const nvbench = (samples: readonly number[]): number => {
        const estimates: number[] = [];
        for (let count = 1; count <= samples.length; count++) {
          estimates.push(relativeIqr(samples.slice(0, count)));
          const last = estimates.slice(-64);
          if (count % 16 !== 0 || estimates.length <= 64) continue;
          if (Math.max(...last) - Math.min(...last) <= 0.05 * Math.max(...last)) return count;
        }
        return samples.length;
      };
      const shapes: ((next: () => number) => number)[] = [
        next => 0.98 + 0.04 * next(),
        next => 1 - 0.05 * Math.log(next()),
        next => (next() < 0.3 ? 1.1 : 1) + 0.01 * next(),
      ];
      for (const shape of shapes) {
        const lines = Array.from({ length: 15 }, (_, seed) => {
          const next = uniform(200 + seed);
          return Array.from({ length: 800 }, () => 1e4 * shape(next));
        });
        const middle = (counts: readonly number[]): number => counts.toSorted((x, y) => x - y)[7];
        const [ours, theirs] = [middle(lines.map(line => stop(line.join(' '))[0])), middle(lines.map(nvbench))];
        expect(ours, String(shape)).toBeGreaterThan(0.7 * theirs);
        expect(ours, String(shape)).toBeLessThan(2 * theirs);
      }
    });

    it.skipIf(findProgram('python3') === null)('is the one that baselines are timed by', () => {
      const lines = Array.from({ length: 40 }, (_, seed) => {
        const next = uniform(100 + seed);
        const [ns, noise] = [10 ** (3 + 5 * next()), 0.1 * next() ** 2];
        return series(Math.floor(seed % 4 === 0 ? 24 * next() : 700 * next()), () => ns * (1 + noise * (next() - 0.5)));
      });
      const program = [
        ...['import sys', `sys.path.insert(0, ${JSON.stringify(join(checkout, 'cuda/baselines'))})`],
        ...[
          'sys.dont_write_bytecode = True',
          'from stop_rule import StopRule',
          'for line in sys.stdin:',
          '  rule = StopRule()',
        ],
        ...['  for ns in map(float, line.split()):', '    if rule.is_met(): break', '    rule.add(ns)'],
        '  print(len(rule.samples), rule.at_end())',
      ].join('\n');
      const theirs = execFileSync('python3', ['-c', program], { input: `${lines.join('\n')}\n`, encoding: 'utf8' });
      expect(asked(['stop'], lines)).toEqual(theirs.trimEnd().split('\n'));
      expect(new Set(theirs.match(/[a-z]+/gi))).toEqual(new Set(['converged', 'plateau', 'timeout', 'tooFew']));
    });
  });

  it('frames hold any message, and what a kernel prints is none', () => {
    const messages = [
      'out of memory',
      'a "quoted" \\ path',
      'a tab\tand \u001b[31mcolour',
      'Grüße, 值',
      '#c0ffee 2 {}',
    ];
    const { stdout, stderr } = spawnSync(parts, ['frames'], { input: `${messages.join('\n')}\n` });
    const frames = new FrameReader('c0ffee').read(stdout);
    expect(frames).toEqual({
      ok: true,
      value: messages.map(message => ({
        ...{ stage: 'failed', at: 'job', contender: null },
        message: message.replaceAll('\t', ' ').replaceAll('\u001b', ' '),
      })),
    });
    expect(String(stderr)).toContain('#c0ffee 17 {"stage":"device"}');
  });
});
