/** Tensor maps and clusters: what a module tells of them, and launches to start from. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Launch, TensorMapParam } from '../../trace/launch.ts';
import { tensorBytes, tensorMapBreaches } from '../../trace/tensor-map-rules.ts';
import { emulate } from '../index.ts';
import { parseModule } from '../parse/module.ts';
import { type GuessedLaunch, guessLaunch } from './guess.ts';
import type { EntryOutline } from './module-outline.ts';
import { outlineOf } from './outline.ts';

function outlineOfText(text: string) {
  const module = parseModule(text);
  if (!module.ok) throw new Error(module.error.message);
  const outline = outlineOf(module.value);
  const entry = (plain: string): EntryOutline => outline.entries.find(e => e.plainName === plain)!;
  return { module: module.value, outline, entry };
}

const fixture = (name: string) =>
  outlineOfText(readFileSync(new URL(`../checks/fixtures/${name}`, import.meta.url), 'utf8'));

const copies = fixture('tensor-copies.sm_90a.ptx');
const clusters = fixture('clusters.sm_90a.ptx');
const guessOf = (plain: string, previous?: GuessedLaunch) => guessLaunch(copies.outline, copies.entry(plain), previous);
const mapIn = ({ params }: Launch, at: number) => params[at] as TensorMapParam;

describe('tensor maps', () => {
  it('are told from structs, with their rank and their direction', () => {
    const [, load, idle] = copies.entry('waitRight').params;
    expect(load.use).toEqual({
      kind: 'tensorMap',
      pass: 'value',
      rank: 2,
      read: true,
      written: false,
      type: null,
      expectedBytes: 1024,
    });
    expect(idle.use).toMatchObject({ kind: 'tensorMap', rank: null, read: false, written: false });
    expect(copies.entry('fenceRight').params[2].use).toMatchObject({ read: false, written: true });
  });

  it.each(copies.outline.entries.map(e => e.plainName))('%s: the guess is a map that the driver takes', plain => {
    const { launch } = guessOf(plain);
    for (const param of launch.params) {
      if (param.kind !== 'tensorMap') continue;
      expect([...tensorMapBreaches(param)]).toEqual([]);
      const { length } = launch.buffers.find(({ name }) => name === param.buffer)!;
      expect(length * 4).toBe(tensorBytes(param));
    }
  });

  it('within a struct are fields of it', () => {
    const { module, outline, entry } = outlineOfText(`.version 9.0
.target sm_90a
.address_size 64
.shared .align 128 .b8 tile[8192];
.visible .entry k(.param .align 64 .b8 p[256]) {
.reg .b64 %p, %map, %out; .reg .b32 %r, %at;
mov.b64 %p, p;
add.s64 %map, %p, 64;
cvta.param.u64 %map, %map;
mov.u32 %at, tile;
mov.u32 %r, 0;
st.shared.u32 [%at], %r;
fence.proxy.async;
cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%map, {%r, %r}], [%at];
cp.async.bulk.commit_group;
cp.async.bulk.wait_group 0;
ld.param.u64 %out, [%p+8];
st.global.u32 [%out], %r;
ret; }`);
    const [{ use }] = entry('k').params;
    expect(use).toMatchObject({
      kind: 'struct',
      fields: [
        { byteOffset: 8, use: { kind: 'pointer' } },
        { byteOffset: 64, use: { kind: 'tensorMap', rank: 2, read: false, written: true } },
      ],
    });
    const { launch, guessed } = guessLaunch(outline, entry('k'));
    expect(guessed).toContain('params[0].fields[1].box');
    const [struct] = launch.params;
    if (struct.kind !== 'struct') return expect.fail();
    expect(struct.fields.map(({ offset, kind }) => [offset, kind])).toEqual([
      [8, 'pointer'],
      [64, 'tensorMap'],
    ]);
    const map = struct.fields[1];
    if (map.kind !== 'tensorMap') return expect.fail();
    expect([...tensorMapBreaches(map)]).toEqual([]);
    const run = emulate(module, launch);
    expect(run.ok && run.value.faults.map(({ kind }) => kind)).not.toContain('badOperand');
    const changed = { ...map, box: [32, 2], buffer: 'tensor' };
    const renamed = launch.buffers.map(buffer => (buffer.name === map.buffer ? { ...buffer, name: 'tensor' } : buffer));
    const kept: Launch = { ...launch, buffers: renamed, params: [{ ...struct, fields: [struct.fields[0], changed] }] };
    const settled = guessed.filter(path => !/box|name/.test(path));
    const next = guessLaunch(outline, entry('k'), { launch: kept, guessed: settled }).launch.params[0];
    expect(next).toMatchObject({ fields: [{ kind: 'pointer' }, { box: [32, 2], buffer: 'tensor' }] });
  });

  it('that a user put into a struct stay, with their buffer', () => {
    const { outline, entry } = outlineOfText(`.version 9.0
.target sm_90a
.address_size 64
.visible .entry k(.param .align 64 .b8 p[256]) { .reg .b64 %x; ld.param.u64 %x, [p]; ld.global.u64 %x, [%x]; ret; }`);
    const first = guessLaunch(outline, entry('k'));
    const [struct] = first.launch.params;
    if (struct.kind !== 'struct') throw new Error('a struct');
    const map = { ...mapIn(guessOf('waitRight').launch, 1), offset: 64, buffer: 'tensor' };
    const launch: Launch = {
      ...first.launch,
      buffers: [...first.launch.buffers, { name: 'tensor', type: 'f32', length: 4096, init: { kind: 'zeros' } }],
      params: [{ ...struct, fields: [...struct.fields, map] }],
    };
    const next = guessLaunch(outline, entry('k'), { ...first, launch }).launch;
    expect(next.params).toEqual(launch.params);
    expect(next.buffers.map(({ name }) => name)).toEqual(launch.buffers.map(({ name }) => name));
  });

  it('have boxes of the bytes that the mbarrier expects: the kernel runs as guessed, and a mistake in it shows', () => {
    const kindsOf = (plain: string) => {
      const run = emulate(copies.module, guessOf(plain).launch);
      return run.ok ? run.value.faults.map(({ kind }) => kind) : run.error;
    };
    expect(['waitRight', 'othersRight'].map(kindsOf)).toEqual([[], []]);
    expect(['waitWrong', 'othersWrong'].map(kindsOf)).toEqual([['missingWait'], ['missingWait']]);
  });

  it('follow what is settled of them, and keep it', () => {
    const first = guessOf('waitRight');
    expect(mapIn(first.launch, 1)).toMatchObject({ type: 'f32', box: [32, 8], dims: [128, 32], swizzle: '128B' });
    expect(first.guessed).toContain('params[1].box');
    const box = [16, 4];
    const params = first.launch.params.map((param, i) => (i === 1 ? { ...mapIn(first.launch, 1), box } : param));
    const settled = { launch: { ...first.launch, params }, guessed: first.guessed.filter(p => p !== 'params[1].box') };
    const next = guessOf('waitRight', settled);
    expect(mapIn(next.launch, 1)).toMatchObject({ box, dims: [64, 16], stridesBytes: [256], swizzle: '64B' });
    expect(next.launch.buffers.map(b => b.length)).toContain(64 * 16);
    expect(next.guessed).not.toContain('params[1].box');
  });

  it('hold what the matrix instructions multiply', () => {
    const { entry } = outlineOfText(`.version 8.0
      .target sm_90a
      .address_size 64
      .entry k(.param .align 64 .b8 map[128], .param .u64 .ptr at) {
        .reg .b32 %r<9>; .reg .f32 %f<9>; .reg .b64 %rd<3>;
        ld.param.u64 %rd1, [at];
        cp.async.bulk.prefetch.tensor.3d.L2.global.tile [%rd1, {%r1, %r1, %r1}];
        mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r4, %r5}, {%f4, %f5, %f6, %f7};
        ret;
      }`);
    const [map, pointer] = entry('k').params;
    expect(map.use).toMatchObject({ kind: 'tensorMap', pass: 'value', rank: null });
    expect(pointer.use).toMatchObject({ kind: 'tensorMap', pass: 'address', rank: 3, type: 'bf16', read: true });
  });
});

describe('clusters', () => {
  it.each(clusters.outline.entries.filter(e => e.plainName.endsWith('Right')).map(e => [e.plainName, e] as const))(
    '%s: the grid is whole clusters, and runs',
    (_, e) => {
      const { launch, guessed } = guessLaunch(clusters.outline, e);
      expect(launch.grid.map((n, i) => n % launch.cluster![i])).toEqual([0, 0, 0]);
      expect(guessed.includes('cluster')).toBe(e.requiredCluster === null);
      // Clusters would race for the same output.
      const run = emulate(clusters.module, { ...launch, grid: launch.cluster! });
      expect(run.ok && run.value.faults).toEqual([]);
    },
  );

  it('are as settled, where the kernel requires none', () => {
    const entry = { ...clusters.entry('handRight'), requiredCluster: null };
    const first = guessLaunch(clusters.outline, entry);
    expect(first.guessed).toContain('cluster');
    const settled = {
      launch: { ...first.launch, cluster: [4, 1, 1] as const },
      guessed: first.guessed.filter(path => path !== 'cluster'),
    };
    const next = guessLaunch(clusters.outline, entry, settled);
    expect(next.launch).toMatchObject({ cluster: [4, 1, 1], grid: [4, 1, 1] });
    expect(next.guessed).not.toContain('cluster');
  });

  it('are not asked for by kernels that know of none', () => {
    expect(guessOf('waitRight').launch.cluster).toBeUndefined();
    expect(copies.entry('waitRight').clusterUse).toBe('none');
    expect(clusters.entry('handRight').clusterUse).toBe('shared');
  });
});
