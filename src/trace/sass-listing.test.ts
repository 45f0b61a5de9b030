import { describe, expect, it } from 'vitest';
import nvdisasm from './fixtures/transpose-padded.nvdisasm.txt?raw';
import { parseSass, type SassListing, sassText, sassView } from './sass-listing.ts';

function listing(text: string, entry = 'transpose'): SassListing {
  const parsed = parseSass(text, entry);
  return parsed.ok ? parsed.value : expect.fail(parsed.error);
}

const CUOBJDUMP = `
	code for sm_90a
		Function : other
        /*0000*/                   EXIT ;                       /* 0x000000000000794d */
                                                                /* 0x000fea0003800000 */
		Function : gemm
	.headerflags	@"EF_CUDA_SM90"
        /*0000*/                   LDC R1, c[0x0][0x28] ;       /* 0x00000a00ff017b82 */
                                                                /* 0x000ff00000000800 */
        /*0010*/              @!P0 LDS.128 R4, [R0] ;           /* 0x0000000000047984 */
        /*0020*/                   BRA 0x20;                    /* 0xfffffffc00fc7947 */
        /*0030*/                   NOP;                         /* 0x0000000000007918 */
		Function : behind
        /*0000*/                   EXIT ;                       /* 0x000000000000794d */
`;

describe('machine code', () => {
  it('has addresses, instructions and the lines of the source that they are of', () => {
    const { lines } = listing(nvdisasm);
    expect(lines[0]).toEqual({
      ...{ kind: 'instruction', address: 0, text: 'LDC R1, c[0x0][0x28]' },
      source: { file: 'cuda/kernels/transpose/padded.cu', line: 4 },
    });
    const store = lines.find(line => line.kind === 'instruction' && line.text.includes('STS'));
    expect(store).toMatchObject({ address: 0x190, text: '@!P0 STS.128 [R0], R4', source: { line: 14 } });
    expect(lines.at(-1)).toMatchObject({ address: 0x280, text: 'BRA `(.L_x_0)' });
    expect(lines.filter(({ kind }) => kind === 'label')).toEqual([{ kind: 'label', name: '.L_x_0' }]);
  });

  it('as cuobjdump prints it is of one function, and has no lines', () => {
    const { lines } = listing(CUOBJDUMP, 'gemm');
    expect(lines.map(line => line.kind === 'instruction' && line.text)).toEqual([
      ...['LDC R1, c[0x0][0x28]', '@!P0 LDS.128 R4, [R0]', 'BRA 0x20'],
    ]);
    expect(lines.every(line => line.kind === 'instruction' && line.source === null)).toBe(true);
  });

  it.each([
    ['nothing', ''],
    ['another entry', nvdisasm.replaceAll('transpose', 'permute')],
    ['an error', 'nvdisasm fatal   : Memory allocation failure'],
  ])('of %s is refused', (_, text) => {
    expect(parseSass(text, 'transpose')).toEqual({ ok: false, error: expect.stringContaining('no instruction') });
  });

  it('is shipped in a form that is read like the first', () => {
    const first = listing(nvdisasm);
    const shipped = sassText(first);
    expect(shipped.length).toBeLessThan(nvdisasm.length / 1.5);
    expect(listing(shipped)).toEqual(first);
  });

  it('shows the memory instruction of a line of the source', () => {
    const { text, litLine } = sassView(listing(nvdisasm), 'transpose/padded.cu', 14);
    expect(text.split('\n')[litLine - 1]).toBe('  0190  @!P0 STS.128 [R0], R4');
    expect(sassView(listing(nvdisasm), 'transpose/padded.cu', 17).litLine).toBeGreaterThan(litLine);
    expect(sassView(listing(nvdisasm), 'transpose/padded.cu', 99).litLine).toBe(0);
  });
});
