/** Tests a log as a GPU would leave it, with one error at a time; each is found and reported. */
import { expect, it } from 'vitest';
import { catalog } from '../../../src/kernels/catalog.ts';
import { kernelReplays } from '../replay-launch.ts';
import { emulatedNotes, tracedNotes } from './emulated-notes.ts';
import { differences, told, withoutMbarriers } from './note-text.ts';
import { type CtaNotes, type LogShape, notesIn } from './noting-launch.ts';
import { moduleOf, notingPtx } from './noting-ptx.ts';

/** Two CTAs of two threads with four places each, and 16 bytes of shared memory: each thread stores at its own word. */
const shape: LogShape = { ctas: [0, 6], threads: 2, places: 4, sharedBytes: 16 };
const SLOT_WORDS = 2 * 4 * 2 + 4;

function log(change: (words: Uint32Array) => void = () => {}): readonly CtaNotes[] {
  const words = new Uint32Array(2 * SLOT_WORDS);
  for (const slot of [0, SLOT_WORDS]) {
    words.set([7, 1024], slot);
    words.set([7, 1028], slot + 8);
    words.set([11, 12, 0, 0], slot + 16);
  }
  change(words);
  return notesIn(new Map([['noteLog', new Uint8Array(words.buffer)]]), shape);
}

const instructionsOf = (...lines: readonly string[]) =>
  moduleOf(
    `.version 9.0\n.target sm_90\n.address_size 64\n.entry k()\n{\n.reg .b32 %r<3>;\n${lines.join('\n')}\nret;\n}`,
  ).functions[0].instructions;

/** Number 7 stores, number 8 loads. */
const instructions = instructionsOf(
  ...new Array<string>(7).fill('mov.u32 %r1, 0;'),
  ...['st.shared.u32 [%r1], %r2;', 'ld.shared.u32 %r2, [%r1];'],
);

const found = (change: (words: Uint32Array) => void): string[] => [...differences(log(change), log(), shape)];

it('equal logs are told alike', () => {
  expect(found(() => {})).toEqual([]);
  expect(told(log(), instructions)).toBe(told(log(), instructions));
  expect(told(log(), instructions)).toMatch(/^4 \w{16} 32 \w{16}$/);
});

it.each<[string, (words: Uint32Array) => void, string]>([
  [
    'a shifted address',
    w => w.fill(1040, 9, 10),
    'CTA 0, thread 1, note 0: 0x410 by instruction 7, emulated: 0x404 by instruction 7',
  ],
  [
    'another instruction',
    w => w.fill(8, 0, 1),
    'CTA 0, thread 0, note 0: 0x400 by instruction 8, emulated: 0x400 by instruction 7',
  ],
  [
    'one more access',
    w => w.set([7, 1028], SLOT_WORDS + 2),
    'CTA 6, thread 0, note 1: 0x404 by instruction 7, emulated: none',
  ],
  ['a missing access', w => w.fill(0, 8, 10), 'CTA 0, thread 1, note 0: none, emulated: 0x404 by instruction 7'],
  ['another byte', w => w.fill(13, SLOT_WORDS + 17, SLOT_WORDS + 18), 'CTA 6, byte 0x4: 0xd, emulated: 0xc'],
])('%s is found', (_, change, said) => {
  expect(found(change)).toEqual([said]);
  expect(told(log(change), instructions)).not.toBe(told(log(), instructions));
});

it('a full log differs from any that is not', () => {
  expect(found(w => w.set([7, 1024, 7, 1024, 7, 1024, 7, 1024])).length).toBe(3);
});

it('the words of mbarriers are left out, and no others', () => {
  const inits = instructionsOf(...new Array<string>(8).fill('mbarrier.init.shared.b64 [%r1], 1;'));
  const [{ shared }] = withoutMbarriers(
    log(w => w.set([5, 6, 7, 8], 16)),
    inits,
  );
  // Mbarriers at 0 and at 4.
  expect([...new Uint32Array(shared.buffer)]).toEqual([0, 0, 0, 8]);
});

it('a kernel that is wrong on purpose uses other addresses', () => {
  const kernel = catalog.get('swizzle')!;
  const toldOf = (variant: string): string => {
    const { params } = kernel.cases[0];
    const [{ ptx, launches }] = kernelReplays([{ id: variant, kernel, variant, params }]);
    const { launch } = launches[0];
    const plain = moduleOf(ptx);
    const { shape: places } = tracedNotes(plain, launch);
    const entry = plain.functions.find(({ kind }) => kind === 'entry')!;
    return told(emulatedNotes(moduleOf(notingPtx(ptx)), launch, places), entry.instructions);
  };
  expect(toldOf('wrong-mask')).not.toBe(toldOf('tma-tile'));
});
