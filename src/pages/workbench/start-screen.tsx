/** Shown before there is a document: the ways to open one. */
import { FileCode, FolderOpen, GitFork, HardDriveDownload } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import type { DocumentOpener } from './document-opener.ts';
import { FolderButton, OpenButton } from './open-button.tsx';
import css from './start-screen.module.css';

export const StartScreen = ({ opener, onFork }: { opener: DocumentOpener; onFork: () => void }) => (
  <div ref={useHandover()} className={css.page}>
    <h1>What does your kernel do to memory?</h1>
    <p className={`reading dim ${css.lede}`}>
      Bring the PTX of any kernel, fill in a launch, and run it. Each source line then shows what its accesses cost, and
      races and accesses out of bounds are named. It runs in this browser, with no GPU and no server.
    </p>
    <div className={css.ways}>
      <DropWay opener={opener} />
      <PasteWay opener={opener} />
      <CaptureWay opener={opener} />
      <ForkWay onFork={onFork} />
    </div>
  </div>
);

/** Whoever was here with the keyboard goes on at the document: the screen would take the focus along. */
function useHandover() {
  const screen = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const leaving = screen.current;
    return () => {
      if (leaving?.contains(document.activeElement)) setTimeout(() => document.getElementById('picture')?.focus());
    };
  }, []);
  return screen;
}

const DropWay = ({ opener }: { opener: DocumentOpener }) => (
  <section className={`card stack ${css.way}`}>
    <FolderOpen size={20} strokeWidth={1.75} aria-hidden />
    <h2>Drop a file</h2>
    <p>
      A <code>.ptx</code>, a <code>.cu</code> or a file that was saved here. Drop it anywhere on this page.
    </p>
    <p>
      Several files can come together: a <code>.ptx</code> and its <code>.cu</code>, more than one <code>.ptx</code>, or
      a launch as JSON.
    </p>
    <OpenButton opener={opener} />
  </section>
);

const PasteWay = ({ opener }: { opener: DocumentOpener }) => (
  <section className={`card stack ${css.way}`}>
    <FileCode size={20} strokeWidth={1.75} aria-hidden />
    <h2>Paste or write it</h2>
    <p>
      Paste PTX or CUDA anywhere on this page. <code>nvcc -ptx -lineinfo my.cu</code> makes PTX that knows its source
      lines.
    </p>
    <button type="button" className="button" onClick={() => opener.openText('kernel.ptx', SMALLEST_PTX)}>
      Start with a small one
    </button>
  </section>
);

const CaptureWay = ({ opener }: { opener: DocumentOpener }) => (
  <section className={`card stack ${css.way}`}>
    <HardDriveDownload size={20} strokeWidth={1.75} aria-hidden />
    <h2>Open a capture</h2>
    <p>
      <code>lanescape capture</code> records a launch of a running program, with its memory before and after. Drop its
      folder or its <code>.tar</code>. It runs here, and its results are compared with the GPU’s.
    </p>
    <FolderButton opener={opener} />
  </section>
);

const ForkWay = ({ onFork }: { onFork: () => void }) => (
  <section className={`card stack ${css.way}`}>
    <GitFork size={20} strokeWidth={1.75} aria-hidden />
    <h2>Start from a kernel</h2>
    <p>Take one from the catalog and change it. Its launch and its expected result come with it.</p>
    <button type="button" className="button primary" onClick={onFork}>
      Fork a kernel …
    </button>
  </section>
);

const SMALLEST_PTX = `.version 8.0
.target sm_90
.address_size 64

.visible .entry kernel(.param .u64 out)
{
	.reg .b32 %r<2>;
	.reg .b64 %rd<4>;
	ld.param.u64 %rd1, [out];
	cvta.to.global.u64 %rd2, %rd1;
	mov.u32 %r1, %tid.x;
	mad.wide.u32 %rd3, %r1, 4, %rd2;
	st.global.u32 [%rd3], %r1;
	ret;
}
`;
