/** Choose a kernel of the catalog to start from. */
import { useState } from 'react';
import { catalog } from '../../kernels/catalog.ts';
import type { Kernel } from '../../kernels/kernel.ts';
import { ChoiceList } from '../../panels/choice-list.tsx';
import controls from '../../panels/controls.module.css';
import { Modal } from '../../panels/modal.tsx';
import type { Fork } from './fork.ts';
import css from './fork-dialog.module.css';

interface ForkDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onFork: (fork: Fork) => void;
}

export const ForkDialog = ({ open, onClose, onFork }: ForkDialogProps) => (
  <Modal open={open} label="Fork a kernel" className={css.dialog} onClose={onClose}>
    <h2>Start from a kernel of the catalog</h2>
    {[...catalog.values()].map(kernel => (
      <KernelChoice key={kernel.id} kernel={kernel} onFork={onFork} />
    ))}
  </Modal>
);

const DEFAULT_CASE = 'as it stands';

interface KernelChoiceProps {
  readonly kernel: Kernel;
  readonly onFork: ForkDialogProps['onFork'];
}

function KernelChoice({ kernel, onFork }: KernelChoiceProps) {
  const { title, lede, cases, archs } = kernel;
  const [arch, setArch] = useState(archs.includes('sm_90') ? 'sm_90' : archs[0]);
  const [caseId, setCaseId] = useState(DEFAULT_CASE);
  const chosen = cases.find(({ id }) => id === caseId);
  return (
    <section className={css.kernel} aria-label={title}>
      <h3>{title}</h3>
      <p>{lede}</p>
      <div className={css.choices}>
        <ChoiceList
          label="Case"
          value={caseId}
          values={[DEFAULT_CASE, ...cases.map(({ id }) => id)]}
          labels={['Defaults', ...cases.map(of => of.title)]}
          onChange={setCaseId}
        />
        <ChoiceList label="Architecture" value={arch} values={chosen?.archs ?? archs} onChange={setArch} />
      </div>
      <Variants kernel={kernel} params={chosen?.params ?? {}} arch={arch} onFork={onFork} />
    </section>
  );
}

/** `params` need not be complete. */
const Variants = ({ kernel, params, arch, onFork }: KernelChoiceProps & Pick<Fork, 'params' | 'arch'>) => (
  <div className={css.variants}>
    {kernel.variants.map(({ id, title, summary }) => (
      <button
        key={id}
        type="button"
        className={controls.button}
        title={summary}
        onClick={() => onFork({ kernel, variant: id, params: kernel.schema.parse(params), arch })}
      >
        {title}
      </button>
    ))}
  </div>
);
