/** Links of every page that Lanescape itself makes, as text behind the `#`; fuzzed links are damaged copies of these. */
import { answerEntries, caseEntries, galleryEntries, pageEntries } from '../../src/gallery/entries.ts';
import { packText } from '../../src/state/packed-text.ts';
import { addressOf, hashOf } from '../../src/state/page-address.ts';

export interface LinkSeeds {
  readonly links: readonly string[];
  /** A document as JSON, as links of the workbench contain it. */
  readonly document: unknown;
}

export async function linkSeeds(): Promise<LinkSeeds> {
  const entries = [...pageEntries, ...answerEntries, ...galleryEntries, ...caseEntries];
  const links = ['/', ...new Set(entries.map(({ link }) => hashOf(addressOf(link)).slice(1)))];
  const opened = await packText(JSON.stringify(DOCUMENT));
  if (!opened.ok) throw new Error(opened.error);
  // Two pages unpack compressed texts; they are listed often enough to be picked among hundreds of other links.
  const packed = Array.from({ length: 8 }, () => [`/workbench?doc=${opened.value}`, `/pipeline?a.own=${opened.value}`]);
  return { links: [...links, ...packed.flat()], document: DOCUMENT };
}

/** Each lane stores its word 128 bytes after its neighbour's. */
const COLUMN = `.version 8.0
.target sm_90
.address_size 64
.visible .entry column(.param .u64 out) .reqntid 32
{
	.reg .b32 %r<5>;
	.shared .align 128 .b8 tile[4096];
	mov.u32 %r1, %tid.x;
	shl.b32 %r2, %r1, 7;
	mov.u32 %r3, tile;
	add.u32 %r4, %r3, %r2;
	st.shared.u32 [%r4], %r1;
	ret;
}
`;

const DOCUMENT = {
  version: 1,
  title: 'One column',
  source: { language: 'ptx', name: 'column.ptx', text: COLUMN },
  arch: 'sm_90',
  launch: {
    entry: 'column',
    grid: [1, 1, 1],
    block: [32, 1, 1],
    buffers: [{ name: 'out', type: 'u32', length: 32, init: { kind: 'zeros' } }],
    params: [{ kind: 'pointer', buffer: 'out' }],
  },
  guessed: [],
  ctas: null,
  tracedCta: 0,
  faults: 'all',
  expectations: [],
};
