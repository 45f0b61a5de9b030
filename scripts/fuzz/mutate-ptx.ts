/** Damaged PTX: real text with lines, words, numbers and characters exchanged, so that much of it can still be parsed. */
import type { Choices } from '../random.ts';

const NUMBERS = [
  '0',
  '1',
  '-1',
  '2',
  '3',
  '7',
  '31',
  '32',
  '33',
  '64',
  '255',
  '4096',
  '65535',
  '1048576',
  '2147483647',
  '-2147483648',
  '4294967295',
  '9007199254740993',
  '18446744073709551615',
  '99999999999999999999999',
  '0x',
  '0f7F800000',
  '0d7FF8000000000000',
  '1e400',
];
const WORDS = [
  '.s32',
  '.u64',
  '.b8',
  '.f16x2',
  '.bf16',
  '.f64',
  '.pred',
  '.v4',
  '.v8',
  '.shared',
  '.global',
  '.local',
  '.param',
  '.const',
  '.volatile',
  '.relaxed',
  '.sat',
  '.ftz',
  '.rn',
  '.wide',
  '.sync',
  '.aligned',
  '.cta',
  '_',
  '%tid.x',
  '%clock64',
  'WARP_SZ',
  '{',
  '}',
  '[',
  ']',
  '(',
  ')',
  ';',
  '@%p1',
  '@!%p2',
  '/*',
  '//',
  '"',
  '\u0000',
  '\u2028',
  '🙂',
];
const LINES = [
  'bar.sync 0;',
  'bar.sync 1, 33;',
  'bra $L__BB0_1;',
  'trap;',
  'exit;',
  'ret;',
  'ret;}',
  '{',
  '}',
  '.reg .b32 %r<1000000000>;',
  '.shared .align 16 .b8 huge[2147483647];',
  '.local .align 16 .b8 deep[1000000];',
  '.global .align 4 .b8 table[4000000000];',
  '.loc 1 4294967295 1',
  '.extern .shared .align 16 .b8 more[];',
  'ld.shared.u32 %r1, [%r2];',
  'st.global.v4.f32 [%rd1+-4], {%f1, %f2, %f3, %f4};',
  'atom.shared.add.u32 %r1, [%r1], 1;',
  'shfl.sync.down.b32 %r1|%p1, %r2, 16, 31, -1;',
  'vote.sync.ballot.b32 %r1, %p1, 0;',
  'brx.idx %r1, T;',
  'call.uni (r), f, (a);',
  'wgmma.fence.sync.aligned;',
  'ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r1, %r2, %r3, %r4}, [%r5];',
  'stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%r1], {%r2, %r3};',
  'mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, {%r1, %r2, %r3, %r4}, {%r5, %r6}, {%f1, %f2, %f3, %f4};',
  'wmma.load.c.sync.aligned.row.m16n16k16.f16 {%r1, %r2, %r3, %r4}, [%rd1], %r5;',
  'cp.async.ca.shared.global [%r1], [%rd1], 16, %r2;',
  'cp.async.wait_group 0;',
  'cp.async.mbarrier.arrive.shared.b64 [%r1];',
  'mbarrier.init.shared.b64 [%r1], %r2;',
  'mbarrier.arrive.expect_tx.shared.b64 _, [%r1], %r2;',
  'mbarrier.try_wait.parity.shared.b64 %p1, [%r1], 0;',
  'tex.1d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [t, {%r1}];',
  'LOOP: bra LOOP;',
];

/** Replaces a type by a type and an operation by an operation, so that the damaged text still has a meaning. */
const KINDS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\.[bsuf](8|16|32|64)\b/g, ['.b8', '.u8', '.s16', '.u16', '.b32', '.s32', '.u32', '.f32', '.b64', '.u64', '.f64']],
  [
    /\b(add|sub|mul\.lo|mad\.lo|min|max|div|rem|and|or|xor|shl|shr)\b/g,
    ['add', 'mul.hi', 'div', 'rem', 'shl', 'xor', 'sad'],
  ],
  [
    /\bmbarrier\.(arrive|init|inval|try_wait|test_wait)\b/g,
    ['mbarrier.arrive', 'mbarrier.inval', 'mbarrier.arrive_drop'],
  ],
  [/\b(ldmatrix|wait_group|wait_all|commit_group|noinc)\b/g, ['stmatrix', 'wait_all', 'commit_group', 'x2']],
  [/\.m(8|16|32)n(8|16)k?(4|8|16|32)?\b/g, ['.m8n8', '.m16n8k8', '.m16n16k16', '.m16n16', '.m8n8k4']],
  [/\.(eq|ne|lt|le|gt|ge)\b/g, ['.eq', '.ne', '.lt', '.ge', '.ltu', '.hi']],
  [/\.(shared|global|local|param|const)\b/g, ['.shared', '.global', '.local', '.param', '.const', '']],
  [/\bbar\.sync|barrier\.sync|bar\.warp\.sync/g, ['bar.arrive', 'bar.sync', 'bar.warp.sync', 'membar.cta; //']],
  [/%(r|rd|f|p|rs|fd)\d+/g, ['%r1', '%r2', '%rd1', '%rd2', '%f1', '%p1', '%rs1', '%tid.x', '0']],
  [/@!?%p\d+/g, ['@%p1', '@!%p1', '@%p2', '']],
  [/\+-?\d+\]/g, ['+1]', '+2]', '+-4]', '+65536]', '+2147483647]', ']']],
];

const TOKEN = /[.%$\w@!]+|[^\s]/g;
const NUMBER = /\b\d+\b/g;

type Mutation = (text: string, choices: Choices) => string;

const splice = (lines: string[], at: number, remove: number, ...add: string[]): string => {
  lines.splice(at, remove, ...add);
  return lines.join('\n');
};

/** Exchanges one match of the pattern. */
function replaceOne(text: string, pattern: RegExp, choices: Choices, by: (found: string) => string): string {
  const found = [...text.matchAll(pattern)];
  if (found.length === 0) return text;
  const { 0: match, index } = choices.of(found);
  return text.slice(0, index) + by(match) + text.slice(index + match.length);
}

const exchangeKind: Mutation = (text, choices) => {
  const [pattern, others] = choices.of(KINDS);
  return replaceOne(text, pattern, choices, () => choices.of(others));
};

const MUTATIONS: readonly Mutation[] = [
  exchangeKind,
  (text, c) => {
    const lines = text.split('\n');
    return splice(lines, c.below(lines.length), 1);
  },
  (text, c) => {
    const lines = text.split('\n');
    return splice(lines, c.below(lines.length), 0, c.of(lines));
  },
  (text, c) => {
    const lines = text.split('\n');
    return splice(lines, c.below(lines.length), 0, c.of(LINES));
  },
  (text, c) => {
    const lines = text.split('\n');
    const at = c.below(lines.length);
    return splice(lines, at, 1, c.of(lines));
  },
  (text, c) => replaceOne(text, NUMBER, c, () => c.of(NUMBERS)),
  (text, c) => replaceOne(text, NUMBER, c, () => String(c.below(2 ** 32))),
  (text, c) => replaceOne(text, TOKEN, c, () => c.of(WORDS)),
  (text, c) => replaceOne(text, TOKEN, c, () => c.of(text.match(TOKEN) ?? ['x'])),
  (text, c) => replaceOne(text, TOKEN, c, token => token + token),
  (text, c) => replaceOne(text, /\.\w+/g, c, () => c.of(text.match(/\.\w+/g) ?? ['.x'])),
  (text, c) => replaceOne(text, /%\w+/g, c, () => c.of(text.match(/%\w+/g) ?? ['%x'])),
  (text, c) => {
    const at = c.below(text.length + 1);
    return text.slice(0, at) + String.fromCharCode(c.below(256)) + text.slice(at + c.below(3));
  },
  (text, c) => text.slice(0, c.below(text.length + 1)),
];

/** One or two injuries of any kind, or up to eight that the parser mostly accepts. */
export function mutatePtx(text: string, choices: Choices): string {
  const isGentle = choices.below(2) === 0;
  let mutated = text;
  for (let n = 1 + choices.below(isGentle ? 8 : 2); n > 0; n--) {
    mutated = (isGentle ? exchangeKind : choices.of(MUTATIONS))(mutated, choices);
  }
  return mutated;
}
