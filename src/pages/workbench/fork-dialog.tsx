/** Choose a kernel of the catalog to start from. */
import { useState } from 'react';
import { catalog } from '../../kernels/catalog.ts';
import type { Kernel } from '../../kernels/kernel.ts';
import { optionsOf, Segments, SelectField } from '../../panels/kit/choice-fields.tsx';
import { Dialog } from '../../panels/kit/dialog.tsx';
import type { Fork } from './fork.ts';
import css from './fork-dialog.module.css';
import { useCompiler } from './use-compiler.ts';

interface ForkDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onFork: (fork: Fork) => void;
}

export const ForkDialog = ({ open, onClose, onFork }: ForkDialogProps) => (
  <Dialog open={open} label="Fork a kernel" look="window" onClose={onClose}>
    <div className={`stack ${css.content}`}>
      <h2>Start from a kernel of the catalog</h2>
      <ForkChoices onFork={onFork} />
    </div>
  </Dialog>
);

function ForkChoices({ onFork }: Pick<ForkDialogProps, 'onFork'>) {
  const reason = useCompiler()?.reason ?? null;
  const [asked, setAsked] = useState<Fork['language']>('cuda');
  const language = reason === null ? asked : 'ptx';
  return (
    <>
      {reason === null ? <LanguageChoice value={language} onChange={setAsked} /> : <PtxOnly reason={reason} />}
      {[...catalog.values()].map(kernel => (
        <KernelChoice key={kernel.id} kernel={kernel} language={language} onFork={onFork} />
      ))}
    </>
  );
}

const LANGUAGES = [
  { value: 'cuda', label: 'CUDA' },
  { value: 'ptx', label: 'PTX' },
] as const;

const MEANS = {
  cuda: 'One text with its headers and macros; nvcc compiles it at each run.',
  ptx: 'The compiled kernel, which you change instruction by instruction, with its CUDA beside it.',
} as const;

interface LanguageChoiceProps {
  readonly value: Fork['language'];
  readonly onChange: (value: Fork['language']) => void;
}

const LanguageChoice = ({ value, onChange }: LanguageChoiceProps) => (
  <div className={css.language}>
    <Segments label="Language of the fork" value={value} options={LANGUAGES} onChange={onChange} />
    <p>{MEANS[value]}</p>
  </div>
);

const PtxOnly = ({ reason }: { reason: string }) => (
  <p className="dim">You change the PTX; the CUDA is shown beside it. {reason}</p>
);

const DEFAULT_CASE = 'as it stands';

interface KernelChoiceProps extends Pick<ForkDialogProps, 'onFork'>, Pick<Fork, 'language'> {
  readonly kernel: Kernel;
}

function KernelChoice({ kernel, ...rest }: KernelChoiceProps) {
  const { title, lede, archs } = kernel;
  const cases = kernel.cases.filter(({ params }) => kernel.tooLarge(params) === null);
  const [arch, setArch] = useState(archs.includes('sm_90') ? 'sm_90' : archs[0]);
  const [caseId, setCaseId] = useState(DEFAULT_CASE);
  const chosen = cases.find(({ id }) => id === caseId);
  return (
    <section className={`stack ${css.kernel}`} aria-label={title}>
      <h3>{title}</h3>
      <p>{lede}</p>
      <div className={css.choices}>
        <SelectField
          label="Case"
          value={caseId}
          options={[
            { value: DEFAULT_CASE, label: 'Defaults' },
            ...cases.map(({ id, title }) => ({ value: id, label: title })),
          ]}
          onChange={setCaseId}
        />
        <SelectField label="Architecture" value={arch} options={optionsOf(chosen?.archs ?? archs)} onChange={setArch} />
      </div>
      <Variants kernel={kernel} params={chosen?.params ?? {}} arch={arch} {...rest} />
    </section>
  );
}

/** `params` need not be complete. */
const Variants = ({ kernel, params, onFork, ...rest }: KernelChoiceProps & Pick<Fork, 'params' | 'arch'>) => (
  <div className="row wrap">
    {kernel.variants.map(({ id, title, summary }) => (
      <button
        key={id}
        type="button"
        className="button"
        title={summary}
        onClick={() => onFork({ kernel, variant: id, params: kernel.schema.parse(params), ...rest })}
      >
        {title}
      </button>
    ))}
  </div>
);
