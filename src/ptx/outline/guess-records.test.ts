/** Launches for kernels whose pointers lie inside buffers, in structs of arrays, in tensors, or come by way of shared memory. */
import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { type BufferSpec, ELEMENT_BYTES, type Launch } from '../../trace/launch.ts';
import { bufferBytes } from '../../trace/launch-bytes.ts';
import { emulate } from '../index.ts';
import { parseModule } from '../parse/module.ts';
import { type GuessedLaunch, guessLaunch } from './guess.ts';
import { outlineOf } from './outline.ts';

const textOf = (name: string): string => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8');

function fixture(name: string) {
  const module = parseModule(textOf(name));
  if (!module.ok) throw new Error(JSON.stringify(module.error));
  const outline = outlineOf(module.value, textOf('records.cu'));
  const entry = (plain: string) => {
    const found = outline.entries.find(e => e.plainName === plain);
    if (!found) throw new Error(`no kernel '${plain}'`);
    return found;
  };
  const guess = (plain: string, previous?: GuessedLaunch) => guessLaunch(outline, entry(plain), previous);
  const found = (plain: string) => {
    const run = emulate(module.value, guess(plain).launch, { faults: 'all' });
    if (!run.ok) throw new Error(`${run.error.field}: ${run.error.message}`);
    return [...run.value.faults, ...run.value.hazards];
  };
  return { outline, guess, found };
}

const FILES = ['records.sm_90.ptx', 'records.sm_100a.ptx'];

const bufferOf = ({ buffers }: Launch, name: string): BufferSpec => {
  const found = buffers.find(buffer => buffer.name === name);
  if (!found) throw new Error(`no buffer '${name}'`);
  return found;
};
const targetsOf = (launch: Launch, name: string) =>
  (bufferOf(launch, name).fields ?? []).map(({ offset, buffer }) => [offset, buffer]);
const wordsOf = (launch: Launch, name: string): Int32Array => {
  const bytes = bufferBytes(bufferOf(launch, name), name);
  if (!bytes.ok) throw new Error(bytes.error.message);
  return new Int32Array(bytes.value.buffer, bytes.value.byteOffset, bytes.value.length / 4);
};

describe.each(FILES)('%s', name => {
  const { outline, guess, found } = fixture(name);
  const names = outline.entries.map(({ plainName }) => plainName);

  it.each(names.filter(plain => !/<[12]>$/.test(plain)))('%s runs as guessed, without a finding', plain => {
    expect(found(plain)).toEqual([]);
  });

  it.each(names.filter(plain => plain.endsWith('<1>')))('%s lacks a barrier, which is named', plain => {
    expect(found(plain).map(({ kind }) => kind)).toContain('race');
  });

  it.each(names.filter(plain => plain.endsWith('<2>')))('%s goes one element too far, which is named', plain => {
    const kinds = found(plain).map(({ kind }) => kind);
    expect(kinds.some(kind => kind === 'outOfBounds' || kind === 'race')).toBe(true);
  });

  it.each(names)('guessing again leaves %s as it is', plain => {
    const once = guess(plain);
    expect(guess(plain, once)).toEqual(once);
    const settled = { launch: once.launch, guessed: [] };
    expect(guess(plain, settled)).toEqual(settled);
  });

  it('each pointer of an array leads to a buffer of its own, as long as what is read there', () => {
    const { launch } = guess('batchedProduct<0>');
    expect(launch.grid).toEqual([2, 2, 4]);
    expect(targetsOf(launch, 'A')).toEqual([
      [0, 'A_0'],
      [8, 'A_1'],
      [16, 'A_2'],
      [24, 'A_3'],
    ]);
    const [m, , k] = launch.params.slice(3).map(param => (param.kind === 'scalar' ? Number(param.value) : 0));
    expect(bufferOf(launch, 'A_0')).toMatchObject({ type: 'f32', length: m * k });
    expect(bufferOf(launch, 'C_3')).toMatchObject({ type: 'f32', init: { kind: 'poison' }, output: true });
  });

  it('records hold numbers that fit their buffers', () => {
    const { launch } = guess('scaleTasks<0>');
    expect(targetsOf(launch, 'tasks').slice(0, 4)).toEqual([
      [0, 'tasks_0_0'],
      [8, 'tasks_8_0'],
      [24, 'tasks_0_1'],
      [32, 'tasks_8_1'],
    ]);
    expect(wordsOf(launch, 'tasks')[16 / 4]).toBe(bufferOf(launch, 'tasks_0_0').length);
  });

  it('nodes are chains that end, or trees with leaves', () => {
    const lists = guess('sumOfLists<0>').launch;
    const nodes = lists.buffers.find(({ fields }, i) => i > 1 && fields)!;
    const roots = bufferOf(lists, 'heads').fields?.length ?? 0;
    expect(roots).toBe(1000);
    expect(nodes.fields).toHaveLength(roots);
    expect((nodes.length * ELEMENT_BYTES[nodes.type]) / 16).toBe(2 * roots);
    const trees = guess('decide').launch;
    const branches = trees.buffers.find(({ name: one, fields }) => one !== 'trees' && fields)!;
    const links = branches.fields!.map(({ offset }) => offset % 32);
    expect(links.filter(offset => offset === 8).length).toBe(links.length / 2);
    expect(links.filter(offset => offset === 16).length).toBe(links.length / 2);
  });

  it('children in an array of a node are as many as a mask leaves', () => {
    const root = bufferOf(guess('descend').launch, 'root');
    const offsets = (root.fields ?? []).map(({ offset }) => offset);
    expect(offsets).toEqual([8, 16, 24, 32, 40, 48, 56, 64]);
    expect((root.length * ELEMENT_BYTES[root.type]) / 72).toBe(1 + 8);
  });

  it('ends of ranges rise', () => {
    const words = wordsOf(guess('scaleJagged').launch, 'jagged_8');
    expect([...words].every((word, i) => i === 0 || word > words[i - 1])).toBe(true);
  });

  it('arrays in a parameter have an element for each CTA, and for each tensor', () => {
    const { launch } = guess('scaleLists');
    const [, lists] = launch.params;
    if (lists.kind !== 'struct') throw new Error('no struct');
    const numbers = lists.fields.flatMap(field =>
      field.kind === 'scalar' ? [[field.offset, Number(field.value)]] : [],
    );
    const pointers = lists.fields.flatMap(field => (field.kind === 'pointer' ? [field.offset] : []));
    expect(launch.grid[0]).toBe(4);
    expect(pointers).toEqual([...Array(8).keys()].flatMap(i => [8 * i, 240 + 8 * i]).sort((a, b) => a - b));
    expect(numbers.filter(([offset]) => offset >= 600)).toEqual([
      ...[0, 1, 2, 3].map(i => [600 + i, i]),
      ...[0, 1, 2, 3].map(i => [920 + 4 * i, 0]),
    ]);
  });

  it('a number of pointers is no larger than the array that holds them', () => {
    const [, peers] = guess('sumOfPeers<0>').launch.params;
    expect(peers).toMatchObject({
      fields: expect.arrayContaining([expect.objectContaining({ offset: 68, value: 8 })]),
    });
  });

  it('sizes and strides of a tensor agree with each other and with its buffer', () => {
    const { launch } = guess('addGates<0>');
    const [, gates] = launch.params;
    if (gates.kind !== 'struct') throw new Error('no struct');
    const at = (offset: number): number => {
      const field = gates.fields.find(one => one.offset === offset);
      return field?.kind === 'scalar' ? Number(field.value) : Number.NaN;
    };
    expect([at(20), at(24), at(28)]).toEqual([3 * at(16), at(16), 1]);
    expect(bufferOf(launch, 'gates_0').length).toBe(launch.grid[1] * at(20));
  });
});

describe('what a user has settled', () => {
  const { guess } = fixture(FILES[0]);
  const first = guess('scaleTasks<0>');
  const without = (path: string): readonly string[] => first.guessed.filter(one => one !== path);
  const at = (name: string): number => first.launch.buffers.findIndex(buffer => buffer.name === name);
  const changed = (name: string, change: Partial<BufferSpec>): Launch => ({
    ...first.launch,
    buffers: first.launch.buffers.map(buffer => (buffer.name === name ? { ...buffer, ...change } : buffer)),
  });

  it('of a buffer behind a record stays', () => {
    const launch = changed('tasks_8_2', { length: 500 });
    const next = guess('scaleTasks<0>', { launch, guessed: without(`buffers[${at('tasks_8_2')}].length`) });
    expect(bufferOf(next.launch, 'tasks_8_2').length).toBe(500);
    expect(next.launch).toEqual(launch);
  });

  it('of the records themselves stays, with what they point to', () => {
    const { fields = [] } = bufferOf(first.launch, 'tasks');
    const other = fields.map(field => ({ ...field, buffer: field.buffer.replace(/_\d$/, '_0') }));
    const launch = changed('tasks', { fields: other });
    const next = guess('scaleTasks<0>', { launch, guessed: without(`buffers[${at('tasks')}].init`) });
    expect(bufferOf(next.launch, 'tasks').fields).toEqual(other);
    expect(next.launch.buffers.map(({ name }) => name)).toEqual(['tasks', 'tasks_0_0', 'tasks_8_0']);
  });
});

test('an index as wide as a pointer is none', () => {
  const text = `.version 9.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 out, .param .u64 at)
{ .reg .b64 %x<9>; .reg .b32 %r<9>;
ld.param.u64 %x1, [out]; ld.param.u64 %x2, [at]; cvta.to.global.u64 %x3, %x1; cvta.to.global.u64 %x4, %x2;
mov.u32 %r1, %tid.x; mul.wide.u32 %x5, %r1, 8; add.s64 %x6, %x4, %x5; ld.global.u64 %x7, [%x6];
add.s64 %x8, %x3, %x7; st.global.u8 [%x8], %r1; ret; }`;
  const module = parseModule(text);
  if (!module.ok) throw new Error(module.error.message);
  const outline = outlineOf(module.value);
  expect(outline.entries[0].records).toEqual([]);
  expect(guessLaunch(outline, outline.entries[0]).launch.buffers.map(({ fields }) => fields)).toEqual([
    undefined,
    undefined,
  ]);
});
