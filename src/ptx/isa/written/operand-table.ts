/**
 * What the operands of each instruction may be, as ptxas 13.0 takes them; `operand-rule.ts` says how it is written. The first line
 * whose pattern is in the modifiers counts, and of those between `/` the one with that many operands.
 */
type Line = readonly [modifiers: RegExp, operands: string];
type Lines = string | readonly Line[];

const ALWAYS = /^/;
const UNARY = '0! 0';
const BINARY = '0! 0 0';
const TERNARY = '0! 0 0 0';
/** Two floats of a smaller type than the result. */
const MIXED = /^(?!.*x2).*f32\.b?f16$/;
const sum: Lines = [
  [MIXED, '0! 1 0'],
  [ALWAYS, BINARY],
];

const BARRIER = 'i32:0..15';
const THREADS = 'i32:x32';
const barrier: Lines = [
  [/^warp/, 'i32'],
  [/^cluster/, ''],
  [/popc/, `0! ${BARRIER} pred / 0! ${BARRIER} ${THREADS} pred`],
  [/red/, `pred! ${BARRIER} pred / pred! ${BARRIER} ${THREADS} pred`],
  [/arrive/, `${BARRIER} ${THREADS}`],
  [ALWAYS, `${BARRIER} ${THREADS}?`],
];

const BYTES = 'i32:x16';
const vote: Lines = [
  [/sync/, '0! pred i32'],
  [ALWAYS, '0! pred'],
];
/** A cache policy, where a form has one, comes at the end, or where `policy` stands. */
export const POLICY = 'i64';

/** Products whose first matrix a descriptor tells, or whose registers are listed. */
const BY_DESCRIPTOR = '{m0}! i64 i64 pred:0..1';
const BY_REGISTERS = '{m0}! {f16x2} i64 pred:0..1';
const SPARSE_BY_DESCRIPTOR = '{m0}! i64 i64 i32 # pred:0..1';
const SPARSE_BY_REGISTERS = '{m0}! {f16x2} i64 i32 # pred:0..1';
const ANY_MORE = '*? *? *? *? *? *? *?';
const WORDS = 'b32v? b32v? b32v? b32v?';
const TERNARY_REGISTERS = '0! 0! 0! 0!';

export const OPERANDS: Readonly<Record<string, Lines>> = {
  add: sum,
  sub: sum,
  addc: BINARY,
  subc: BINARY,
  mul: [
    [/wide/, 'd0! 0 0'],
    [ALWAYS, BINARY],
  ],
  mad: [
    [/wide/, 'd0! 0 0 d0'],
    [ALWAYS, TERNARY],
  ],
  madc: TERNARY,
  mul24: BINARY,
  mad24: TERNARY,
  sad: TERNARY,
  div: BINARY,
  rem: BINARY,
  abs: UNARY,
  neg: UNARY,
  min: `${BINARY} / ${TERNARY}`,
  max: `${BINARY} / ${TERNARY}`,
  fma: [
    [MIXED, '0! 1 1 0'],
    [ALWAYS, TERNARY],
  ],
  rcp: UNARY,
  sqrt: UNARY,
  rsqrt: UNARY,
  sin: UNARY,
  cos: UNARY,
  lg2: UNARY,
  ex2: UNARY,
  tanh: UNARY,
  testp: 'pred! 0',
  copysign: BINARY,
  setp: 'pred!_|pred!_ 0 0 pred?',
  set: '0! 1 1 pred?',
  slct: '0! 0 0 1',
  selp: '0! 0 0 pred',
  and: BINARY,
  or: BINARY,
  xor: BINARY,
  not: UNARY,
  cnot: UNARY,
  shl: '0! 0 i32',
  shr: '0! 0 i32',
  bfe: '0! 0 i32:0..255 i32:0..255',
  bfi: '0! 0 0 i32:0..255 i32:0..255',
  bmsk: 'i32! i32 i32',
  szext: '0! 0 i32',
  fns: TERNARY,
  popc: 'i32! 0',
  clz: 'i32! 0',
  bfind: 'i32! 0',
  brev: UNARY,
  shf: '0! 0 0 i32',
  prmt: TERNARY,
  lop3: '0!_ 0 0 0 # / 0!_|pred! 0 0 0 # pred',
  dp4a: 'i32! 0 1 i32',
  dp2a: 'i32! 0 1 i32',
  mov: [
    [/^v/, '0!v 0svy'],
    [ALWAYS, '0!p 0spy'],
  ],
  cvt: [
    [/^pack.*b32/, 'u32! 1w 1w u32'],
    [/^pack/, 'u32! 1w 1w'],
    [/^(?=.*\brs\b).*x4\.f32/, '*! {f32} i32'],
    [/\brs\b/, '0! 1 1 i32'],
    [/^(?!.*\b(rn|rz|rm|rp|rni|rzi|rmi|rpi)\b).*[us]\d+\.[us]\d+$/, '0!w 1ws'],
    [/^(?!.*x2).*bf16(\.|$)/, '0! 1'],
    [/ue8m0x2$/, 'f16x2! 1'],
    [/ue8m0x2\.bf16x2$/, '0! b32'],
    [/x2\.(f32|bf16x2)$/, '0!w 1w 1w / 0! 1'],
    [ALWAYS, '0!w 1w / 0!w 1w 1w'],
  ],
  cvta: '0! 0y',
  isspacep: 'pred! i3264',
  mapa: '0! 0y i32',
  getctarank: 'i32! 0y',
  ld: '0!vw @',
  ldu: '0!vw @',
  st: [
    [/mmio/, '@ 0vw'],
    [/async/, '@ 0vw @'],
    [/bulk/, '@ i64 #'],
    [ALWAYS, '@ 0vw'],
  ],
  atom: '0!_v @ 0v 0?',
  red: [
    [/mmio/, '@ 0'],
    [/async/, '@ 0 @'],
    [ALWAYS, '@ 0v'],
  ],
  prefetch: '@',
  prefetchu: '@',
  discard: '@ #:128..128',
  applypriority: '@ #:128..128',
  createpolicy: [
    [/^fractional/, 'i64! f32?'],
    [/^range/, 'i64! @ i32 i32'],
    [ALWAYS, 'i64! i64'],
  ],
  membar: '',
  fence: [
    [/^(?=.*tensormap::generic).*acquire/, '@ #:128..128'],
    [ALWAYS, ''],
  ],
  ret: '',
  exit: '',
  trap: '',
  brkpt: '',
  griddepcontrol: '',
  nanosleep: 'i32',
  pmevent: [
    [/mask/, '#:0..65535'],
    [ALWAYS, '#:0..15'],
  ],
  setmaxnreg: '#',
  bar: barrier,
  barrier,
  shfl: [
    [/sync/, '0!|pred!_ 0 0 0 i32'],
    [ALWAYS, '0!|pred!_ 0 0 0'],
  ],
  vote,
  match: 'i32!_|pred!_ 0 i32',
  elect: 'i32!_|pred! i32',
  activemask: '0!',
  redux: [
    [/f32/, '0! 0 i32'],
    [ALWAYS, 'i32! i32 i32'],
  ],
  alloca: 'i64! 0 #?',
  stacksave: 'i64!',
  stackrestore: 'i64!',
  cp: [
    [/(commit_group|wait_all)$/, ''],
    [/wait_group/, '#'],
    [/^async\.mbarrier/, '@'],
    [/prefetch\.tensor/, '[] {b16}?'],
    [/prefetch/, `@ ${BYTES}`],
    [/^(?=.*tensor).*bulk_group/, '[] @'],
    [/^(?=.*tensor)(?=.*im2col).*multicast/, '@ [] @ {b16} i16'],
    [/^(?=.*tensor).*im2col/, '@ [] @ {b16}'],
    [/^(?=.*tensor).*multicast/, '@ [] @ i16'],
    [/tensor/, '@ [] @'],
    [/cp_mask/, `@ @ ${BYTES} policy i16`],
    [/bulk_group/, `@ @ ${BYTES}`],
    [/multicast/, `@ @ ${BYTES} @ i16`],
    [/bulk/, `@ @ ${BYTES} @`],
    [ALWAYS, '@ @ # / @ @ # i32 / @ @ # pred'],
  ],
  tensormap: [
    [/cp_fenceproxy/, '@ @ #:128..128'],
    [/elemtype|interleave_layout|swizzle_mode|fill_mode|swizzle_atomicity/, '@ #'],
    [/global_address|rank/, '@ 0'],
    [ALWAYS, '@ # 0'],
  ],
  mbarrier: [
    [/^init/, '@ i32'],
    [/^inval/, '@'],
    [/^(expect|complete)_tx/, '@ i32'],
    [/^pending_count/, 'i32! i64'],
    [/^arrive(_drop)?\.expect_tx/, '0!_ @ i32'],
    [/^arrive/, '0!_ @ i32:0..?'],
    [/^test_wait\.parity/, 'pred! @ i32:0..1'],
    [/^test_wait/, 'pred! @ i64'],
    [/^try_wait\.parity/, 'pred! @ i32:0..1 i32?'],
    [ALWAYS, 'pred! @ i64 i32?'],
  ],
  clusterlaunchcontrol: [
    [/^try_cancel/, '@ @'],
    [/is_canceled/, 'pred! b128'],
    [/\.v4\./, '{b32}! b128'],
    [ALWAYS, 'b32! b128'],
  ],
  wgmma: [
    [/^(fence|commit_group)/, ''],
    [/^wait_group/, '#:0..'],
    [/^mma_async\.sp.*\.b?f16\.b?f16/, `${SPARSE_BY_DESCRIPTOR} # # # # / ${SPARSE_BY_REGISTERS} # # #`],
    [/^mma_async\.sp.*\.f(16|32)\./, `${SPARSE_BY_DESCRIPTOR} # # / ${SPARSE_BY_REGISTERS} # #`],
    [/^mma_async\.sp/, `${SPARSE_BY_DESCRIPTOR} / ${SPARSE_BY_REGISTERS}`],
    [/\.b?f16\.b?f16/, `${BY_DESCRIPTOR} # # # # / ${BY_REGISTERS} # # #`],
    [/\.f(16|32)\./, `${BY_DESCRIPTOR} # # / ${BY_REGISTERS} # #`],
    [ALWAYS, `${BY_DESCRIPTOR} / ${BY_REGISTERS}`],
  ],
  wmma: [
    [/^load/, '{m0}! @ i32?'],
    [/^store/, '@ {m0} i32?'],
    // Types of both matrices, or of the sums alone.
    [/(\.(f16|f32)){2}\.[^.]*(f16|f32)\b|\.[su][48]\.|\.b1\.|tf32|bf16|f64/, '{m0}! {m1} {m2} {m3}'],
    [ALWAYS, '{m0}! {f16x2} {f16x2} {m1}'],
  ],
  mma: [
    [/sp|block_scale/, '{m0}! {m1} {m2} {m3} *? *? *? *? *? *?'],
    [ALWAYS, '{m0}! {m1} {m2} {m3}'],
  ],
  tcgen05: [
    [/^(fence|wait|relinquish_alloc_permit)/, ''],
    [/^alloc/, '@ i32'],
    [/^dealloc/, 'i32 i32'],
    [/^commit.*multicast/, '@ i16'],
    [/^(commit|shift)/, '@'],
    [/^cp/, '@ i64'],
    [/^ld\.red.*16x32bx2/, '{b32}! b32! @ #'],
    [/^ld\.red/, '{b32}! b32! @'],
    [/^ld.*16x32bx2/, '{b32}! @ #'],
    [/^ld/, '{b32}! @'],
    [/^st.*16x32bx2/, '@ # {b32}'],
    [/^st/, '@ {b32}'],
    [/^mma\.(ws\.)?sp/, `@ i64 i64 @ i32 ${ANY_MORE} / @ @ i64 @ i32 ${ANY_MORE}`],
    [/^mma/, `@ i64 i64 i32 ${ANY_MORE} / @ @ i64 i32 ${ANY_MORE}`],
    [ALWAYS, ANY_MORE],
  ],
  tex: `0!v|pred! * ${WORDS}`,
  tld4: `0!v|pred! * ${WORDS}`,
  vabsdiff2: TERNARY_REGISTERS,
  vabsdiff4: TERNARY_REGISTERS,
  ldmatrix: '{b32}! @',
  stmatrix: '@ {b32}',
  movmatrix: 'b32! b32',
};
