/** Chooses the architecture for which the CUDA is compiled. */
import { optionsOf, SelectField } from '../../../panels/kit/choice-fields.tsx';
import { useWorkbench } from '../../../state/workbench-store.ts';
import { useCompiler } from '../use-compiler.ts';
import type { VersionModel } from '../use-versions.ts';
import css from './source-panel.module.css';

/** Architectures to offer if no compiler can be asked. */
const USUAL_ARCHS = ['sm_75', 'sm_80', 'sm_90', 'sm_100', 'sm_120'];

export function ArchChoice({ version: { letter, document } }: { version: VersionModel }) {
  const known = useCompiler()?.archs ?? [];
  const archs = known.length > 0 ? known : USUAL_ARCHS;
  const edit = useWorkbench(state => state.edit);
  return (
    <div className={css.choice}>
      <SelectField
        label="for"
        value={document.arch}
        options={optionsOf([...new Set([...archs, document.arch])])}
        onChange={arch => edit(letter, { arch })}
      />
    </div>
  );
}
