import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWhole } from '../scripts/fixtures/sweep.ts';
import { lanescape } from './fixtures/in-process.ts';
import { COMMAND } from './fixtures/spawned.ts';
import { OP_NAMES } from './ops/answer.ts';

interface BanksRequest {
  readonly op: 'banks';
  readonly instruction: string;
  readonly widthBytes: number;
  readonly addresses: readonly (number | null)[];
  readonly matrices?: number;
}

const ROW = Array.from({ length: 32 }, (_, lane) => lane * 4);
const COLUMN = Array.from({ length: 32 }, (_, lane) => lane * 128);
const ld = (addresses: readonly unknown[], extra: object = {}) => ({
  op: 'banks',
  instruction: 'ld',
  widthBytes: 4,
  addresses,
  ...extra,
});

it('says that a folder is no stream of requests', async () => {
  const child = spawn(process.execPath, [COMMAND, 'eval'], { stdio: [openSync('.', 'r'), 'pipe', 'pipe'] });
  const said = text(child.stderr as Readable);
  expect(await once(child, 'close')).toEqual([2, null]);
  expect(await said).toMatch(/^lanescape: eval: standard input is a folder; expected [^\n]*\n$/);
});

async function repliesTo(requests: readonly (object | string)[]): Promise<Record<string, unknown>[]> {
  const lines = requests.map(request => (typeof request === 'string' ? request : JSON.stringify(request)));
  const { code, stdout, stderr } = await lanescape(['eval'], lines.map(line => `${line}\n`).join(''));
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line));
}

/** Counts by the definition, byte by byte: for the lanes of a phase, the set of 4-byte words that each bank must deliver. */
function bruteForce({ instruction, widthBytes, addresses, matrices }: BanksRequest) {
  const matrix = instruction.endsWith('matrix');
  const bytes = matrix ? 16 : widthBytes;
  const groups = matrix ? (matrices ?? 4) : Math.max(1, bytes / 4);
  const size = matrix ? 8 : 32 / groups;
  const phases = Array.from({ length: groups }, (_, group) => {
    const lanes = Array.from({ length: size }, (_, i) => group * size + i);
    const banks = Array.from({ length: 32 }, () => new Set<number>());
    for (const lane of lanes) {
      const address = addresses[lane];
      if (address === null) continue;
      for (let byte = address; byte < address + bytes; byte++)
        banks[Math.floor(byte / 4) % 32].add(Math.floor(byte / 4));
    }
    const sizes = banks.map(words => words.size);
    return { lanes, wavefronts: Math.max(...sizes), words: sizes.reduce((a, b) => a + b) };
  });
  const wavefronts = phases.reduce((sum, phase) => sum + phase.wavefronts, 0);
  const ideal = phases.filter(phase => phase.words > 0).length;
  return { wavefronts, ideal, excess: wavefronts - ideal, phases };
}

const plainRequest = fc.constantFrom(1, 2, 4, 8, 16).chain(widthBytes =>
  fc.record({
    op: fc.constant('banks' as const),
    instruction: fc.constantFrom('ld', 'st'),
    widthBytes: fc.constant(widthBytes),
    addresses: addressesOf(widthBytes),
  }),
);
const matrixRequest = fc.record({
  op: fc.constant('banks' as const),
  instruction: fc.constantFrom('ldmatrix', 'stmatrix'),
  widthBytes: fc.constant(16),
  addresses: addressesOf(16),
  matrices: fc.constantFrom(1, 2, 4),
});

/** A small range makes lanes share words; a large one tests addresses beyond 32 bits. */
function addressesOf(bytes: number): fc.Arbitrary<(number | null)[]> {
  const index = fc.oneof(fc.nat(60), fc.nat(2000), fc.nat(2 ** 36));
  return fc.array(fc.option(index.map(i => i * bytes)), { minLength: 32, maxLength: 32 });
}

describe('lanescape eval', () => {
  it('agrees with the definition of a wavefront on any banks request', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(plainRequest, matrixRequest), { minLength: 100, maxLength: 100 }),
        async requests => {
          expect(await repliesTo(requests)).toEqual(requests.map(bruteForce));
        },
      ),
      { numRuns: 5 },
    );
  });

  it('answers in order and goes on after a bad line', async () => {
    const idle = ROW.map(() => null);
    const replies = await repliesTo([ld(ROW), '{', '', '  ', ld(COLUMN), ld(idle)]);
    expect(replies).toMatchObject([
      { wavefronts: 1, ideal: 1, excess: 0 },
      { error: { code: 'badJson', field: null } },
      { wavefronts: 32, ideal: 1, excess: 31 },
      { wavefronts: 0, ideal: 0, excess: 0, phases: [{ wavefronts: 0, words: 0 }] },
    ]);
    expect(replies).toHaveLength(4);
  });

  it('takes a matrix instruction without width, and all four matrices unless told', async () => {
    const rows = Array.from({ length: 32 }, (_, lane) => lane * 16);
    const base = { op: 'banks', instruction: 'ldmatrix', addresses: rows };
    expect(await repliesTo([base, { ...base, matrices: 1 }, { ...base, widthBytes: 2 }])).toMatchObject([
      { wavefronts: 4 },
      { wavefronts: 1 },
      { wavefronts: 4 },
    ]);
  });

  it('names code and field of every kind of bad request', async () => {
    const cases: [object | string, string, string | null][] = [
      ['nonsense', 'badJson', null],
      ['[1]', 'notObject', null],
      ['null', 'notObject', null],
      [{}, 'missingField', 'op'],
      [{ op: 7 }, 'wrongValue', 'op'],
      [{ op: 'constructor' }, 'unknownOp', 'op'],
      [ld(ROW, { lanes: 32 }), 'unknownKey', 'lanes'],
      ['{"op":"banks","__proto__":1}', 'unknownKey', '__proto__'],
      [{ op: 'banks', addresses: ROW, widthBytes: 4 }, 'missingField', 'instruction'],
      [ld(ROW, { instruction: 'LD' }), 'wrongValue', 'instruction'],
      [ld(ROW, { widthBytes: undefined }), 'missingField', 'widthBytes'],
      [ld(ROW, { widthBytes: '4' }), 'wrongValue', 'widthBytes'],
      [ld(ROW, { widthBytes: 3 }), 'width', 'widthBytes'],
      [{ op: 'banks', instruction: 'ld', widthBytes: 4 }, 'missingField', 'addresses'],
      [ld(ROW.slice(1)), 'lanes', 'addresses'],
      [ld(ROW.with(5, -4)), 'negative', 'addresses[5]'],
      [ld(ROW.with(5, 2)), 'misaligned', 'addresses[5]'],
      [ld(ROW.with(5, 0.5)), 'notInteger', 'addresses[5]'],
      [ld(ROW.with(5, 2 ** 53)), 'notInteger', 'addresses[5]'],
      [ld([...ROW.slice(1), '4']), 'wrongValue', 'addresses[31]'],
      [ld(ROW, { instruction: 'ldmatrix', matrices: 3 }), 'wrongValue', 'matrices'],
      [`[${'['.repeat(200_000)}${']'.repeat(200_000)}]`, 'notObject', null],
      ['x'.repeat(2 ** 20 + 1), 'tooLong', null],
    ];
    const replies = await repliesTo(cases.map(([request]) => request));
    expect(replies.map(reply => Object.keys(reply))).toEqual(cases.map(() => ['error']));
    const errors = replies.map(reply => reply.error as { code: string; field: string | null; message: string });
    expect(errors.map(({ code, field }) => [code, field])).toEqual(cases.map(([, code, field]) => [code, field]));
    for (const { message } of errors) expect(message).toMatch(/\w/);
  });

  it('lists the known ops to who asks for another', async () => {
    const [{ error }] = await repliesTo([{ op: 'bank' }]);
    expect(error).toMatchObject({
      message: `unknown op "bank"; known: ${OP_NAMES.join(', ')}`,
    });
  });

  it('takes CR LF, a last line without an end, and characters cut between chunks', async () => {
    const text = Buffer.from(`${JSON.stringify(ld(ROW))}\r\n{"op":"é"}\n${JSON.stringify(ld(COLUMN))}`);
    const { stdout } = await lanescape(
      ['eval'],
      [...text].map(byte => Buffer.from([byte])),
    );
    const replies = stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(replies).toMatchObject([
      { wavefronts: 1 },
      { error: { message: `unknown op "é"; known: ${OP_NAMES.join(', ')}` } },
      { wavefronts: 32 },
    ]);
  });

  it('answers each request before the next one comes', async () => {
    const child = spawn(process.execPath, [COMMAND, 'eval']);
    for (const addresses of [ROW, COLUMN]) {
      child.stdin.write(`${JSON.stringify(ld(addresses))}\n`);
      const [reply] = await once(child.stdout, 'data');
      expect(JSON.parse(String(reply)).wavefronts).toBe(addresses === ROW ? 1 : 32);
    }
    child.stdin.end();
    expect(await once(child, 'close')).toEqual([0, null]);
  });

  it('ends quietly when its reader goes away', async () => {
    const child = spawn(process.execPath, [COMMAND, 'eval']);
    child.stdin.on('error', () => {});
    let stderr = '';
    child.stderr.on('data', chunk => {
      stderr += chunk;
    });
    const lines = `${JSON.stringify(ld(ROW))}\n`.repeat(5000);
    child.stdin.end(lines);
    child.stdout.once('data', () => child.stdout.destroy());
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(stderr).toBe('');
  });

  it.runIf(isWhole)('keeps its memory while far more than its memory flows through', async () => {
    const lines = 20_000;
    const line = `${JSON.stringify(ld(ROW)).padEnd(10_000)}\n`;
    const growth = (await peakBytes(line, lines)) - (await peakBytes(line, 20));
    expect(growth).toBeLessThan((lines * line.length) / 2);
  });
});

/** Peak resident memory of `lanescape eval` over `count` copies of a line. */
async function peakBytes(line: string, count: number): Promise<number> {
  const report = 'process.on("exit", () => process.stderr.write(String(process.resourceUsage().maxRSS)))';
  const child = spawn(process.execPath, ['--import', `data:text/javascript,${report}`, COMMAND, 'eval']);
  let replies = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    for (const byte of chunk) if (byte === 10) replies++;
  });
  let stderr = '';
  child.stderr.on('data', chunk => {
    stderr += chunk;
  });
  const closed = once(child, 'close');
  await pipeline(Readable.from(Array.from({ length: count / 20 }, () => line.repeat(20))), child.stdin);
  expect(await closed).toEqual([0, null]);
  expect(replies).toBe(count);
  return Number(stderr) * 1024;
}
