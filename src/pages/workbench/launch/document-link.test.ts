import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WorkbenchDocument } from '../../../contract/workbench-document.ts';
import { fromLink, toLink } from './document-link.ts';

const documentOf = (title: string, text: string): WorkbenchDocument => ({
  version: 1,
  title,
  source: { language: 'ptx', name: 'k.ptx', text },
  arch: 'sm_90',
  launch: { grid: [1, 1, 1], block: [1, 1, 1], buffers: [], params: [] },
  guessed: [],
  ctas: null,
  tracedCta: 0,
  faults: 'first',
  expectations: [],
});

describe('a document as a link', () => {
  it('comes back as it was', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ maxLength: 100 }),
        fc.string({ unit: 'binary', maxLength: 300 }),
        async (title, text) => {
          const document = documentOf(title, text);
          const link = await toLink(document);
          expect(link.ok && (await fromLink(link.value))).toEqual({ ok: true, value: document });
        },
      ),
      { numRuns: 50 },
    );
  });

  it('is refused in words when it is too large', async () => {
    let seed = 1;
    const character = () => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return String.fromCharCode(33 + ((seed >>> 8) % 90));
    };
    const noise = Array.from({ length: 20_000 }, character).join('');
    expect(await toLink(documentOf('t', noise))).toMatchObject({
      ok: false,
      error: expect.stringContaining('save it as a file'),
    });
  });

  it('never throws, whatever the text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.stringMatching(/^[\w-]{0,200}$/), async text => {
        expect((await fromLink(text)).ok).toBe(false);
      }),
    );
  });

  it('does not unfold without end', async () => {
    const zeros = new Blob([new Uint8Array(2 ** 22 * 5)]).stream();
    const packed = await new Response(zeros.pipeThrough(new CompressionStream('deflate-raw'))).arrayBuffer();
    const text = Buffer.from(packed).toString('base64url');
    expect(await fromLink(text)).toMatchObject({ ok: false });
  });
});
