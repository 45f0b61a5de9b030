import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { FaultPlace } from '../src/trace/fault.ts';
import type { Finding } from '../src/trace/finding.ts';
import { isOneLine, lanescape } from './fixtures/in-process.ts';
import { LINES, REVERSED, reverseLaunch, reversePtx, scratchFolder, WORDS } from './fixtures/reverse-kernel.ts';

const scratch = scratchFolder();
afterAll(scratch.remove);

const ptx = scratch.write('reverse.ptx', reversePtx());
const endless = scratch.write('endless.ptx', reversePtx({ endless: true }));
const racy = scratch.write('racy.ptx', reversePtx({ race: true }));
const sameValue = scratch.write('same-value.ptx', reversePtx({ sameValue: true }));
const conflicted = scratch.write('pitch-32.json', reverseLaunch(32));
const padded = scratch.write('pitch-33.json', reverseLaunch(33));
const tooWide = scratch.write('pitch-40.json', reverseLaunch(40));

const check = (...words: readonly string[]) => lanescape(['check', ...words]);
const RACE = { file: 'reverse.cu', line: 8, kind: 'race', reason: 'known' };
const accepting = (name: string, content: object) => ['--accept', scratch.write(name, content)];
const expectation = (name: string, content: object | string) => ['--expect', scratch.write(name, content)];

const BYTES = Buffer.from(Uint32Array.from(REVERSED).buffer).toString('base64');

describe('lanescape check --schedules', () => {
  const schedules = (file: string, count: string) => check('--ptx', file, '--launch', padded, '--schedules', count);

  it('says that other orders left the same outputs', async () => {
    const { code, stdout } = await schedules(ptx, '5');
    expect(code).toBe(0);
    expect(stdout).toContain('schedules: 5 other orders of warps and CTAs left the same outputs');
  });

  it('fails where one did not', async () => {
    const { code, stdout } = await schedules(racy, '50');
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /schedules: outputs depend on the order of warps and CTAs: in order \d+, out\[\d+\] is \d+ instead of \d+/,
    );
  });

  it('takes a count', async () => {
    const { code, stderr } = await schedules(ptx, '0');
    expect({ code, stderr: stderr.trim() }).toEqual({
      code: 2,
      stderr: 'lanescape: --schedules 0: expected a count from 1 to 10000',
    });
  });
});

describe('lanescape check', () => {
  it.each([
    { name: 'a good run', words: ['--ptx', ptx, '--launch', conflicted] },
    { name: 'a run without conflicts', words: ['--ptx', ptx, '--launch', padded, '--max-excess', '0', '--no-races'] },
    { name: 'conflicts within the limit', words: ['--ptx', ptx, '--launch', conflicted, '--max-excess', '31'] },
    {
      name: 'a race that is accepted',
      words: ['--ptx', racy, '--launch', conflicted, ...accepting('race.json', [RACE])],
    },
    {
      name: 'expected values',
      words: ['--ptx', ptx, '--launch', padded, ...expectation('values.json', { out: { values: REVERSED } })],
    },
    {
      name: 'values within the tolerance',
      words: [
        ...['--ptx', ptx, '--launch', padded],
        ...expectation('near.json', { out: { values: REVERSED.map(x => x + 1), tolerance: 1 } }),
      ],
    },
    {
      name: 'an expected formula',
      words: ['--ptx', ptx, '--launch', padded, ...expectation('computed.json', { out: { formula: '163 - i' } })],
    },
    {
      name: 'expected bytes',
      words: ['--ptx', ptx, '--launch', padded, ...expectation('bytes.json', { out: { base64: BYTES } })],
    },
  ])('passes $name', async ({ words }) => {
    const { code, stdout, stderr } = await check(...words);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^check passed: 0 findings, 0 warnings(, 1 accepted)?$/m);
  });

  it('with --json names what was not compared', async () => {
    const words = ['--json', '--launch', padded, ...expectation('named.json', { out: { values: REVERSED } })];
    const compared = await check('--ptx', ptx, ...words);
    const spoilt = await check('--ptx', racy, ...words);
    expect(JSON.parse(compared.stdout)).toMatchObject({ ok: true, differences: [], uncompared: [] });
    expect(JSON.parse(spoilt.stdout)).toMatchObject({ ok: false, differences: [], uncompared: ['out'] });
  });

  const values = REVERSED.with(5, 7);
  it.each([
    {
      name: 'conflicts over the limit',
      words: ['--ptx', ptx, '--launch', conflicted, '--max-excess', '30'],
      says: [
        `reverse.cu:${LINES.store}: cost: shared store of a column at pitch 128 B: all 32 lanes fall into one bank, `,
        `reverse.cu:${LINES.load}: cost: shared load of a column at pitch 128 B: all 32 lanes fall into one bank, `,
        '(31 wavefronts above the ideal in one request, at most 30 allowed)\n    Pad each row by 4 B to a pitch of 132 B',
      ],
    },
    {
      name: 'races',
      words: ['--ptx', racy, '--launch', padded],
      says: ['both touch shared byte'],
    },
    {
      name: 'races, whose outputs are not compared',
      words: ['--ptx', racy, '--launch', padded, ...expectation('spoilt.json', { out: { values: REVERSED } })],
      says: ['\nexpected out: not compared, since the run had faults\n'],
    },
    {
      name: 'a race that is accepted, and a wrong value',
      words: [
        ...['--ptx', racy, '--launch', padded, ...accepting('race.json', [RACE])],
        ...expectation('accepted.json', { out: { values } }),
      ],
      says: ['elements differ'],
    },
    {
      name: 'an access out of bounds',
      words: ['--ptx', ptx, '--launch', tooWide],
      says: [`reverse.cu:${LINES.store}: fault: `],
    },
    {
      name: 'a wrong value',
      words: ['--ptx', ptx, '--launch', padded, ...expectation('wrong.json', { out: { values } })],
      says: ['buffer out: 1 of 64 elements differ; element 5 is 158, expected 7'],
    },
    {
      name: 'values beyond the tolerance',
      words: [
        ...['--ptx', ptx, '--launch', padded],
        ...expectation('far.json', { out: { values: REVERSED.map(x => x + 2), tolerance: 1 } }),
      ],
      says: ['buffer out: 64 of 64 elements differ; element 0 is 163, expected 165'],
    },
    {
      name: 'wrong bytes',
      words: [
        ...['--ptx', ptx, '--launch', padded],
        ...expectation('zeros.json', { out: { base64: Buffer.alloc(256).toString('base64') } }),
      ],
      says: ['buffer out: 64 of 64 elements differ; element 0 is 163, expected 0'],
    },
    {
      name: 'a wrong hash',
      words: ['--ptx', ptx, '--launch', padded, ...expectation('hash.json', { in: { sha256: '0'.repeat(64) } })],
      says: [`expected ${'0'.repeat(64)}`],
    },
  ])('fails $name', async ({ words, says }) => {
    const { code, stdout, stderr } = await check(...words);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    for (const text of says) expect(stdout).toContain(text);
    expect(stdout).toMatch(/^check failed: [1-9]/m);
  });

  it('falls back on the PTX where there is no line information', async () => {
    const bare = scratch.write('bare.ptx', reversePtx().replaceAll(/^\t\.(loc|file).*$/gm, ''));
    const excess = await check('--ptx', bare, '--launch', conflicted, '--max-excess', '0');
    expect(excess.stdout).toMatch(/^.*bare\.ptx:41: cost: shared load of a column/m);
    expect(excess.stdout).toContain('nvcc -lineinfo gives source lines');
    const fault = await check('--ptx', bare, '--launch', tooWide);
    expect(fault.stdout).toMatch(/^.*bare\.ptx:\d+: fault: /m);
  });

  it('says why a finding is accepted', async () => {
    const { stdout } = await check('--ptx', racy, '--launch', conflicted, ...accepting('why.json', [RACE]));
    expect(stdout).toMatch(/^reverse\.cu:[78]: fault: .*\(accepted: known\)$/m);
  });

  it('fails for an accepted finding that is there no more', async () => {
    const { code, stdout } = await check('--ptx', ptx, '--launch', padded, ...accepting('stale.json', [RACE]));
    expect(code).toBe(1);
    expect(stdout).toMatch(/^reverse\.cu:8: no race is found here any more: remove it from --accept$/m);
  });

  it('warns of a hazard, and fails for it when that is asked for', async () => {
    const words = ['--ptx', sameValue, '--launch', padded];
    const { code, stdout } = await check(...words, '--github');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^reverse\.cu:\d+: hazard: .*\n {4}Both store the same value/m);
    expect(stdout).toMatch(/^::warning file=reverse\.cu,line=\d+,title=race::/m);
    expect(stdout).toMatch(/^check passed: 0 findings, 1 warning$/m);
    for (const flag of ['--strict', '--no-races']) expect(await check(...words, flag)).toMatchObject({ code: 1 });
  });

  it('bounds the sectors of a global request', async () => {
    const shifted = scratch.write('shifted.json', {
      ...reverseLaunch(33),
      buffers: reverseLaunch(33).buffers.map(buffer => ({ ...buffer, length: WORDS + 1 })),
      params: [
        reverseLaunch(33).params[0],
        { kind: 'pointer', buffer: 'in', byteOffset: 4 },
        reverseLaunch(33).params[2],
      ],
    });
    const words = ['--ptx', ptx, '--launch', shifted, '--max-sectors'];
    expect(await check(...words, '1')).toMatchObject({ code: 0 });
    const { code, stdout } = await check(...words, '0');
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^\S*reverse\.ptx:24: cost: global load of .* 5 sectors where 4 would do; .* at most 0 allowed\)$/m,
    );
  });

  it('annotates for GitHub', async () => {
    const { stdout } = await check('--ptx', racy, '--launch', conflicted, '--max-excess', '0', '--github');
    expect(stdout).toMatch(/^::error file=reverse\.cu,line=7,title=bankConflicts::shared load of .*\)%0APad each row/m);
    expect(stdout).toMatch(/^::error file=reverse\.cu,line=[78],title=race::line [78], CTA 0, /m);
  });

  it('names the calls through which an inlined function came there', async () => {
    const file = scratch.write('inlined.ptx', reversePtx({ race: true, inlined: true }));
    const words = ['--ptx', file, '--launch', padded];
    const { stdout } = await check(...words, '--github');
    const call = `in again, called from reverse.cu:${LINES.call}`;
    expect(stdout).toMatch(new RegExp(`^reverse\\.cu:[78]: fault: .*\\n {4}(the earlier access )?${call}$`, 'm'));
    expect(stdout).toMatch(new RegExp(`^::error file=reverse\\.cu,line=[78],title=race::.*%0A.*${call}%0A`, 'm'));
    const { findings } = JSON.parse((await check(...words, '--json')).stdout);
    const places = findings.flatMap(({ place, other }: Finding) => [place, ...(other ? [other.place] : [])]);
    expect(
      places.map(({ calls }: FaultPlace) => calls ?? []).filter((calls: readonly unknown[]) => calls.length > 0),
    ).toEqual([[{ callee: 'again', file: 'reverse.cu', line: LINES.call }]]);
  });

  it('annotates by paths from the root of the repository, wherever in it the command runs', async () => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'lanescape-repository-')));
    mkdirSync(join(root, '.git'));
    mkdirSync(join(root, 'kernels'));
    const words = ['check', '--ptx', racy, '--launch', padded, '--github'];
    const { stdout } = await lanescape(words, '', join(root, 'kernels'));
    rmSync(root, { recursive: true });
    expect(stdout).toMatch(/^reverse\.cu:[78]: fault:/m);
    expect(stdout).toMatch(/^::error file=kernels\/reverse\.cu,line=[78],title=race::/m);
  });

  it('tells what the emulator refuses from a failure', async () => {
    const refused = scratch.write('refused.ptx', reversePtx({ refused: true }));
    const { code, stdout } = await check('--ptx', refused, '--launch', padded, '--github');
    expect(code).toBe(3);
    expect(stdout).toMatch(/^reverse\.cu:5: refused: .*the emulator has no 'wishful'/m);
    expect(stdout).toMatch(/^::warning file=reverse\.cu,line=5,title=unknownOpcode::/m);
    expect(stdout).toMatch(/^check refused: /m);
  });

  it('lets no name end an annotation or begin one', async () => {
    const named = scratch.write('named.ptx', reversePtx({ race: true }).replace('"reverse.cu"', '"::x,a%\x1b[1m.cu"'));
    const { stdout } = await check('--ptx', named, '--launch', conflicted, '--max-excess', '0', '--github');
    expect(stdout).toMatch(/^::error file=%3A%3Ax%2Ca%25\\x1b\[1m\.cu,line=7,/m);
    expect(stdout).toMatch(/^\\::x,a%\\x1b\[1m\.cu:7: cost: /m);
    expect(stdout).not.toMatch(/(?!\n)\p{Cc}|^::(?!(error|warning) file=)/mu);
  });

  it('runs the chosen CTAs only, and only so long', async () => {
    const many = scratch.write('grid.json', { ...reverseLaunch(33), grid: [9, 1, 1] });
    const words = ['--ptx', ptx, '--launch', many, '--json'];
    const chosen = JSON.parse((await check(...words, '--ctas', '0,4-6')).stdout);
    expect(chosen.shared.load.requests).toBe(8);
    const short = await check('--ptx', endless, '--launch', many, '--max-seconds', '0.2');
    expect(short.code).toBe(1);
    expect(short.stdout).toMatch(
      /^the time was over after 0 of 9 CTAs, at reverse\.cu:5\ncheck failed: 0 findings, 0 warnings$/m,
    );
  });

  it('stops at the first fault where that is asked for', async () => {
    const words = ['--ptx', ptx, '--launch', tooWide, '--json'];
    const instructions = async (...more: string[]) => JSON.parse((await check(...words, ...more)).stdout).instructions;
    expect(await instructions('--first-fault')).toBeLessThan(await instructions());
  });

  it('tells once of a race that many CTAs have, and runs them all', async () => {
    const many = scratch.write('many.json', { ...reverseLaunch(33), grid: [200, 1, 1] });
    const { code, stdout } = await check('--ptx', racy, '--launch', many, '--json');
    expect(code).toBe(1);
    const { findings, faults, shared } = JSON.parse(stdout);
    expect(findings).toHaveLength(1);
    expect(findings[0].count).toBeGreaterThan(1000);
    expect(faults[0].count).toBe(findings[0].count);
    expect(shared.load.requests).toBe(400);
  });

  it('prints findings and summary as JSON', async () => {
    const words = ['--ptx', ptx, '--launch', conflicted, '--max-excess', '0', '--json'];
    const { code, stdout } = await check(...words);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      findings: [
        { kind: 'bankConflicts', place: { file: 'reverse.cu', line: LINES.store }, cost: { actual: 64, ideal: 2 } },
        { kind: 'bankConflicts', place: { file: 'reverse.cu', line: LINES.load }, fix: expect.stringMatching(/^Pad/) },
      ],
      warnings: [],
      differences: [],
      shared: { load: { requests: 2, wavefronts: 64, ideal: 2 } },
      accepted: [],
      stale: [],
      faults: [],
      hazards: [],
    });
  });

  it('accepts the hashes that emulate prints', async () => {
    const summary = JSON.parse((await lanescape(['emulate', '--ptx', ptx, '--launch', padded, '--json'])).stdout);
    const hashes = summary.buffers.map(({ name, sha256 }: { name: string; sha256: string }) => [name, { sha256 }]);
    const expected = expectation('same.json', Object.fromEntries(hashes));
    expect((await check('--ptx', ptx, '--launch', padded, ...expected)).code).toBe(0);
  });

  it.each([
    { words: ['--max-excess', '-1'], says: /--max-excess -1: expected a count of wavefronts/ },
    { words: ['--max-excess', 'few'], says: /--max-excess few: expected a count/ },
    { words: ['--max-sectors', 'few'], says: /--max-sectors few: expected a count of sectors/ },
    { words: ['--max-seconds', '0'], says: /--max-seconds 0: expected seconds above 0/ },
    { words: ['--ctas', '3-1'], says: /--ctas 3-1: expected at most/ },
    { words: ['--ctas', '1'], says: /--ctas: no CTA 1 in a grid of 1/ },
    { words: ['--no-races=1'], says: /--no-races takes no value/ },
    { words: ['--expect', scratch.path('none')], says: /none: no such file/ },
    { words: accepting('no-reason.json', [{ ...RACE, reason: '' }]), says: /no-reason\.json: 0\.reason|\[0\]\.reason/ },
    { words: expectation('text.json', 'nonsense'), says: /text\.json: not JSON/ },
    { words: expectation('list.json', [1]), says: /list\.json: / },
    { words: expectation('kind.json', { out: { md5: '0' } }), says: /kind\.json: out: expected \{"sha256": hex\}, / },
    {
      words: expectation('name.json', { o: { values: [] } }),
      says: /name\.json: o: no such buffer; expected one of out/,
    },
    {
      words: expectation('formula.json', { out: { formula: '63 - j' } }),
      says: /out\.formula: column 6: no scalar 'j'/,
    },
    { words: expectation('few.json', { out: { values: [1] } }), says: /out\.values: 1 values, expected 64/ },
    { words: expectation('beyond.json', { out: { values: ['infinite'] } }), says: /values.*"Infinity"/ },
    { words: expectation('short.json', { out: { base64: 'AAAA' } }), says: /out\.base64: 3 bytes, expected 256/ },
    {
      words: expectation('unfit.json', { out: { values: REVERSED.with(3, -1) } }),
      says: /unfit\.json: out\.values\[3\]: -1 does not fit u32/,
    },
  ])('exits 2 with one line for $says', async ({ words, says }) => {
    const { code, stdout, stderr } = await check('--ptx', ptx, '--launch', padded, ...words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(says);
    expect(isOneLine(stderr)).toBe(true);
  });
});
