/**
 * `AccessTrace`: the memory accesses of warps, one row per warp-wide instruction, as columns in typed arrays (so that a
 * worker can transfer them without copying). Producers: the closed-form model, the emulator, a GPU probe.
 */
import { LANES } from '../base/hardware.ts';

/** Order matters: the number in the `space` column is an index into this list. `cluster` is another CTA's shared memory. */
export const SPACES = ['shared', 'global', 'local', 'const', 'param', 'cluster'] as const;
export type Space = (typeof SPACES)[number];

/**
 * Order matters, as above. `atomic` reads and writes; `copy` is an asynchronous copy of each lane; `bulk` is a copy engine's,
 * whose columns are chunks in the order in which it takes them, and no lanes.
 */
export const ACCESS_KINDS = ['load', 'store', 'atomic', 'copy', 'ldmatrix', 'stmatrix', 'bulk'] as const;
export type AccessKind = (typeof ACCESS_KINDS)[number];

/** The two ways through shared memory that a page compares: stored to it, loaded from it. */
export type AccessSide = 'store' | 'load';

/** Row has no instruction behind it (a model made it). */
export const NO_PC = 0xffff_ffff;

export interface AccessTrace {
  /** Rows in use; every column has at least this length. */
  readonly rows: number;
  /** Linear CTA number: x + y * grid.x + z * grid.x * grid.y. */
  readonly cta: Uint32Array;
  /** Warp number within its CTA. */
  readonly warp: Uint16Array;
  /** Index of the instruction in the entry's instruction list, or `NO_PC`. */
  readonly pc: Uint32Array;
  readonly space: Uint8Array;
  readonly kind: Uint8Array;
  /** Bytes that each active lane moves: 1, 2, 4, 8, 16. */
  readonly widthBytes: Uint8Array;
  /** Bit l set: lane l takes part. */
  readonly activeMask: Uint32Array;
  /** Barrier interval of the CTA in which the access happened: how many CTA-wide barriers the warp had passed. */
  readonly interval: Uint32Array;
  /** Source line (1-based, 0 = unknown) in file number `file` of `files`. */
  readonly line: Uint32Array;
  readonly file: Uint16Array;
  /**
   * 32 byte addresses per row; inactive lanes hold -1. Shared addresses are offsets in the CTA's shared window, in another
   * CTA's with its rank in the cluster from bit 24 on; global ones are device addresses (below 2^53, so a double holds
   * them exactly).
   */
  readonly address: Float64Array;
  /** Names behind the `file` column; entry 0 is '' (unknown). */
  readonly files: readonly string[];
}

/** One row of an `AccessTrace`, as an object: for code that handles few rows. */
export interface Access {
  readonly cta: number;
  readonly warp: number;
  readonly pc: number;
  readonly space: Space;
  readonly kind: AccessKind;
  readonly widthBytes: number;
  readonly activeMask: number;
  readonly interval: number;
  readonly line: number;
  readonly file: string;
  /** 32 byte addresses, -1 for an inactive lane. A view into the trace: do not keep across transfers. */
  readonly address: Float64Array;
}

export function accessAt(trace: AccessTrace, row: number): Access {
  return {
    cta: trace.cta[row],
    warp: trace.warp[row],
    pc: trace.pc[row],
    space: SPACES[trace.space[row]],
    kind: ACCESS_KINDS[trace.kind[row]],
    widthBytes: trace.widthBytes[row],
    activeMask: trace.activeMask[row],
    interval: trace.interval[row],
    line: trace.line[row],
    file: trace.files[trace.file[row]],
    address: trace.address.subarray(row * LANES, row * LANES + LANES),
  };
}

/** Rows of a block of columns: some 300 kB. */
const BLOCK_ROWS = 1024;

/** Collects rows in blocks, which never move; `finish` returns columns of the right length, ready to transfer. */
export class TraceBuilder {
  readonly #blocks: Columns[] = [columnsOf(BLOCK_ROWS)];
  #block = this.#blocks[0];
  /** Rows in use of the last block. */
  #used = 0;
  readonly #files: string[] = [''];
  readonly #fileNumber = new Map<string, number>([['', 0]]);

  get rows(): number {
    return (this.#blocks.length - 1) * BLOCK_ROWS + this.#used;
  }

  /** Copies the row; the caller may reuse `access` and its address array. */
  add(access: Access): void {
    if (this.#used === BLOCK_ROWS) this.#addBlock();
    const row = this.#used++;
    const c = this.#block;
    c.cta[row] = access.cta;
    c.warp[row] = access.warp;
    c.pc[row] = access.pc;
    c.space[row] = SPACES.indexOf(access.space);
    c.kind[row] = ACCESS_KINDS.indexOf(access.kind);
    c.widthBytes[row] = access.widthBytes;
    c.activeMask[row] = access.activeMask;
    c.interval[row] = access.interval;
    c.line[row] = access.line;
    c.file[row] = this.#numberOf(access.file);
    c.address.set(access.address, row * LANES);
  }

  finish(): AccessTrace {
    const { rows } = this;
    const columns = columnsOf(rows);
    this.#blocks.forEach((block, i) => {
      const used = Math.min(BLOCK_ROWS, rows - i * BLOCK_ROWS);
      for (const key of Object.keys(columns) as (keyof Columns)[]) {
        const width = key === 'address' ? LANES : 1;
        columns[key].set(block[key].subarray(0, used * width), i * BLOCK_ROWS * width);
      }
    });
    return { rows, ...columns, files: [...this.#files] };
  }

  #numberOf(name: string): number {
    let n = this.#fileNumber.get(name);
    if (n === undefined) {
      n = this.#files.push(name) - 1;
      this.#fileNumber.set(name, n);
    }
    return n;
  }

  #addBlock(): void {
    this.#block = columnsOf(BLOCK_ROWS);
    this.#blocks.push(this.#block);
    this.#used = 0;
  }
}

type Columns = ReturnType<typeof columnsOf>;

function columnsOf(rows: number) {
  return {
    cta: new Uint32Array(rows),
    warp: new Uint16Array(rows),
    pc: new Uint32Array(rows),
    space: new Uint8Array(rows),
    kind: new Uint8Array(rows),
    widthBytes: new Uint8Array(rows),
    activeMask: new Uint32Array(rows),
    interval: new Uint32Array(rows),
    line: new Uint32Array(rows),
    file: new Uint16Array(rows),
    address: new Float64Array(rows * LANES),
  };
}

/** The buffers to hand to `postMessage` so that the columns move instead of being copied. */
export const transferables = (trace: AccessTrace): ArrayBufferLike[] => [
  trace.cta.buffer,
  trace.warp.buffer,
  trace.pc.buffer,
  trace.space.buffer,
  trace.kind.buffer,
  trace.widthBytes.buffer,
  trace.activeMask.buffer,
  trace.interval.buffer,
  trace.line.buffer,
  trace.file.buffer,
  trace.address.buffer,
];
