/**
 * Forms of matrix instructions to ask a GPU about, on raw registers: each a kernel of one warp per problem. Problems lie
 * behind one another in `in` and `out`.
 */

/** What a piece of a problem holds, and how much: registers of all 32 lanes, or elements in memory. */
export interface Piece {
  readonly type: string;
  readonly sizeBytes: number;
}

export interface MatrixForm {
  /** The instruction, or the instructions. */
  readonly id: string;
  readonly inputs: readonly Piece[];
  /** What is computed, at the start of the output; what is only moved comes behind it. */
  readonly result: Piece;
  readonly outBytes: number;
  /** Shared bytes of a variable `tile`. */
  readonly tileBytes: number;
  /** %lane; %in and %out: of the problem; %inLane and %outLane: 4 bytes per lane further. */
  readonly body: string;
}

const WORD_BYTES = 4;
const PLANE_BYTES = 32 * WORD_BYTES;
export const bitsOf = (type: string): number =>
  type === 'tf32' ? 32 : type === 'e4m3' || type === 'e5m2' ? 8 : Number(/\d+/.exec(type)![0]);

const braced = (name: string, count: number): string =>
  `{${Array.from({ length: count }, (_, i) => `%${name}${i}`).join(', ')}}`;

/** Registers of a fragment between memory, plane after plane, and names. */
class Registers {
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
    return braced(this.name, this.count);
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

const sizesOf = (shape: string): number[] => shape.match(/\d+/g)!.map(Number);

/** `types`: of D, A and B; C has D's. */
function mmaForm(shape: string, types: string, satfinite = ''): MatrixForm {
  const [d, a, b] = types.split(' ');
  const [m, n, k] = sizesOf(shape);
  const [ra, rb, rc] = [new Registers('a', a, m * k), new Registers('b', b, n * k), new Registers('c', d, m * n)];
  const id = `mma.sync.aligned.${shape}.row.col${satfinite}.${d}.${a}.${b}.${d}`;
  return {
    id,
    inputs: [ra, rb, rc].map(({ type, sizeBytes }) => ({ type, sizeBytes })),
    result: { type: d, sizeBytes: rc.sizeBytes },
    outBytes: rc.sizeBytes,
    tileBytes: 0,
    body: `${[ra, rb, rc].map(r => r.declaration).join(' ')}
${ra.load(0)}
${rb.load(ra.sizeBytes)}
${rc.load(ra.sizeBytes + rb.sizeBytes)}
${id} ${rc.list}, ${ra.list}, ${rb.list}, ${rc.list};
${rc.store(0)}`,
  };
}

/** Of A and B; of f16 always 8, some twice (PTX ISA, "Matrix Fragments for WMMA"). */
const registersOf = (type: string, elements: number): number =>
  type === 'f16' ? 8 : Math.max(1, (elements * bitsOf(type)) / 32 / 32);

/** From memory to memory; the registers of the fragments come behind D. */
function wmmaForm(shape: string, types: string, layouts: string, satfinite = ''): MatrixForm {
  const [d, a, b] = types.split(' ');
  const [m, n, k] = sizesOf(shape);
  const [layoutA, layoutB] = layouts.split(' ');
  const isDouble = d === 'f64';
  const fragment = (name: string, type: string, elements: number, isC: boolean) => ({
    name,
    count: isDouble ? elements / 32 : isC ? (elements * bitsOf(type)) / 32 / 32 : registersOf(type, elements),
    bytes: (elements * bitsOf(type)) / 8,
    type,
  });
  const [fa, fb, fc] = [fragment('a', a, m * k, false), fragment('b', b, k * n, false), fragment('c', d, m * n, true)];
  const registerClass = isDouble ? 'f64' : 'b32';
  const lanes = isDouble ? '%outLane2' : '%outLane';
  const planeBytes = isDouble ? 2 * PLANE_BYTES : PLANE_BYTES;
  const dumps = [fa, fb].flatMap(({ name, count }) => Array.from({ length: count }, (_, i) => `%${name}${i}`));
  const typed = isDouble ? '.rn.f64.f64.f64.f64' : a === 'f16' ? `.${d}.${d}` : `.${d}.${a}.${b}.${d}`;
  const load = (role: string, layout: string, type: string, list: string, at: number, stride: number) =>
    `wmma.load.${role}.sync.aligned.${layout}.${shape}.global.${type} ${list}, [%in+${at}], ${stride};`;
  const product = `wmma.mma.sync.aligned.${layoutA}.${layoutB}.${shape}${typed}${satfinite}`;
  return {
    id: product,
    inputs: [fa, fb, fc].map(({ type, bytes }) => ({ type, sizeBytes: bytes })),
    result: { type: d, sizeBytes: fc.bytes },
    outBytes: fc.bytes + dumps.length * planeBytes,
    tileBytes: 0,
    body: `${[fa, fb, fc].map(({ name, count }) => `.reg .${registerClass} %${name}<${count}>;`).join(' ')}
${load('a', layoutA, a, braced('a', fa.count), 0, layoutA === 'row' ? k : m)}
${load('b', layoutB, b, braced('b', fb.count), fa.bytes, layoutB === 'row' ? n : k)}
${load('c', 'row', d, braced('c', fc.count), fa.bytes + fb.bytes, n)}
${dumps.map((r, i) => `st.global.${registerClass} [${lanes}+${fc.bytes + i * planeBytes}], ${r};`).join('\n')}
${product} ${braced('c', fc.count)}, ${braced('a', fa.count)}, ${braced('b', fb.count)}, ${braced('c', fc.count)};
wmma.store.d.sync.aligned.row.${shape}.global.${d} [%out], ${braced('c', fc.count)}, ${n};`,
  };
}

const ROW_BYTES = 16;
const TILE_BYTES = 32 * ROW_BYTES;
const TILE: Piece = { type: 'b32', sizeBytes: TILE_BYTES };
/** Of each lane, a row of the tile; a permutation. */
const ROWS: Piece = { type: 'row', sizeBytes: PLANE_BYTES };

const rowAddress = `ld.global.u32 %r1, [%inLane]; mov.u32 %r2, tile; mad.lo.u32 %r1, %r1, ${ROW_BYTES}, %r2;`;
const laneRow = 'mad.wide.u32 %x1, %lane, 12, %inLane; mad.lo.u32 %r3, %lane, 16, %r2;';

function ldmatrixForm(count: number, trans: string): MatrixForm {
  const id = `ldmatrix.sync.aligned.m8n8.x${count}${trans}.shared.b16`;
  const result = new Registers('d', 'b32', count * 32);
  return {
    id,
    inputs: [ROWS, TILE],
    result: { type: 'b32', sizeBytes: result.sizeBytes },
    outBytes: result.sizeBytes,
    tileBytes: TILE_BYTES,
    body: `${result.declaration} ${rowAddress} ${laneRow}
ld.global.v4.u32 {%r4, %r5, %r6, %r7}, [%x1+${PLANE_BYTES}]; st.shared.v4.u32 [%r3], {%r4, %r5, %r6, %r7};
bar.sync 0;
${id} ${result.list}, [%r1];
${result.store(0)}`,
  };
}

function stmatrixForm(count: number, trans: string): MatrixForm {
  const id = `stmatrix.sync.aligned.m8n8.x${count}${trans}.shared.b16`;
  const source = new Registers('a', 'b32', count * 32);
  return {
    id,
    inputs: [ROWS, { type: 'b32', sizeBytes: source.sizeBytes }],
    result: TILE,
    outBytes: TILE_BYTES,
    tileBytes: TILE_BYTES,
    body: `${source.declaration} ${rowAddress} ${laneRow}
st.shared.v4.u32 [%r3], {%r8, %r8, %r8, %r8};
bar.sync 0;
${source.load(PLANE_BYTES)}
${id} [%r1], ${source.list};
bar.sync 0;
ld.shared.v4.u32 {%r4, %r5, %r6, %r7}, [%r3]; mad.wide.u32 %x1, %lane, 16, %out; st.global.v4.u32 [%x1], {%r4, %r5, %r6, %r7};`,
  };
}

const MOVMATRIX: MatrixForm = {
  id: 'movmatrix.sync.aligned.m8n8.trans.b16',
  inputs: [{ type: 'b32', sizeBytes: PLANE_BYTES }],
  result: { type: 'b32', sizeBytes: PLANE_BYTES },
  outBytes: PLANE_BYTES,
  tileBytes: 0,
  body: `ld.global.b32 %r1, [%inLane]; movmatrix.sync.aligned.m8n8.trans.b16 %r2, %r1; st.global.b32 [%outLane], %r2;`,
};

const pairs = (types: string): string[] => types.split(' ').flatMap(a => types.split(' ').map(b => `${a} ${b}`));

export const MATRIX_FORMS: readonly MatrixForm[] = [
  ...['m16n8k8', 'm16n8k16'].flatMap(shape =>
    ['f16 f16 f16', 'f32 f16 f16', 'f32 bf16 bf16'].map(types => mmaForm(shape, types)),
  ),
  ...['m16n8k4', 'm16n8k8'].map(shape => mmaForm(shape, 'f32 tf32 tf32')),
  ...['m16n8k16', 'm16n8k32'].flatMap(shape =>
    pairs('e4m3 e5m2').flatMap(ab => [mmaForm(shape, `f32 ${ab}`), mmaForm(shape, `f16 ${ab}`)]),
  ),
  ...['m8n8k4', 'm16n8k4', 'm16n8k8', 'm16n8k16'].map(shape => mmaForm(shape, 'f64 f64 f64')),
  ...['m8n8k16', 'm16n8k16', 'm16n8k32'].flatMap(shape =>
    pairs('s8 u8').flatMap(ab => ['', '.satfinite'].map(s => mmaForm(shape, `s32 ${ab}`, s))),
  ),
  ...['m8n8k32', 'm16n8k32', 'm16n8k64'].flatMap(shape =>
    pairs('s4 u4').flatMap(ab => ['', '.satfinite'].map(s => mmaForm(shape, `s32 ${ab}`, s))),
  ),
  ...['m16n16k16', 'm32n8k16', 'm8n32k16'].flatMap(shape => [
    ...['row col', 'col row', 'row row', 'col col'].flatMap(layouts => [
      wmmaForm(shape, 'f32 f16 f16', layouts),
      wmmaForm(shape, 'f16 f16 f16', layouts),
    ]),
    wmmaForm(shape, 'f32 bf16 bf16', 'row col'),
    wmmaForm(shape, 'f32 bf16 bf16', 'col row'),
    ...['s8', 'u8'].flatMap(type => [
      wmmaForm(shape, `s32 ${type} ${type}`, 'row col'),
      wmmaForm(shape, `s32 ${type} ${type}`, 'col row', '.satfinite'),
    ]),
  ]),
  wmmaForm('m16n16k8', 'f32 tf32 tf32', 'row col'),
  wmmaForm('m16n16k8', 'f32 tf32 tf32', 'col row'),
  wmmaForm('m8n8k4', 'f64 f64 f64', 'row col'),
  wmmaForm('m8n8k4', 'f64 f64 f64', 'col row'),
  wmmaForm('m8n8k32', 's32 s4 s4', 'row col'),
  wmmaForm('m8n8k32', 's32 u4 u4', 'row col', '.satfinite'),
  ...[1, 2, 4].flatMap(count => ['', '.trans'].map(trans => ldmatrixForm(count, trans))),
  ...[1, 2, 4].flatMap(count => ['', '.trans'].map(trans => stmatrixForm(count, trans))),
  MOVMATRIX,
];

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
