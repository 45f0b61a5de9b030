/** The frame of every task: one entry, a tile in shared memory, and a pointer to the output. */

interface Options {
  readonly params?: string;
  readonly arch?: string;
}

/** `sharedBytes` of a tile, and a body that may use the registers named here and declare more. */
export const program = (
  title: string,
  sharedBytes: number,
  body: string,
  { params = '.param .u64 out', arch = 'sm_90' }: Options = {},
): string => `// ${title}
.version 8.0
.target ${arch}
.address_size 64

.visible .entry task(${params})
{
  .reg .pred %more;
  .reg .u32 %lane, %tile, %row, %column, %at, %value, %index, %step, %pitch, %copy, %laneStep, %rowStep;
  .reg .u64 %out, %to;
  .shared .align 1024 .b8 tile[${sharedBytes}];

  mov.u32 %lane, %tid.x;
  mov.u32 %tile, tile;
  ld.param.u64 %out, [out];
  cvta.to.global.u64 %out, %out;
${body}
  ret;
}
`;

/** Writes %value to element %index of the output. */
export const WRITE = `  mul.wide.u32 %to, %index, 4;
  add.u64 %to, %out, %to;
  st.global.u32 [%to], %value;`;
