/** Names that PTX defines itself (PTX ISA, "Special Registers"). */

const PLAIN = [
  'laneid',
  'warpid',
  'nwarpid',
  'smid',
  'nsmid',
  'gridid',
  'is_explicit_cluster',
  'cluster_ctarank',
  'cluster_nctarank',
  'lanemask_eq',
  'lanemask_le',
  'lanemask_lt',
  'lanemask_ge',
  'lanemask_gt',
  'clock',
  'clock_hi',
  'clock64',
  'globaltimer',
  'globaltimer_lo',
  'globaltimer_hi',
  'reserved_smem_offset_begin',
  'reserved_smem_offset_end',
  'reserved_smem_offset_cap',
  'reserved_smem_offset_0',
  'reserved_smem_offset_1',
  'total_smem_size',
  'aggr_smem_size',
  'dynamic_smem_size',
  'current_graph_exec',
];

const VECTORS = ['tid', 'ntid', 'ctaid', 'nctaid', 'clusterid', 'nclusterid', 'cluster_ctaid', 'cluster_nctaid'];

const NAMES = new Set<string>(['WARP_SZ']);
for (const name of PLAIN) NAMES.add(`%${name}`);
for (const name of VECTORS) for (const part of ['', '.x', '.y', '.z', '.w']) NAMES.add(`%${name}${part}`);
for (let i = 0; i < 32; i++) NAMES.add(`%envreg${i}`);
for (let i = 0; i < 8; i++) NAMES.add(`%pm${i}`).add(`%pm${i}_64`);

export const isSpecialRegister = (name: string): boolean => NAMES.has(name);
