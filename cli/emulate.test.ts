import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { isOneLine, lanescape } from './fixtures/in-process.ts';
import { LINES, REVERSED, reverseLaunch, reversePtx, scratchFolder } from './fixtures/reverse-kernel.ts';
import { COMMAND } from './fixtures/spawned.ts';

const scratch = scratchFolder();
afterAll(scratch.remove);

const ptx = scratch.write('reverse.ptx', reversePtx());
const racy = scratch.write('racy.ptx', reversePtx({ race: true }));
const endless = scratch.write('endless.ptx', reversePtx({ endless: true }));
const launch = scratch.write('launch.json', reverseLaunch(32));
const bytesOf = (words: readonly number[]): Buffer => Buffer.from(Uint32Array.from(words).buffer);
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Either of the two accesses may come second. */
const RACE = new RegExp(`^reverse\\.cu:(${LINES.load}|${LINES.race}): .`, 'm');

it('tries the advice of a race, in text and in JSON', async () => {
  const text = await lanescape(['emulate', '--ptx', racy, '--launch', launch]);
  expect(text.stdout).toMatch(/^ +Tried in the PTX: adding __sync\w+\(\) .* makes it go\./m);
  const { stdout } = await lanescape(['emulate', '--ptx', racy, '--launch', launch, '--json']);
  const { faults } = JSON.parse(stdout) as { faults: readonly { kind: string; tried?: string }[] };
  expect(faults.filter(({ kind, tried }) => kind === 'race' && tried?.includes('makes it go')).length).toBeGreaterThan(
    0,
  );
});

describe('lanescape emulate', () => {
  it('sums up a run as JSON', async () => {
    const { code, stdout, stderr } = await lanescape(['emulate', '--ptx', ptx, '--launch', launch, '--json']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({
      ok: true,
      complete: true,
      // 24 instructions, two warps.
      instructions: 48,
      shared: {
        load: { requests: 2, wavefronts: 64, ideal: 2 },
        store: { requests: 2, wavefronts: 64, ideal: 2 },
      },
      global: {
        load: { requests: 2, sectors: 8, ideal: 8 },
        store: { requests: 2, sectors: 8, ideal: 8 },
      },
      cluster: {},
      sharedRegions: [
        {
          ...{ name: 'tile', by: 'variable', offsets: [0], sizeBytes: 8448 },
          ...{ holds: [], types: ['u32'], swizzle: null, rowBytes: 0 },
        },
      ],
      buffers: [
        { name: 'out', sha256: sha256(bytesOf(REVERSED)) },
        { name: 'in', sha256: sha256(bytesOf(REVERSED.toReversed())) },
      ],
      profile: {
        averageActiveLanes: 32,
        diverged: 0,
        barrierWaits: expect.any(Number),
        classes: expect.objectContaining({ shared: 4, global: 4, barrier: 2 }),
      },
      prints: [],
      printsCut: false,
      unchecked: '',
      faults: [],
      hazards: [],
      costs: [
        expect.objectContaining({ kind: 'bankConflicts', cost: { unit: 'wavefronts', actual: 64, ideal: 2 } }),
        expect.objectContaining({ kind: 'bankConflicts' }),
      ],
    });
  });

  it('sums up a run as text', async () => {
    const { code, stdout, stderr } = await lanescape(['emulate', '--ptx', ptx, '--launch', launch]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('ok: 48 warp instructions\n');
    expect(stdout).toMatch(/^32 of 32 lanes active on average, .* \(of the PTX, not of SASS\)$/m);
    expect(stdout).toMatch(
      /^reverse\.cu:7: cost: shared load of a column at pitch 128 B: .*\n {4}In shared memory: tile\.\n {4}Pad each row by 4 B/m,
    );
    expect(stdout).toMatch(/^tile +0 +8448 +u32 +variable$/m);
    expect(stdout).toMatch(/^shared load +2 +64 +wavefronts +2$/m);
  });

  it('shows what the kernel printed', async () => {
    const greet = fileURLToPath(new URL('./fixtures/greet.ptx', import.meta.url));
    const grid = { grid: [4, 1, 1], block: [64, 1, 1], buffers: [] };
    const words = [
      ...['emulate', '--ptx', greet, '--launch'],
      scratch.write('greet.json', { ...grid, params: [{ kind: 'scalar', type: 's32', value: 4 }] }),
    ];
    const { code, stdout } = await lanescape(words);
    expect(code).toBe(0);
    expect(stdout).toContain(
      '\n\nblock 0 of 4: 0.00%\nblock 1 of 4: 25.00%\nblock 2 of 4: 50.00%\nblock 3 of 4: 75.00%\n',
    );
    expect(stdout).not.toContain('local memory');
    const { prints, printsCut } = JSON.parse((await lanescape([...words, '--json'])).stdout);
    expect(prints[3]).toEqual({ who: { cta: 3, warp: 0, lane: 0 }, text: 'block 3 of 4: 75.00%\n' });
    expect(printsCut).toBe(false);
  });

  it('shows control characters and commands of a log in place of sending them, and takes byte order marks', async () => {
    const printed = '::stop-commands::x\x1b[2J\n';
    const bytes = [...Buffer.from(printed), 0].join(', ');
    const greet = readFileSync(new URL('./fixtures/greet.ptx', import.meta.url), 'utf8');
    const hostile = scratch.write('hostile.ptx', `\ufeff${greet.replace(/(\$str\[24\] = )\{[^}]*\}/, `$1{${bytes}}`)}`);
    const once = {
      grid: [1, 1, 1],
      block: [1, 1, 1],
      buffers: [],
      params: [{ kind: 'scalar', type: 's32', value: 4 }],
    };
    const launch = scratch.write('once.json', `\ufeff${JSON.stringify(once)}`);
    const { stdout, stderr } = await lanescape(['emulate', '--ptx', hostile, '--launch', launch]);
    expect(stderr).toBe('');
    expect(stdout).toContain('\n\\::stop-commands::x\\x1b[2J\n');
    expect(stdout).not.toMatch(/^::|(?!\n)\p{Cc}/mu);
  });

  it('counts reading as time, and refuses a version that it does not know', async () => {
    const long = scratch.write('long.ptx', reversePtx().replace('\tret;', '\tadd.s32 %r1, %r1, 1;\n'.repeat(300_000)));
    const late = await lanescape(['emulate', '--ptx', long, '--launch', launch, '--max-seconds', '0.01']);
    expect(late).toMatchObject({ code: 1, stdout: '' });
    expect(late.stderr).toMatch(/long\.ptx: at line \d+ the 0\.01 s of --max-seconds were over\n$/);
    const newer = scratch.write('newer.ptx', reversePtx().replace('.version 9.0', '.version 99.9'));
    const refused = await lanescape(['emulate', '--ptx', newer, '--launch', launch]);
    expect(refused).toMatchObject({ code: 3, stdout: '' });
    expect(refused.stderr).toMatch(/newer\.ptx:2:10: PTX version 99\.9 is not known here/);
  });

  it('dumps buffers', async () => {
    const dumps = [`out=${scratch.path('out.bin')}`, `in=${scratch.path('in.bin')}`];
    await lanescape(['emulate', '--ptx', ptx, '--launch', launch, '--dump', dumps[0], `--dump=${dumps[1]}`]);
    expect(readFileSync(scratch.path('out.bin'))).toEqual(bytesOf(REVERSED));
    expect(readFileSync(scratch.path('in.bin'))).toEqual(bytesOf(REVERSED.toReversed()));
  });

  it('exits 1 with the source line of a fault', async () => {
    const { code, stdout, stderr } = await lanescape(['emulate', '--ptx', racy, '--launch', launch]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toMatch(RACE);
    const asJson = await lanescape(['emulate', '--ptx', racy, '--launch', launch, '--json']);
    expect(asJson.code).toBe(1);
    expect(JSON.parse(asJson.stdout)).toMatchObject({
      ok: false,
      faults: expect.arrayContaining([expect.objectContaining({ kind: 'race' })]),
    });
  });

  it('writes the trace as JSON Lines and as CSV', async () => {
    const traceIn = async (name: string) => {
      const words = ['emulate', '--ptx', ptx, '--launch', launch, '--trace', scratch.path(name)];
      expect(await lanescape(words)).toMatchObject({ code: 0, stderr: '' });
      return readFileSync(scratch.path(name), 'utf8').split('\n').slice(0, -1);
    };
    const traces = [await traceIn('trace.jsonl'), await traceIn('trace.csv')];
    const rows = traces[0].map(line => JSON.parse(line));
    expect(rows.filter(row => row.space === 'shared' || row.space === 'global')).toHaveLength(8);
    expect(rows.find(row => row.warp === 1 && row.space === 'shared' && row.kind === 'store')).toMatchObject({
      cta: 0,
      widthBytes: 4,
      activeMask: 0xffff_ffff,
      interval: 0,
      line: LINES.store,
      file: 'reverse.cu',
      address: Array.from({ length: 32 }, (_, lane) => (32 + lane) * 128),
    });
    const [head, ...lines] = traces[1].map(line => line.split(','));
    expect(lines.map(cells => cells.slice(head.indexOf('address0')).map(Number))).toEqual(rows.map(row => row.address));
    expect(lines.map(cells => cells[head.indexOf('kind')])).toEqual(rows.map(row => row.kind));
  });

  const huge = scratch.write('huge.json', { ...reverseLaunch(33), grid: [2 ** 31 - 1, 1, 1] });
  it.each([
    { name: 'a kernel without end', words: ['--ptx', endless, '--launch', launch] },
    { name: 'the largest grid', words: ['--ptx', ptx, '--launch', huge] },
  ])('ends $name with 130 and no output on Ctrl-C', async ({ words }) => {
    const child = spawn(process.execPath, [COMMAND, 'emulate', ...words]);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', chunk => {
        output += chunk;
      });
    const again = setInterval(() => child.kill('SIGINT'), 500);
    const [code, signal] = await once(child, 'close');
    clearInterval(again);
    // If the run has not begun yet, the signal itself ends the process.
    expect(signal === 'SIGINT' ? 130 : code).toBe(130);
    expect(output).toBe('');
  });

  const noJson = scratch.write('text.json', 'not JSON');
  const noPtx = scratch.write('text.ptx', '.version 9.0\n.target sm_90\n.address_size 64\nnonsense');
  const misnamed = scratch.write('entry.json', { ...reverseLaunch(32), entry: 'other' });
  const unknownField = scratch.write('field.json', { ...reverseLaunch(32), blocks: [1, 1, 1] });
  const fewParams = scratch.write('few.json', { ...reverseLaunch(32), params: reverseLaunch(32).params.slice(0, 2) });
  const badScalar = scratch.write('scalar.json', {
    ...reverseLaunch(32),
    params: [...reverseLaunch(32).params.slice(0, 2), { kind: 'scalar', type: 'u32', value: -1 }],
  });
  it.each([
    { words: ['--launch', launch], says: /--ptx FILE is missing/ },
    { words: [], says: /--ptx FILE or --capture PATH is missing/ },
    { words: ['--ptx', scratch.path('none'), '--launch', launch], says: /none: no such file.*; expected a readable/ },
    { words: ['--ptx', scratch.path('.'), '--launch', launch], says: /directory.*; expected a readable file/ },
    { words: ['--ptx', noPtx, '--launch', launch], says: /text\.ptx:4:1: / },
    { words: ['--ptx', ptx, '--launch', noJson], says: /text\.json: not JSON: / },
    { words: ['--ptx', ptx, '--launch', misnamed], says: /entry\.json: .*other/ },
    { words: ['--ptx', ptx, '--launch', fewParams], says: /few\.json: params: 'reverse' takes 3 parameters, not 2/ },
    { words: ['--ptx', ptx, '--launch', unknownField], says: /field\.json: blocks: / },
    { words: ['--ptx', ptx, '--launch', badScalar], says: /scalar\.json: params\[2\]\.value: / },
    { words: ['--ptx', ptx, '--launch', launch, '--trace', 'trace.txt'], says: /ends in \.csv, \.jsonl, \.json/ },
    { words: ['--ptx', ptx, '--launch', launch, '--trace-warps', 'x'], says: /--trace-warps x: expected numbers/ },
    { words: ['--ptx', ptx, '--launch', launch, '--trace', '/no/where.csv'], says: /\/no\/where\.csv: no such file/ },
    { words: ['--ptx', ptx, '--launch', launch, '--dump', 'out'], says: /--dump out: expected NAME=FILE/ },
    {
      words: ['--ptx', ptx, '--launch', launch, '--dump', 'o=f'],
      says: /--dump o: no such buffer; expected one of out/,
    },
    { words: ['--ptx', ptx, '--launch', launch, '--dump', 'out=/no/where'], says: /\/no\/where: no such file/ },
    { words: ['--ptx', ptx, '--launch', launch, 'more'], says: /unexpected word 'more'/ },
  ])('exits 2 with one line for $says', async ({ words, says }) => {
    const { code, stdout, stderr } = await lanescape(['emulate', ...words]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(says);
    expect(isOneLine(stderr)).toBe(true);
  });
});
