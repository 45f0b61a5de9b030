/**
 * The tables of `src/ptx/README.md`: the instructions with the forms that the emulator's table accepts, and those of the
 * manual for which it has no row; what is not exact; what was compared with a GPU.
 */
import type { Row } from '../../src/ptx/isa/row.ts';
import { TABLE } from '../../src/ptx/isa/table.ts';
import { evidenceLines } from '../replay/evidence-lines.ts';
import { approximationLines } from './approximation-lines.ts';
import { formsOf, type InstructionForm } from './instruction-forms.ts';
import { mnemonicLines } from './kernel-mnemonics.ts';
import type { WrittenTable } from './written-table.ts';

/** First words of all instructions of the PTX ISA 9.0, by chapter. */
const MANUAL: Readonly<Record<string, string>> = {
  'Integer Arithmetic':
    'add sub mul mad mul24 mad24 sad div rem abs neg min max popc clz bfind fns brev bfe bfi szext bmsk dp4a dp2a',
  'Extended-Precision Integer Arithmetic': 'addc subc madc',
  'Floating Point': 'testp copysign fma rcp sqrt rsqrt sin cos lg2 ex2 tanh',
  'Comparison and Selection': 'set setp selp slct',
  'Logic and Shift': 'and or xor not cnot lop3 shf shl shr',
  'Data Movement and Conversion':
    'mov shfl prmt ld ldu st multimem prefetch prefetchu applypriority discard createpolicy isspacep cvta cvt mapa getctarank cp tensormap',
  Texture: 'tex tld4 txq istypep',
  Surface: 'suld sust sured suq',
  'Control Flow': 'bra brx call ret exit',
  'Parallel Synchronization and Communication':
    'bar barrier membar fence atom red vote match activemask redux griddepcontrol elect mbarrier clusterlaunchcontrol',
  'Warp Level Matrix Multiply-Accumulate': 'wmma mma ldmatrix stmatrix movmatrix',
  'Asynchronous Warpgroup Level Matrix': 'wgmma',
  'TensorCore 5th Generation': 'tcgen05',
  'Stack Manipulation': 'stacksave stackrestore alloca',
  Video:
    'vadd vsub vabsdiff vmin vmax vshl vshr vmad vset vadd2 vsub2 vavrg2 vabsdiff2 vmin2 vmax2 vset2 vadd4 vsub4 vavrg4 vabsdiff4 vmin4 vmax4 vset4',
  Miscellaneous: 'brkpt nanosleep pmevent trap setmaxnreg',
};

const code = (words: readonly string[]): string => `\`${words.join(' ')}\``;

/** Groups the keys that have equal values. */
function grouped(entries: Iterable<readonly [key: string, value: string]>): [keys: string[], value: string][] {
  const groups = new Map<string, string[]>();
  for (const [key, value] of entries) groups.set(value, [...(groups.get(value) ?? []), key]);
  return [...groups].map(([value, keys]) => [keys, value]);
}

/** For each combination of types, such as `u32` or `f32 u8`, its modifiers as one list of words. */
function modifiersByTypes(forms: readonly InstructionForm[]): Map<string, string> {
  const sets = new Map<string, Set<string>>();
  for (const { types, modifiers } of forms) {
    const key = types.join(' ');
    sets.set(key, new Set([...(sets.get(key) ?? []), ...modifiers]));
  }
  return new Map([...sets].map(([types, modifiers]) => [types, [...modifiers].sort().join(' ')]));
}

const MANY_WORDS = 8;

/** Long lists that all types share are printed once. */
function apart(byTypes: ReadonlyMap<string, string>): { own: ReadonlyMap<string, string>; common: string } {
  const lists = [...byTypes.values()].map(modifiers => modifiers.split(' '));
  const shared = lists[0]?.filter(word => lists.every(list => list.includes(word))) ?? [];
  if (new Set(byTypes.values()).size < 2 || shared.length < MANY_WORDS) return { own: byTypes, common: '' };
  const own = (modifiers: string) => modifiers.split(' ').filter(word => !shared.includes(word));
  return { own: new Map([...byTypes].map(([type, m]) => [type, own(m).join(' ')])), common: shared.join(' ') };
}

const withModifiers = (types: string, modifiers: string): string =>
  [types, modifiers === '' ? '' : code([modifiers])].filter(part => part !== '').join(' with ');

/** "`u16 u32` with `lo hi`; `f32` with `ftz`". A row that accepts only one type need not ask for it. */
function coverageOfTypes(row: Row, byTypes: ReadonlyMap<string, string>): string {
  const only = (row.types[0] ?? []).join(' ');
  const { own, common } = apart(byTypes);
  const groups = grouped([...own].map(([type, modifiers]) => [type || only, modifiers]));
  const listed = groups.map(([types, modifiers]) => withModifiers(types[0] === '' ? '' : code(types), modifiers));
  return [...listed, common === '' ? '' : `all with ${code([common])}`].filter(part => part !== '').join('; ');
}

/** "`f32` from `f16 bf16` with `ftz`": groups sources with equal modifiers, then destinations with equal lists of these. */
function coverageOfPairs(byTypes: ReadonlyMap<string, string>): string {
  const pairs = [...byTypes].map(([types, modifiers]) => ({ types: types.split(' '), modifiers }));
  const destinations = [...new Set(pairs.map(({ types }) => types[0]))];
  const lists = destinations.map((to): [string, string] => {
    const sources = pairs
      .filter(({ types }) => types[0] === to)
      .map(({ types, modifiers }) => [types[1], modifiers] as const);
    return [
      to,
      grouped(sources)
        // Further types are not shown; a source may occur with several.
        .map(([from, modifiers]) => withModifiers(`from ${code([...new Set(from)])}`, modifiers))
        .join(', '),
    ];
  });
  return grouped(lists)
    .map(([to, list]) => `${code(to)} ${list}`)
    .join('; ');
}

/** `^(weak|L1::.*)$` -> `weak L1::*`. */
const patternWords = (pattern: string): string =>
  pattern
    .replace(/^\^\(?|\)?\$$/g, '')
    .replaceAll('.*', '*')
    .replaceAll('|', ' ');

function tableLine(row: Row): string {
  const forms = formsOf(row);
  const byTypes = modifiersByTypes(forms);
  const covered = new Set(forms.flatMap(form => form.types));
  const asks = covered.size > 0;
  const refused = asks ? [...new Set(row.types.flat())].filter(type => !covered.has(type)) : [];
  const [single, pairs] = [false, true].map(
    isPair => new Map([...byTypes].filter(([types]) => types.includes(' ') === isPair)),
  );
  const runs = [
    single.size > 0 ? coverageOfTypes(row, single) : '',
    pairs.size > 0 ? coverageOfPairs(pairs) : '',
    row.hints ? `without effect: ${code([patternWords(row.hints.source)])}` : '',
    refused.length > 0 ? `refused: ${code(refused)}` : '',
  ];
  return `| \`${row.opcode}\` | ${runs.filter(part => part !== '').join('; ')} | ${row.section} |`;
}

function missingLines(): string[] {
  return Object.entries(MANUAL).flatMap(([chapter, opcodes]) => {
    const missing = opcodes.split(' ').filter(opcode => !TABLE.has(opcode));
    return missing.length === 0 ? [] : [`- ${chapter}: ${code(missing)}`];
  });
}

/** Rows that are missing in the list of the manual's instructions. */
export const rowsOutsideManual = (): string[] => {
  const known = new Set(Object.values(MANUAL).flatMap(opcodes => opcodes.split(' ')));
  return [...TABLE.keys()].filter(opcode => !known.has(opcode));
};

const instructionLines = (): string[] => [
  ...['| instruction | forms | manual |', '| --- | --- | --- |', ...[...TABLE.values()].map(tableLine)],
  ...['', 'No row, refused by name:', '', ...missingLines()],
];

const path = 'src/ptx/README.md';

export const INSTRUCTION_TABLES: readonly WrittenTable[] = [
  { path, name: 'approximations', lines: approximationLines },
  { path, name: 'evidence', lines: evidenceLines },
  { path, name: 'mnemonics', lines: mnemonicLines },
  { path, name: 'instructions', lines: instructionLines },
];
