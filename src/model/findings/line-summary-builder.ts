/**
 * Makes a `LineSummary` from a stream of accesses. It is fast enough for whole grids because most requests repeat the
 * one before.
 */
import { LANES } from '../../base/hardware.ts';
import type { Access, AccessKind, Space } from '../../trace/access-trace.ts';
import type { InstructionTotals, LineSummary } from './line-summary.ts';
import { summaryOfInstructions } from './line-summary-merge.ts';
import { costOfRequest, costsTheSame, type RequestCost, rankOf } from './request-cost.ts';

export class LineSummaryBuilder {
  /** Totals of each instruction, indexed by pc: one for each memory space that its generic address pointed to. */
  readonly #byPc: InstructionSums[][] = [];

  /** The access must have an instruction behind it; the caller may reuse the object and its address array. */
  add(access: Access): void {
    this.#sumsOf(access).add(access);
  }

  finish(): LineSummary {
    return summaryOfInstructions(this.#byPc.flatMap(ofPc => ofPc.map(sums => sums.totals())));
  }

  #sumsOf(access: Access): InstructionSums {
    let ofPc = this.#byPc[access.pc];
    if (ofPc === undefined) {
      ofPc = [];
      this.#byPc[access.pc] = ofPc;
    }
    for (const sums of ofPc) if (sums.space === access.space) return sums;
    const sums = new InstructionSums(access);
    ofPc.push(sums);
    return sums;
  }
}

class InstructionSums {
  readonly space: Space;
  readonly #kind: AccessKind;
  readonly #pc: number;
  readonly #file: string;
  readonly #line: number;
  /** The last request whose cost was computed, and that cost. */
  readonly #address = new Float64Array(LANES);
  #mask = 0;
  #cost: RequestCost;
  #requests = 0;
  #lanes = 0;
  #bytes = 0;
  #parts = 0;
  #ideal = 0;
  #lines = 0;
  #turns = 0;
  #unaligned = 0;
  #over = 0;
  #most = 0;
  #mostTurns = 0;
  #worstExcess = 0;
  #worstRank = 0;
  #worst: Access;

  constructor(first: Access) {
    this.space = first.space;
    this.#kind = first.kind;
    this.#pc = first.pc;
    this.#file = first.file;
    this.#line = first.line;
    this.#cost = this.#look(first);
    this.#worst = copyOf(first);
  }

  add(access: Access): void {
    if (!costsTheSame(access, this.#mask, this.#address)) this.#cost = this.#look(access);
    const cost = this.#cost;
    this.#requests++;
    this.#lanes += cost.lanes;
    this.#bytes += cost.bytes;
    this.#parts += cost.parts;
    this.#ideal += cost.ideal;
    this.#lines += cost.lines;
    this.#turns += cost.turns;
    if (cost.isUnaligned) this.#unaligned++;
    if (cost.parts > cost.ideal) this.#over++;
    const rank = rankOf(cost);
    if (rank > this.#worstRank || (rank === this.#worstRank && access.cta < this.#worst.cta)) this.#keep(access, rank);
  }

  totals(): InstructionTotals {
    return {
      pc: this.#pc,
      file: this.#file,
      line: this.#line,
      space: this.space,
      kind: this.#kind,
      requests: this.#requests,
      lanes: this.#lanes,
      bytes: this.#bytes,
      parts: this.#parts,
      ideal: this.#ideal,
      lines: this.#lines,
      most: this.#most,
      turns: this.#turns,
      mostTurns: this.#mostTurns,
      unaligned: this.#unaligned,
      over: this.#over,
      worstExcess: this.#worstExcess,
      worst: this.#worst,
    };
  }

  /** A repeated cost cannot be a new extreme. */
  #look(access: Access): RequestCost {
    const cost = costOfRequest(access);
    this.#mask = access.activeMask;
    this.#address.set(access.address);
    this.#most = Math.max(this.#most, cost.parts);
    this.#mostTurns = Math.max(this.#mostTurns, cost.turns);
    this.#worstExcess = Math.max(this.#worstExcess, cost.parts - cost.ideal);
    return cost;
  }

  #keep(access: Access, rank: number): void {
    this.#worstRank = rank;
    this.#worst = copyOf(access);
  }
}

const copyOf = (access: Access): Access => ({ ...access, address: access.address.slice() });
