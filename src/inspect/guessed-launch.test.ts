import { describe, expect, test } from 'vitest';
import { ONE_BEYOND } from '../app/browser/fixtures/workbench-kernels.ts';
import { faultFinding } from '../model/findings/fault-findings.ts';
import { emulate } from '../ptx/index.ts';
import { guessLaunch } from '../ptx/outline/guess.ts';
import { outlineOf } from '../ptx/outline/outline.ts';
import { parseModule } from '../ptx/parse/module.ts';
import { bufferAddresses } from '../trace/device-addresses.ts';
import type { Fault } from '../trace/fault.ts';
import type { BufferSpec, Launch, LaunchParam } from '../trace/launch.ts';
import { guessWords, lengthToTry, longerLength, withGuesses, withLength } from './guessed-launch.ts';

function ran(text = ONE_BEYOND) {
  const module = parseModule(text);
  if (!module.ok) throw new Error(module.error.message);
  const outline = outlineOf(module.value);
  const [entry] = outline.entries;
  const paths = { ...guessLaunch(outline, entry), names: entry.params.map(({ name }) => name) };
  const faultsOf = (launch = paths.launch) => {
    const run = emulate(module.value, launch, { faults: 'all' });
    if (!run.ok) throw new Error(run.error.message);
    return run.value.faults;
  };
  return { paths, faultsOf };
}

describe('an access one element behind a guessed buffer', () => {
  const { paths, faultsOf } = ran();
  const [fault] = faultsOf();

  test('is found, since the guessed length fills no CTA, and says what is guessed', () => {
    expect(fault.kind).toBe('outOfBounds');
    expect(guessWords(fault, paths)).toBe("The launch is guessed: n = 1000, 'out' has 1000 elements.");
    const [finding] = withGuesses([faultFinding(fault)], [fault], paths);
    expect(finding.guess).toContain('n = 1000');
  });

  test('goes with the length that is offered', () => {
    expect(lengthToTry(fault, paths)).toEqual({ buffer: 0, path: 'buffers[0].length', length: 1024 });
    expect(faultsOf(withLength(paths.launch, 0, 1024))).toEqual([]);
  });

  test('says nothing of guesses where its length is settled', () => {
    const settled = { ...paths, guessed: paths.guessed.filter(path => !/length|value/.test(path)) };
    expect(guessWords(fault, settled)).toBe('');
    expect(lengthToTry(fault, settled)).toBeNull();
    const finding = faultFinding(fault);
    expect(withGuesses([finding], [fault], { ...paths, guessed: [] })).toEqual([finding]);
  });
});

test('the buffer that the address is computed from is made longer, not the one that lies nearest', () => {
  const { paths, faultsOf } = ran();
  const [fault] = faultsOf();
  const behind: BufferSpec = { name: 'behind', type: 's32', length: 1, init: { kind: 'zeros' } };
  const launch: Launch = { ...paths.launch, buffers: [...paths.launch.buffers, behind] };
  const two = { ...paths, launch, guessed: [...paths.guessed, 'buffers[1].length'] };
  const far = { ...fault, address: bufferAddresses(launch).get('behind')! + 4 } as Fault;
  expect(lengthToTry(far, two)?.buffer).toBe(1);
  expect(lengthToTry(far, two, 'out')?.buffer).toBe(0);
});

test('a wild pointer is no matter of lengths', () => {
  const { paths, faultsOf } = ran();
  const [fault] = faultsOf();
  expect(lengthToTry({ ...fault, address: 2 ** 50 } as Fault, paths)).toBeNull();
});

test('a length that was too short is followed by twice as many, or by what the access needs, up to an end', () => {
  const { paths, faultsOf } = ran();
  const [fault] = faultsOf();
  if (fault.kind !== 'outOfBounds') return expect.fail();
  expect(longerLength(fault, 1024, paths)).toBe(2048);
  expect(longerLength({ ...fault, address: fault.address + 4 * 100_000 }, 1024, paths)).toBe(101_120);
  expect(longerLength(fault, 2 ** 24, paths)).toBeNull();
});

const MAP_IN_STRUCT = `.version 9.0
.target sm_90a
.address_size 64
.shared .align 128 .b8 tile[1024];
.visible .entry k(.param .align 64 .b8 p[192]) {
.reg .b64 %p, %map, %out; .reg .b32 %r, %at; .reg .pred %q;
mov.b64 %p, p;
add.s64 %map, %p, 64;
cvta.param.u64 %map, %map;
mov.u32 %at, tile;
mov.u32 %r, 0;
cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%map, {%r, %r}], [%at];
cp.async.bulk.commit_group;
cp.async.bulk.wait_group 0;
ret; }`;

test('boxes of maps are named where they may be the reason, and that there is no map', () => {
  const { paths, faultsOf } = ran(MAP_IN_STRUCT);
  const [{ place, who, message }] = faultsOf();
  const bad: Fault = {
    kind: 'badOperand',
    place: { ...place, instruction: 'prefetch.tensormap [%map]' },
    who,
    message,
  };
  expect(guessWords(bad, paths)).toBe("The launch is guessed: 'p_64' has boxes of 32 x 64.");
  const none = { ...paths, launch: { ...paths.launch, params: [] } };
  expect(guessWords(bad, none)).toBe('The launch is guessed: no parameter is a tensor map.');
  expect(guessWords({ ...bad, place: { ...place, instruction: 'mma.sp.sync' } }, paths)).toBe('');
});

test('sizes are named where they may be the reason', () => {
  const { paths, faultsOf } = ran();
  const [{ place, who, message }] = faultsOf();
  const deadlock: Fault = { kind: 'deadlock', place, who, message, waiters: [] };
  expect(guessWords(deadlock, paths)).toBe('The launch is guessed: blocks of 256 x 1 x 1.');
  const race: Fault = {
    kind: 'race',
    ...{ place, who, message, address: 0, interval: 0, between: 'ctas', other: { place, who } },
  };
  expect(guessWords(race, paths)).toBe('The launch is guessed: a grid of 4 x 1 x 1, blocks of 256 x 1 x 1.');
  expect(guessWords({ kind: 'trap', place, who, message }, paths)).toBe('');
  const init = { kind: 'random', seed: 1, low: 0, high: 255, integers: true } as const;
  const offsets = { name: 'offsets', type: 'u64', length: 8, init } as const;
  const drawn = { launch: { ...paths.launch, buffers: [offsets] }, guessed: ['buffers[0].init'], names: [] };
  const misaligned: Fault = { kind: 'misaligned', place, who, message, space: 'global', address: 1, widthBytes: 4 };
  expect(guessWords(misaligned, drawn)).toBe("The launch is guessed: 'offsets' holds numbers from 0 to 255.");
  const surface = { kind: 'surface', buffer: 's', dims: [60, 60] } as unknown as LaunchParam;
  const image = { launch: { ...paths.launch, params: [surface] }, guessed: ['params[0].dims'], names: ['s'] };
  const store = { ...place, instruction: 'sust.b.2d.b32.trap [%rd1, {%r1, %r2}], {%r3}' };
  expect(guessWords({ kind: 'trap', place: store, who, message }, image)).toBe(
    "The launch is guessed: 's' is 60 x 60.",
  );
});

test('numbers as wide as a pointer are named where an address is below all buffers', () => {
  const words = (body: string) => {
    const { paths, faultsOf } = ran(`.version 9.0
.target sm_90
.address_size 64
.shared .align 8 .b64 s;
.visible .entry k(.param .u64 p) { .reg .b64 %x<4>; .reg .b32 %r; ld.param.u64 %x1, [p]; ${body} ret; }`);
    return guessWords(faultsOf()[0], paths);
  };
  expect(words('st.shared.u64 [s], %x1; atom.shared.exch.b64 %x2, [s], 0; st.u32 [%x2], 1;')).toBe(
    'The launch is guessed: p = 1 is no pointer.',
  );
  expect(words('ld.global.u64 %x2, [%x1]; xor.b64 %x3, %x2, 64; st.global.u32 [%x3+8], 1;')).toBe(
    "The launch is guessed: 'p' holds numbers, no pointers.",
  );
  // A length that lies beside the pointer that it belongs to.
  const beside = 'ld.global.u64 %x2, [%x1]; ld.global.u32 %r, [%x1+8]; brev.b32 %r, %r; mul.wide.u32 %x3, %r, 4;';
  expect(words(`${beside} add.s64 %x3, %x2, %x3; st.global.u32 [%x3], %r;`)).toMatch(/: the numbers in 'p'/);
});
