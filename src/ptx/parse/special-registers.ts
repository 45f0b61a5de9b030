/** Names that PTX defines itself (PTX ISA, "Special Registers"). */
import type { Operand } from './ast.ts';

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

/** Colours mean the same as coordinates. */
const PARTS = ['x r', 'y g', 'z b', 'w a'].map(names => names.split(' '));

const OPERANDS = new Map<string, Operand>();
const add = (name: string, written = name): unknown => OPERANDS.set(written, { kind: 'special', name });
add('WARP_SZ');
for (const name of PLAIN) add(`%${name}`);
for (const name of VECTORS) {
  add(`%${name}`);
  for (const [part, colour] of PARTS) {
    add(`%${name}.${part}`);
    add(`%${name}.${part}`, `%${name}.${colour}`);
  }
}
for (let i = 0; i < 32; i++) add(`%envreg${i}`);
for (let i = 0; i < 8; i++) {
  add(`%pm${i}`);
  add(`%pm${i}_64`);
}

export const specialRegisterNamed = (name: string): Operand | undefined => OPERANDS.get(name);
