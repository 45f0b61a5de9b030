/**
 * A matrix instruction to run on a GPU, on raw registers: a kernel of one warp for each problem. Problems follow one
 * another in `in` and `out`.
 */
import { WORD_BYTES } from '../../src/base/hardware.ts';

/** Contents and size of a piece of a problem: registers of all 32 lanes, or elements in memory. */
export interface RegisterPiece {
  readonly type: string;
  readonly sizeBytes: number;
}

export interface MatrixForm {
  /** The instruction, or the instructions. */
  readonly id: string;
  readonly inputs: readonly RegisterPiece[];
  /** The computed part, at the start of the output; the part that is only moved follows it. */
  readonly result: RegisterPiece;
  readonly outBytes: number;
  /** Bytes of a shared variable `tile`. */
  readonly tileBytes: number;
  /** %lane; %in and %out are those of the problem; %inLane and %outLane lie 4 bytes further per lane. */
  readonly body: string;
}

export const PLANE_BYTES = 32 * WORD_BYTES;
export const bitsOf = (type: string): number =>
  type === 'tf32' ? 32 : type === 'e4m3' || type === 'e5m2' ? 8 : Number(/\d+/.exec(type)![0]);

/** Moves the registers of a fragment from and to memory, plane by plane, and gives their names. */
export class MatrixRegisters {
  readonly name: string;
  readonly count: number;
  readonly isDouble: boolean;
  readonly type: string;

  constructor(name: string, type: string, elements: number) {
    this.name = name;
    this.type = type;
    this.isDouble = type === 'f64';
    this.count = this.isDouble ? elements / 32 : (elements * bitsOf(type)) / 32 / 32;
  }

  get sizeBytes(): number {
    return this.count * PLANE_BYTES * (this.isDouble ? 2 : 1);
  }

  get declaration(): string {
    return `.reg .${this.isDouble ? 'f64' : 'b32'} %${this.name}<${this.count}>;`;
  }

  get list(): string {
    return `{${Array.from({ length: this.count }, (_, i) => `%${this.name}${i}`).join(', ')}}`;
  }

  #each(line: (register: string, byteOffset: number) => string, byteOffset: number): string {
    const step = this.isDouble ? 2 * PLANE_BYTES : PLANE_BYTES;
    return Array.from({ length: this.count }, (_, i) => line(`%${this.name}${i}`, byteOffset + i * step)).join('\n');
  }

  load(byteOffset: number): string {
    if (this.isDouble) return this.#each((r, at) => `ld.global.f64 ${r}, [%inLane2+${at}];`, byteOffset);
    return this.#each((r, at) => `ld.global.b32 ${r}, [%inLane+${at}];`, byteOffset);
  }

  store(byteOffset: number): string {
    if (this.isDouble) return this.#each((r, at) => `st.global.f64 [%outLane2+${at}], ${r};`, byteOffset);
    return this.#each((r, at) => `st.global.b32 [%outLane+${at}], ${r};`, byteOffset);
  }
}

export const inBytes = ({ inputs }: MatrixForm): number => inputs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

/** Entry `name(out, in)`: CTA i is problem i. */
export const matrixEntry = (
  form: MatrixForm,
  name: string,
): string => `.visible .entry ${name}(.param .u64 out, .param .u64 in)
{
${form.tileBytes > 0 ? `.shared .align 16 .b8 tile[${form.tileBytes}];` : ''}
.reg .b64 %out, %in, %inLane, %outLane, %inLane2, %outLane2, %x<3>; .reg .b32 %lane, %cta, %r<9>;
ld.param.u64 %out, [out]; ld.param.u64 %in, [in];
mov.u32 %lane, %tid.x; mov.u32 %cta, %ctaid.x; mov.u32 %r8, 0;
mad.wide.u32 %in, %cta, ${inBytes(form)}, %in; mad.wide.u32 %out, %cta, ${form.outBytes}, %out;
mad.wide.u32 %inLane, %lane, 4, %in; mad.wide.u32 %outLane, %lane, 4, %out;
mad.wide.u32 %inLane2, %lane, 8, %in; mad.wide.u32 %outLane2, %lane, 8, %out;
${form.body}
ret;
}
`;
