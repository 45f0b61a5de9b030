/** Strides of one array are guessed so that no two indices meet. */
import { describe, expect, it } from 'vitest';
import { emulate } from '../index.ts';
import { parseModule } from '../parse/module.ts';
import { guessLaunch } from './guess.ts';
import { outlineOf } from './outline.ts';

/** `%k` is the thread, below `n`; `%j` and `%i` are the CTA along y and z; `%a` to `%c` are strides, and a store goes to `%at`. */
const ptx = (index: string): string => `.version 9.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 out, .param .u32 n, .param .u32 a, .param .u32 b, .param .u32 c)
{
.reg .b64 %p, %x<9>; .reg .b32 %i, %j, %k, %n, %a, %b, %c, %r<20>, %at; .reg .pred %p1;
ld.param.u64 %p, [out]; ld.param.u32 %n, [n]; ld.param.u32 %a, [a]; ld.param.u32 %b, [b]; ld.param.u32 %c, [c];
mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x; mad.lo.s32 %k, %r1, %r2, %r3;
mov.u32 %j, %ctaid.y; mov.u32 %i, %ctaid.z; setp.ge.s32 %p1, %k, %n; @%p1 bra END;
${index}
mul.wide.s32 %x1, %at, 4; add.s64 %x2, %p, %x1; add.s32 %r9, %i, %j; st.global.u32 [%x2], %r9;
END: ret;
}
`;

function guessed(index: string) {
  const module = parseModule(ptx(index));
  if (!module.ok) throw new Error(module.error.message);
  const outline = outlineOf(module.value);
  const { launch } = guessLaunch(outline, outline.entries[0]);
  const run = emulate(module.value, launch, { faults: 'all' });
  if (!run.ok) throw new Error(run.error.message);
  return {
    grid: launch.grid,
    values: launch.params.slice(1).map(param => ('value' in param ? param.value : null)),
    length: launch.buffers[0].length,
    found: [...run.value.faults, ...run.value.hazards].map(({ kind }) => kind),
  };
}

describe('strides', () => {
  const rest = 'mad.lo.s32 %r5, %j, %b, %r4; mad.lo.s32 %at, %i, %a, %r5;';

  it('step over what lies further in, the threads innermost', () => {
    expect(guessed(`mul.lo.s32 %r4, %k, %c; ${rest}`)).toEqual({
      grid: [2, 4, 4],
      values: [488, 4 * 488, 488, 1],
      length: 16 * 488,
      found: [],
    });
  });

  it('step over indices without a stride, too', () => {
    const { values, found } = guessed(`mov.u32 %r4, %k; ${rest}`);
    expect(values.slice(0, 3)).toEqual([488, 4 * 488, 488]);
    expect(found).toEqual([]);
  });

  it('count bytes where the code adds them to an address as they are', () => {
    const bytes = `mul.lo.s32 %r4, %k, %c; mad.lo.s32 %r5, %j, %b, %r4; cvt.s64.s32 %x3, %r5; add.s64 %x4, %p, %x3;
st.global.u32 [%x4], %i; mov.u32 %at, 0;`;
    const { values, found } = guessed(`setp.gt.s32 %p1, %i, 0; @%p1 bra END; ${bytes}`.replace('%at, 0', '%at, %k'));
    expect(values.slice(2)).toEqual([4 * 488, 4]);
    expect(found).not.toContain('misaligned');
  });

  it('step over whole structs of a row, of which the code stores a part', () => {
    const part = `mul.lo.s32 %r4, %j, %b; cvt.s64.s32 %x3, %r4; add.s64 %x4, %p, %x3; mul.wide.s32 %x5, %k, 16; add.s64 %x6, %x4, %x5;
st.global.u32 [%x6], %j; st.global.u32 [%x6+8], %j; mov.u32 %at, %k;`;
    const { values, found } = guessed(`setp.gt.s32 %p1, %i, 0; @%p1 bra END; ${part}`);
    expect(values[2]).toBe(16 * 488);
    expect(found).not.toContain('misaligned');
  });

  it('have room for a record of each thread', () => {
    const record = `mul.lo.s32 %r4, %k, %c; mad.lo.s32 %r5, %j, %b, %r4; mul.wide.s32 %x3, %r5, 4; add.s64 %x4, %p, %x3;
st.global.u32 [%x4], %i; st.global.u32 [%x4+8], %i; mov.u32 %at, %k;`;
    expect(guessed(record).values.slice(2)).toEqual([3 * 488, 3]);
  });

  it('that are too few for their indices are told: two rows that meet', () => {
    expect(guessed(`mul.lo.s32 %r4, %k, %c; ${rest} shr.u32 %at, %at, 1;`).found).toContain('race');
  });
});
