/** Facts about a memory instruction that are fixed when it is decoded: space, kind, width, alignment, offset. */
import type { AccessKind } from '../../trace/access-trace.ts';
import type { StateSpace } from './address-windows.ts';
import type { Strength } from './strength.ts';

/** Effect of an access on the bytes at its addresses. */
export type MemoryEffect = 'read' | 'write' | 'update';

/** A copy has a form for each side: that of its source says so. */
const EFFECTS: Readonly<Record<AccessKind, MemoryEffect>> = {
  load: 'read',
  ldmatrix: 'read',
  store: 'write',
  stmatrix: 'write',
  copy: 'write',
  bulk: 'write',
  atomic: 'update',
};

export class AccessForm {
  /** 'generic': the address's high word tells, lane by lane; 'cluster': its rank tells whose shared memory. */
  readonly space: StateSpace | 'generic' | 'cluster';
  readonly kind: AccessKind;
  readonly effect: MemoryEffect;
  /** Bytes per lane; the address must be a multiple of it. */
  readonly widthBytes: number;
  /** Added to the address register; negative too. */
  readonly byteOffset: number;
  /** First word of the address register's planes. */
  readonly address: number;
  /** The register has 64 bits. */
  readonly isWide: boolean;
  /**
   * Slots of the values that are stored or loaded, one per element, and the element's bytes: for the checkers. Of a compare-and-swap,
   * the value that it compares with and the new one; of other atomics none.
   */
  readonly values: readonly number[];
  readonly elementBytes: number;
  /** Null for a plain access. */
  readonly strength: Strength | null;
  /** Whether it reads through the cache for data that no thread writes during a launch. */
  readonly isReadOnly: boolean;
  /** Whether observers hear of it: parameters and call slots are not shown, nor loads of a named constant (`uniformLoad`). */
  readonly isObserved: boolean;
  /** False for what moves no data, and concerns the checkers alone. */
  readonly isTraced: boolean;

  constructor(fields: {
    space: StateSpace | 'generic' | 'cluster';
    kind: AccessKind;
    effect?: MemoryEffect;
    widthBytes: number;
    byteOffset: number;
    address: number;
    isWide: boolean;
    values: readonly number[];
    elementBytes: number;
    strength?: Strength | null;
    isReadOnly?: boolean;
    isObserved: boolean;
    isTraced?: boolean;
  }) {
    this.space = fields.space;
    this.kind = fields.kind;
    this.effect = fields.effect ?? EFFECTS[fields.kind];
    this.widthBytes = fields.widthBytes;
    this.byteOffset = fields.byteOffset;
    this.address = fields.address;
    this.isWide = fields.isWide;
    this.values = fields.values;
    this.elementBytes = fields.elementBytes;
    this.strength = fields.strength ?? null;
    this.isReadOnly = fields.isReadOnly ?? false;
    this.isObserved = fields.isObserved;
    this.isTraced = fields.isTraced ?? true;
  }
}
