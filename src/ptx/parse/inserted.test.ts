import { expect, test } from 'vitest';
import { assemble } from '../isa/assembly.ts';
import { added, withInserted } from './inserted.ts';
import { parseModule } from './module.ts';

const BODY = `LOOP:
add.u32 %r1, %r1, 1;
setp.lt.u32 %p1, %r1, 3;
@%p1 bra LOOP;
END:`;

function parsed() {
  const module = parseModule(assemble({ body: BODY }));
  if (!module.ok) throw new Error(module.error.message);
  return module.value;
}

test('what is added stands in front of its point, and labels lead to the instructions that they led to', () => {
  const module = parsed();
  const [fn] = module.functions;
  const [loop, end] = ['LOOP', 'END'].map(label => fn.labels.get(label) ?? -1);
  const [longer] = withInserted(
    module,
    [
      { fn, index: loop + 1 },
      { fn, index: end },
    ],
    [added('bar.warp.sync')],
  ).functions;
  const texts = longer.instructions.map(({ text }) => text);
  expect(texts.slice(loop)).toEqual([
    'add.u32 %r1, %r1, 1',
    'bar.warp.sync',
    'setp.lt.u32 %p1, %r1, 3',
    '@%p1 bra LOOP',
    'bar.warp.sync',
    'ret',
  ]);
  expect([longer.labels.get('LOOP'), longer.labels.get('END')]).toEqual([loop, end + 1]);
  expect(longer.instructions[loop + 1]).toMatchObject({ opcode: 'bar', ptxLine: fn.instructions[loop + 1].ptxLine });
});

test('the module itself stays as it is, and other functions are the same', () => {
  const module = parsed();
  const [fn] = module.functions;
  const count = fn.instructions.length;
  const added2 = [added('bar.warp.sync'), added('bar.warp.sync')];
  expect(withInserted(module, [{ fn, index: count }], added2).functions[0].instructions).toHaveLength(count + 2);
  expect(fn.instructions).toHaveLength(count);
  expect(withInserted(module, [], added2)).toEqual(module);
});
