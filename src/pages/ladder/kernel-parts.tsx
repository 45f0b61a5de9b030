/** What one stumbles over in the source of FlashAttention-3, in the words of this ladder, with the place where each is seen. */
import type { ReactNode } from 'react';
import { FoldedPart } from '../../panels/folded-part.tsx';
import type { PageLink } from '../../state/page-address.ts';
import { Link } from '../kit/link.tsx';
import css from './ladder-page.module.css';

interface Part {
  readonly question: string;
  readonly answer: ReactNode;
  readonly seen: readonly (PageLink & { readonly words: string })[];
}

const ladderAt = (a: string) => ({ to: '/attention', search: { a } }) as const;
const banksAt = (search: Readonly<Record<string, string>>) =>
  ({ to: '/banks/$kernel', params: { kernel: 'attention' }, search }) as const;

const PARTS: readonly Part[] = [
  {
    question: 'Why does everybody arrive first?',
    answer:
      'FlashAttention-3’s producer waits at the named barrier QueryEmpty before each tile of Q, the first one too. Such a barrier counts threads and knows no rounds: unless the consumers arrive once before they have read anything, nobody ever comes. Version 6 has an mbarrier instead, whose parity says of a fresh one that it is empty. The turns of version 5 need a first pass for the same reason.',
    seen: [
      { to: '/attention/published', words: 'the four ways, each simulated' },
      { ...ladderAt('a6-persistent'), words: 'version 6: empty q' },
      { ...ladderAt('a5-ping-pong*headDim_64*no-first-pass'), words: 'version 5 without its first pass' },
    ],
  },
  {
    question: 'A swizzle of addresses, or of elements?',
    answer:
      'Copy engine and wgmma swizzle bits of the byte address, so the phase of a row depends on where the tile lies. CuTe’s as_position_independent_swizzle_tensor makes an XOR of element offsets of it: x + 1 is the next element then. It is right only for a tile that begins at a multiple of the swizzle’s repeat, 1,024 bytes for 128; all tiles here do. Descriptors and copies need none of it.',
    seen: [
      { to: '/swizzle', search: { e: '2', swz: '3.4.3', rows: '16', cols: '64' }, words: 'the swizzle, bit by bit' },
    ],
  },
  {
    question: 'cp.async, or the copy engine?',
    answer:
      'For the engine one thread announces the bytes (expect_tx) and asks; they complete on the barrier by themselves, so the barrier counts one arrival. With cp.async each thread copies its own 16 bytes, waits for its group, and only then arrives: the barrier counts all of them. Version 1 copies so, all others by the engine.',
    seen: [
      { ...banksAt({ v: 'a1-tiled', side: 'store' }), words: 'version 1 fills its tiles' },
      { ...ladderAt('a2-wgmma'), words: 'version 2: one thread asks' },
    ],
  },
  {
    question: 'Operands in registers, or in shared memory?',
    answer:
      'Q stays in shared memory, although each instruction reads its rows again: registers and what reads them are scarcer. P has just been made in registers, where it already is the operand of the next product. FlashAttention-3 sends it through shared memory where three warpgroups have 160 registers each, at head dimensions 64 and 96.',
    seen: [{ to: '/attention/published', words: 'which tile has P where' }],
  },
  {
    question: 'What do barriers with a number do?',
    answer:
      'bar.sync arrives and waits, bar.arrive only arrives; both name one of 16 barriers and how many threads make it complete. In version 5 each warpgroup waits at its own before it multiplies, and arrives at the next one’s behind it, 256 threads in all.',
    seen: [{ ...ladderAt('a5-ping-pong'), words: 'turns of version 5' }],
  },
  {
    question: 'Why is V turned round in 8 bits?',
    answer:
      'Products of 8 bits read both operands along the sum. For Q × Kᵀ that is along columns, as both lie. For P × V it is along keys, and a row of V is one key. wgmma turns operands of 16 bits by itself, but not those of 8 bits. So the producer’s warps read V by ldmatrix.trans, part pairs of bytes by prmt, and write them by stmatrix into a third ring.',
    seen: [
      { ...ladderAt('fa3-forward-fp8'), words: 'its pipeline' },
      { ...banksAt({ v: 'a7-fp8', elementType: 'e4m3', headDim: '128' }), words: 'version 7 in 8 bits' },
    ],
  },
];

export const KernelParts = () => (
  <FoldedPart title="Why is it done so?" note="first arrivals, swizzles, operands, barriers, values turned round">
    <div className={`stack ${css.answers}`}>
      {PARTS.map(part => (
        <Answer key={part.question} part={part} />
      ))}
    </div>
  </FoldedPart>
);

const Answer = ({ part: { question, answer, seen } }: { readonly part: Part }) => (
  <section className="prose reading" aria-label={question}>
    <h3>{question}</h3>
    <p>
      {answer}{' '}
      {seen.map(({ words, ...link }, i) => (
        <span key={words}>
          {i > 0 && ' · '}
          <Link {...link}>{words}</Link>
        </span>
      ))}
    </p>
  </section>
);
