/** Whether a kernel counts on other CTAs of a cluster. */
import type { Instruction, PtxFunction } from '../parse/ast.ts';

/** 'asked': the kernel asks where in a cluster it is; 'shared': it reaches for other CTAs, and needs some. */
export type ClusterUse = 'none' | 'asked' | 'shared';

/** The kernel is the first of the functions. */
export function clusterUse(functions: readonly PtxFunction[]): ClusterUse {
  const instructions = functions.flatMap(f => f.instructions);
  if (functions[0].performance.has('explicitcluster') || instructions.some(reachesOthers)) return 'shared';
  return instructions.some(asksForCluster) ? 'asked' : 'none';
}

/** By an address, a copy, or a flag that only CTAs of its cluster have to see. */
const reachesOthers = ({ opcode, modifiers }: Instruction): boolean =>
  opcode === 'mapa' ||
  modifiers.includes('multicast::cluster') ||
  (SCOPED.has(opcode) && modifiers.includes('cluster') && !modifiers.includes('mbarrier_init'));

const SCOPED: ReadonlySet<string> = new Set(['ld', 'st', 'atom', 'red', 'fence']);

const asksForCluster = ({ opcode, modifiers, operands }: Instruction): boolean =>
  (opcode === 'barrier' && modifiers.includes('cluster')) ||
  operands.some(operand => operand.kind === 'special' && /^%(n?cluster|is_explicit_cluster)/.test(operand.name));
