/**
 * Which words go together in instructions whose rows pass over most of them, as ptxas 13.0 takes them. Words before `:` belong to
 * the name and keep their order; the others come in any, but for state spaces. `a|b` is one of several, `?` may be missing, `??` is passed over, `T` is a type,
 * `*` whatever the row takes.
 */

const SCOPE = 'cta|cluster|gpu|sys';
const SHARED = 'shared|shared::cta|shared::cluster';
const VECTOR = 'v2|v4|v8?';
const ANYWHERE = `global|${SHARED}|local`;
const HINT = 'L2::cache_hint?';
const L1 = 'L1::evict_normal|L1::evict_unchanged|L1::evict_first|L1::evict_last|L1::no_allocate?';
/** Priorities in the second cache are those of accesses of 32 bytes. */
const EVICTION = `${L1} ${HINT} ${VECTOR}`;
const WIDE_EVICTION = `${L1} L2::evict_normal|L2::evict_first|L2::evict_last ${HINT} v4|v8`;
const AHEAD = 'L2::64B|L2::128B|L2::256B?';
const LOAD_CACHE = 'ca|cg|cs|lu|cv?';
const STORE_CACHE = 'wb|cg|cs|wt?';
const RESTRICTED = 'sync_restrict::shared::cluster|sync_restrict::shared::cta??';

const eachEviction = (before: string, after: string): string[] =>
  [EVICTION, WIDE_EVICTION].map(eviction => `${before} ${eviction} ${after}`);

const LOADS = [
  `weak? ${SHARED}|local|const|param|param::entry|param::func ${LOAD_CACHE} ${VECTOR} T`,
  `weak? global? ${LOAD_CACHE} ${HINT} ${AHEAD} ${VECTOR} T`,
  ...eachEviction('weak? global?', `${AHEAD} T`),
  `volatile ${SHARED} ${VECTOR} T`,
  `volatile global? ${AHEAD} ${VECTOR} T`,
  `relaxed|acquire ${SCOPE} ${SHARED} ${VECTOR} T`,
  ...eachEviction(`relaxed|acquire ${SCOPE} global?`, `${AHEAD} T`),
  'mmio relaxed sys global? T',
  `nc global ca|cg|cs? ${HINT} ${AHEAD} ${VECTOR} T`,
  ...eachEviction('nc global', `${AHEAD} T`),
];

const STORES = [
  `weak? ${SHARED}|local|param|param::func ${STORE_CACHE} ${VECTOR} T`,
  `weak? global? ${STORE_CACHE} ${HINT} ${VECTOR} T`,
  ...eachEviction('weak? global?', 'T'),
  `volatile global|${SHARED}? ${VECTOR} T`,
  `relaxed|release ${SCOPE} ${SHARED} ${VECTOR} T`,
  ...eachEviction(`relaxed|release ${SCOPE} global?`, 'T'),
  'mmio relaxed sys global? T',
];

const barrier = [
  'cta: sync aligned?',
  'cta: arrive aligned?',
  'cta: red popc aligned? T',
  'cta: red and|or aligned? T',
  'sync aligned?',
  'arrive aligned?',
  'red popc|and|or aligned? T',
];

export const WORD_FORMS: Readonly<Record<string, readonly string[]>> = {
  ld: LOADS,
  ldu: [`global? ${VECTOR} T`],
  st: [
    ...STORES,
    `async: weak? cluster?? shared::cluster? mbarrier::complete_tx::bytes ${VECTOR} T`,
    `async: mmio release ${SCOPE} global? T`,
    'bulk: weak? shared::cta?',
  ],
  prefetch: ['global|local? L1|L2', 'global? L2::evict_last|L2::evict_normal', 'const|param? tensormap'],
  prefetchu: ['L1'],
  discard: ['global? L2'],
  applypriority: ['global? L2::evict_normal'],
  createpolicy: [
    'fractional: L2::evict_last|L2::evict_normal|L2::evict_first|L2::evict_unchanged L2::evict_first|L2::evict_unchanged? T',
    'range: global? L2::evict_last|L2::evict_normal|L2::evict_first|L2::evict_unchanged L2::evict_first|L2::evict_unchanged? T',
    'cvt: L2 T',
  ],
  membar: ['cta|gl|sys', 'proxy: alias'],
  fence: [
    `sc|acq_rel|acquire|release? ${SCOPE}`,
    'acquire sync_restrict::shared::cluster cluster',
    'release sync_restrict::shared::cta cluster',
    `mbarrier_init release cluster ${RESTRICTED}`,
    `proxy: alias ${RESTRICTED}`,
    `proxy: async global|${SHARED}? ${RESTRICTED}`,
    `proxy: tensormap::generic release|acquire ${SCOPE} ${SHARED}?? ${RESTRICTED}`,
    `proxy: async::generic acquire sync_restrict::shared::cluster cluster ${SHARED}??`,
    `proxy: async::generic release sync_restrict::shared::cta cluster ${SHARED}??`,
  ],
  bar: [...barrier, 'warp: sync'],
  barrier: [...barrier, 'cluster.arrive: release|relaxed? aligned?', 'cluster.wait: acquire? aligned?'],
  cp: [
    'async.commit_group:',
    'async.wait_group:',
    'async.wait_all:',
    'async.mbarrier.arrive: noinc? shared|shared::cta? b64',
    'async.bulk.commit_group:',
    'async.bulk.wait_group: read?',
    `async: ca|cg shared|shared::cta global L2::cache_hint? ${AHEAD}`,
    'async.bulk.prefetch.tensor: DIMENSIONS L2 global tile|tile::gather4|im2col|im2col::w|im2col::w::128? L2::cache_hint?',
    'async.bulk.prefetch: L2 global L2::cache_hint?',
    'async.bulk.tensor: DIMENSIONS shared::cluster|shared::cta global tile|tile::gather4|im2col|im2col::w|im2col::w::128? mbarrier::complete_tx::bytes multicast::cluster? cta_group::1|cta_group::2? L2::cache_hint?',
    'async.bulk.tensor: DIMENSIONS global shared::cta tile|tile::scatter4|im2col_no_offs? bulk_group L2::cache_hint?',
    'reduce.async.bulk.tensor: DIMENSIONS global shared::cta REDUCTION tile|im2col_no_offs? bulk_group L2::cache_hint?',
    'async.bulk: shared::cluster|shared::cta global mbarrier::complete_tx::bytes multicast::cluster? L2::cache_hint?',
    'async.bulk: shared::cluster shared::cta mbarrier::complete_tx::bytes',
    'async.bulk: global shared::cta bulk_group L2::cache_hint? cp_mask?',
    'reduce.async.bulk: shared::cluster shared::cta mbarrier::complete_tx::bytes REDUCTION T',
    'reduce.async.bulk: global shared::cta bulk_group L2::cache_hint? REDUCTION noftz? T',
  ],
  clusterlaunchcontrol: [
    'try_cancel.async: shared::cta? mbarrier::complete_tx::bytes multicast::cluster::all? T',
    'query_cancel.is_canceled: T T',
    'query_cancel.get_first_ctaid: v4 T T',
    ...['x', 'y', 'z'].map(axis => `query_cancel.get_first_ctaid::${axis}: T T`),
  ],
  mbarrier: [
    'init: shared|shared::cta? T',
    'inval: shared|shared::cta? T',
    ...['arrive', 'arrive_drop', 'arrive.expect_tx', 'arrive_drop.expect_tx'].flatMap(name => [
      `${name}: ${SHARED}? T`,
      `${name}: release|relaxed cta|cluster ${SHARED}? T`,
    ]),
    ...['arrive', 'arrive_drop'].flatMap(name => [
      `${name}: noComplete shared|shared::cta? T`,
      `${name}: noComplete release cta shared|shared::cta? T`,
    ]),
    ...['expect_tx', 'complete_tx'].flatMap(name => [
      `${name}: ${SHARED}? T`,
      `${name}: relaxed cta|cluster ${SHARED}? T`,
    ]),
    ...['test_wait', 'try_wait', 'test_wait.parity', 'try_wait.parity'].flatMap(name => [
      `${name}: shared|shared::cta? T`,
      `${name}: acquire|relaxed cta|cluster shared|shared::cta? T`,
    ]),
    'pending_count: T',
  ],
  wmma: [
    ...['load.a', 'load.b', 'load.c', 'store.d'].map(name => `${name}: sync aligned row|col SHAPE ${ANYWHERE}? T`),
    'mma: sync aligned row|col row|col SHAPE satfinite? T T',
    'mma: sync aligned row|col row|col SHAPE satfinite|rn|rz|rm|rp? T T T T',
    'mma: xor|and popc sync aligned row col SHAPE T T T T',
  ],
  cvta: [`to: global|${SHARED}|local|const|param u32`, `to: global|${SHARED}|local|const|param u64`].flatMap(form => [
    form,
    form.slice('to: '.length),
  ]),
  tcgen05: [
    'alloc: CTAS sync aligned shared::cta? b32',
    'dealloc: CTAS sync aligned b32',
    'relinquish_alloc_permit: CTAS sync aligned',
    'fence::before_thread_sync:',
    'fence::after_thread_sync:',
    'wait::ld: sync aligned',
    'wait::st: sync aligned',
    'commit: CTAS mbarrier::arrive::one shared::cluster? multicast::cluster? b64',
    'shift: CTAS down',
    ...['ld', 'ld.red', 'st', 'cp', 'mma', 'mma.sp', 'mma.ws', 'mma.ws.sp'].map(name => `${name}: *`),
  ],
  shfl: ['sync? up|down|bfly|idx T'],
  vote: ['sync? all|any|uni T', 'sync? ballot T'],
  movmatrix: ['sync aligned m8n8 trans T'],
  griddepcontrol: ['wait', 'launch_dependents'],
  pmevent: ['mask?'],
  nanosleep: ['T'],
  ret: ['uni?'],
  exit: [''],
  trap: [''],
  brkpt: [''],
};
