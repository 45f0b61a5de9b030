/**
 * PTX that a noting kernel executes before and after its own work. Its log has one slot for CTA 0 and one for the last
 * CTA of the grid. A slot has `notePlaces` places of 8 bytes for each thread, then the CTA's `noteBytes` bytes of
 * shared memory, rounded up to a multiple of 8.
 */

/** The hardware's last barrier; a kernel that uses it cannot be tested in this way. */
export const BARRIER = 15;

/** Offset of a CTA's own shared memory on sm_90, after the part that the system reserves. */
export const SHARED_BASE_BYTES = 1024;

/** Number that a CTA's rank in its cluster adds to addresses of its shared memory. */
export const RANK_STEP = 2 ** 24;

export const END = '$note_end';

export const MORE_PARAMS = ['.param .u64 noteLog', '.param .u32 notePlaces', '.param .u32 noteBytes'];

/** %noteA: the CTA's linear number; %noteB: the number of CTAs. %noteAsked: whether it is the first or the last one. */
const CTA_NUMBER = [
  ...['mov.u32 %noteA, %ctaid.z;', 'mov.u32 %noteB, %nctaid.y;', 'mov.u32 %noteC, %ctaid.y;'],
  'mad.lo.u32 %noteA, %noteA, %noteB, %noteC;',
  ...['mov.u32 %noteB, %nctaid.x;', 'mov.u32 %noteC, %ctaid.x;'],
  'mad.lo.u32 %noteA, %noteA, %noteB, %noteC;',
  ...['mov.u32 %noteC, %nctaid.y;', 'mul.lo.u32 %noteB, %noteB, %noteC;'],
  ...['mov.u32 %noteC, %nctaid.z;', 'mul.lo.u32 %noteB, %noteB, %noteC;'],
  'sub.u32 %noteB, %noteB, 1;',
  'setp.eq.u32 %noteAsked, %noteA, 0;',
  'setp.eq.or.u32 %noteAsked, %noteA, %noteB, %noteAsked;',
];

/** %noteB: the thread's linear number; %noteC: the number of threads. */
const THREAD_NUMBER = [
  ...['mov.u32 %noteB, %tid.z;', 'mov.u32 %noteC, %ntid.y;', 'mov.u32 %noteD, %tid.y;'],
  'mad.lo.u32 %noteB, %noteB, %noteC, %noteD;',
  ...['mov.u32 %noteC, %ntid.x;', 'mov.u32 %noteD, %tid.x;'],
  'mad.lo.u32 %noteB, %noteB, %noteC, %noteD;',
  ...['mov.u32 %noteD, %ntid.y;', 'mul.lo.u32 %noteC, %noteC, %noteD;'],
  ...['mov.u32 %noteD, %ntid.z;', 'mul.lo.u32 %noteC, %noteC, %noteD;'],
];

/** %noteAt: the CTA's slot. %noteEnd: the slot's bytes. %noteWide: its bytes before the shared memory. */
const SLOT = [
  ...['ld.param.u32 %noteD, [notePlaces];', 'mul.lo.u32 %noteD, %noteD, %noteC;', 'mul.wide.u32 %noteWide, %noteD, 8;'],
  ...['ld.param.u32 %noteD, [noteBytes];', 'add.u32 %noteD, %noteD, 7;', 'and.b32 %noteD, %noteD, -8;'],
  ...['cvt.u64.u32 %noteEnd, %noteD;', 'add.u64 %noteEnd, %noteEnd, %noteWide;'],
  ...['min.u32 %noteA, %noteA, 1;', 'cvt.u64.u32 %noteAt, %noteA;', 'mul.lo.u64 %noteEnd, %noteEnd, %noteAt;'],
  ...[
    'ld.param.u64 %noteAt, [noteLog];',
    'cvta.to.global.u64 %noteAt, %noteAt;',
    'add.u64 %noteAt, %noteAt, %noteEnd;',
  ],
];

/** %noteAt and %noteEnd: the thread's places; there are none if its CTA does not note. */
const PLACES = [
  ...['ld.param.u32 %noteD, [notePlaces];', 'mul.wide.u32 %noteWide, %noteD, 8;'],
  ...['cvt.u64.u32 %noteEnd, %noteB;', 'mad.lo.u64 %noteAt, %noteWide, %noteEnd, %noteAt;'],
  ...['selp.u64 %noteWide, %noteWide, 0, %noteAsked;', 'add.u64 %noteEnd, %noteAt, %noteWide;'],
];

/** Loops over bytes from the thread's number on, in steps of the CTA's threads. %noteA: the address. */
function forEachByte(name: string, lines: readonly string[]): string[] {
  return [
    `@!%noteAsked bra $note_${name}_done;`,
    'ld.param.u32 %noteD, [noteBytes];',
    'mov.u32 %noteA, %cluster_ctarank;',
    `mul.lo.u32 %noteA, %noteA, ${RANK_STEP};`,
    `add.u32 %noteA, %noteA, ${SHARED_BASE_BYTES};`,
    'add.u32 %noteA, %noteA, %noteB;',
    `$note_${name}:`,
    'setp.ge.u32 %noteFits, %noteB, %noteD;',
    `@%noteFits bra $note_${name}_done;`,
    ...lines,
    'add.u32 %noteA, %noteA, %noteC;',
    'add.u32 %noteB, %noteB, %noteC;',
    `bra $note_${name};`,
    `$note_${name}_done:`,
  ];
}

/**
 * Shared memory starts as zeros, as on the emulator, so that bytes that were not written are equal and written ones can
 * differ.
 */
export const BEFORE_ALL: readonly string[] = [
  '.reg .pred %noteAsked, %noteFits;',
  '.reg .b16 %noteByte;',
  '.reg .b32 %noteA, %noteB, %noteC, %noteD;',
  '.reg .b64 %noteAt, %noteEnd, %noteWide;',
  ...[...CTA_NUMBER, ...THREAD_NUMBER],
  ...forEachByte('clear', ['mov.u16 %noteByte, 0;', 'st.shared.u8 [%noteA], %noteByte;']),
  `barrier.sync ${BARRIER};`,
  ...[...CTA_NUMBER, ...THREAD_NUMBER, ...SLOT, ...PLACES],
];

/** All threads come here instead of ending. */
export const AFTER_ALL: readonly string[] = [
  `${END}:`,
  `barrier.sync ${BARRIER};`,
  ...[...CTA_NUMBER, ...THREAD_NUMBER, ...SLOT],
  ...['add.u64 %noteAt, %noteAt, %noteWide;', 'cvt.u64.u32 %noteWide, %noteB;', 'add.u64 %noteAt, %noteAt, %noteWide;'],
  'cvt.u64.u32 %noteWide, %noteC;',
  ...forEachByte('keep', [
    'ld.shared.u8 %noteByte, [%noteA];',
    'st.global.u8 [%noteAt], %noteByte;',
    'add.u64 %noteAt, %noteAt, %noteWide;',
  ]),
  'ret;',
];
