import { describe, expect, test } from 'vitest';
import { TABLE } from '../../src/ptx/isa/table.ts';
import { MNEMONICS, refusalOf } from './kernel-mnemonics.ts';

const ALL = Object.values(MNEMONICS).flatMap(pack => Object.entries(pack));

test('there are 111, each with an instruction of its own', () => {
  expect(new Set(ALL.map(([mnemonic]) => mnemonic)).size).toBe(111);
  expect(new Set(ALL.map(([, instruction]) => instruction)).size).toBe(111);
});

test.each(ALL)('%s runs, or is refused by its name', (mnemonic, instruction) => {
  const [opcode] = mnemonic.split('.');
  const refusal = refusalOf(instruction);
  if (!TABLE.has(opcode)) expect(refusal).toContain(`the emulator has no '${opcode}'`);
  else if (refusal !== null) expect(refusal).toMatch(new RegExp(`'${opcode}.*' cannot run here`));
});

describe('what is refused', () => {
  test('is seen', () => {
    expect(refusalOf('frobnicate.u32 %r1, %r2')).toContain("has no 'frobnicate'");
    expect(refusalOf('add.rn.s32 %r1, %r2, %r3')).toContain('cannot run here');
    expect(refusalOf('add.s32 %r1, %r2, %r3')).toBeNull();
  });

  test('is nothing that kernels without mbarriers, bulk copies, clusters and textures need', () => {
    const packs = Object.entries(MNEMONICS);
    const needed = packs.slice(
      0,
      packs.findIndex(([pack]) => pack.startsWith('`mbarrier`')),
    );
    expect(needed.length).toBeGreaterThan(0);
    const refused = needed.flatMap(([, examples]) => Object.values(examples)).filter(e => refusalOf(e) !== null);
    expect(refused).toEqual([]);
  });
});
