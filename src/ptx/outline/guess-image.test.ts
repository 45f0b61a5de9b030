/** Textures and surfaces are guessed from the instructions that take their handles, and run as guessed. */
import { expect, it } from 'vitest';
import type { LaunchParam } from '../../trace/launch.ts';
import { emulate } from '../index.ts';
import { parseModule } from '../parse/module.ts';
import { type GuessedLaunch, guessLaunch } from './guess.ts';
import { outlineOf } from './outline.ts';

/** Thread (x, y) of `w` x `h` does `body`; `%d` is the place of its word in `out`, `%xf` and `%yf` are its coordinates. */
const kernel = (body: string) => `.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 img, .param .u64 out, .param .u32 w, .param .u32 h)
{
.reg .b64 %i, %o, %d, %t; .reg .b32 %r<20>, %x, %y, %w, %h; .reg .f32 %f<9>, %xf, %yf; .reg .b16 %s<5>; .reg .pred %p<3>;
ld.param.u64 %i, [img]; ld.param.u64 %o, [out]; ld.param.u32 %w, [w]; ld.param.u32 %h, [h];
mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x; mad.lo.s32 %x, %r1, %r2, %r3;
mov.u32 %r4, %ctaid.y; mov.u32 %r5, %ntid.y; mov.u32 %r6, %tid.y; mad.lo.s32 %y, %r4, %r5, %r6;
setp.ge.s32 %p1, %x, %w; @%p1 bra END; setp.ge.s32 %p2, %y, %h; @%p2 bra END;
cvt.rn.f32.s32 %xf, %x; cvt.rn.f32.s32 %yf, %y;
mad.lo.s32 %r7, %y, %w, %x; mul.wide.s32 %t, %r7, 4; cvta.to.global.u64 %o, %o; add.s64 %d, %o, %t;
${body}
END: ret;
}`;

function outlined(body: string) {
  const parsed = parseModule(kernel(body));
  if (!parsed.ok) throw new Error(parsed.error.message);
  const outline = outlineOf(parsed.value);
  const guess = (previous?: GuessedLaunch) => guessLaunch(outline, outline.entries[0], previous);
  return { module: parsed.value, guess };
}

it.each<[what: string, body: string, image: object, texels: object]>([
  [
    'one float a texel',
    'tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%i, {%xf, %yf}]; st.global.f32 [%d], %f1;',
    { kind: 'texture', type: 'f32', channels: 1, dims: [60, 52] },
    { type: 'f32', length: 3120 },
  ],
  [
    'four bytes a texel',
    'tex.2d.v4.u32.f32 {%r8, %r9, %r10, %r11}, [%i, {%xf, %yf}]; add.s32 %r12, %r8, %r11; st.global.u32 [%d], %r12;',
    { kind: 'texture', type: 'u8', channels: 4, dims: [60, 52] },
    { type: 'u8', length: 12_480 },
  ],
  [
    'a row, by whole numbers',
    'tex.1d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%i, {%x}]; st.global.f32 [%d], %f1;',
    { kind: 'texture', type: 'f32', channels: 1, dims: [60] },
    { length: 60 },
  ],
  [
    'layers',
    'mov.u32 %r8, 1; tex.a2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%i, {%r8, %xf, %yf, %yf}]; add.f32 %f5, %f1, %f2; st.global.f32 [%d], %f5;',
    { kind: 'texture', channels: 2, dims: [60, 52], layers: 4 },
    { length: 60 * 52 * 2 * 4 },
  ],
  [
    'a surface that is written',
    'shl.b32 %r8, %x, 2; cvt.u16.u32 %s1, %y; sust.b.2d.v4.b8.zero [%i, {%r8, %y}], {%s1, %s1, %s1, %s1};',
    { kind: 'surface', type: 'u8', channels: 4, dims: [60, 52] },
    { type: 'u8', init: { kind: 'poison' }, output: true },
  ],
])('%s', (_, body, image, texels) => {
  const { module, guess } = outlined(body);
  const { launch, guessed } = guess();
  expect(launch.params[0]).toMatchObject(image);
  expect(launch.buffers[0]).toMatchObject({ name: 'img', ...texels });
  expect(guessed).toContain('params[0].dims');
  const run = emulate(module, launch);
  expect(run.ok ? run.value.faults : run.error).toEqual([]);
});

it('a surface that is stored at a place takes nothing else for that place: a row too many is found', () => {
  const parsed = parseModule(`.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 img, .param .u32 w, .param .u32 h)
{
.reg .b64 %i; .reg .b32 %r<20>, %x, %y, %w, %h; .reg .pred %p<4>;
ld.param.u64 %i, [img]; ld.param.u32 %w, [w]; ld.param.u32 %h, [h];
mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x; mad.lo.s32 %x, %r1, %r2, %r3;
mov.u32 %r4, %ctaid.y; mov.u32 %r5, %ntid.y; mov.u32 %r6, %tid.y; mad.lo.s32 %y, %r4, %r5, %r6;
setp.ge.s32 %p1, %x, %w; setp.gt.s32 %p2, %y, %h; or.pred %p3, %p1, %p2; @%p3 bra END;
shl.b32 %r8, %x, 2; sust.b.2d.b32.trap [%i, {%r8, %y}], %x;
END: ret;
}`);
  if (!parsed.ok) throw new Error(parsed.error.message);
  const outline = outlineOf(parsed.value);
  const { launch } = guessLaunch(outline, outline.entries[0]);
  expect(launch.params).toMatchObject([{ dims: [60, 52] }, { value: 60 }, { value: 52 }]);
  const run = emulate(parsed.value, launch);
  expect(run.ok && run.value.faults.map(({ kind }) => kind)).toEqual(['trap']);
});

it('one that was settled stays as it is, with its buffer', () => {
  const { guess } = outlined('tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%i, {%xf, %yf}]; st.global.f32 [%d], %f1;');
  const { launch, guessed } = guess();
  const mine = { ...launch.params[0], dims: [32, 8], filter: 'linear' } as LaunchParam;
  const next = guess({
    launch: { ...launch, params: [mine, ...launch.params.slice(1)] },
    guessed: guessed.filter(path => path !== 'params[0].dims'),
  });
  expect(next.launch.params[0]).toEqual(mine);
  expect(next.launch.buffers[0].length).toBe(256);
  expect(next.guessed).not.toContain('params[0].dims');
  expect(guess(guess()).launch).toEqual(launch);
});

it('a handle that is only asked for its size is a number', () => {
  const { guess } = outlined('txq.width.b32 %r8, [%i]; st.global.u32 [%d], %r8;');
  expect(guess().launch.params[0]).toMatchObject({ kind: 'scalar' });
});
