/** Grid, block and cluster: three numbers each. */

import { TextField } from '../../../panels/kit/draft-fields.tsx';
import type { Dim3 } from '../../../trace/launch.ts';
import { useEditing } from './editing.ts';
import { FieldProblem, FormGroup } from './form-parts.tsx';
import css from './launch-form.module.css';
import { readCount } from './typed-text.ts';

const AXES = ['x', 'y', 'z'] as const;

/**
 * Fields for kernels that use clusters, and launches that ask for some; a cluster that the kernel demands cannot be
 * changed.
 */
export function ClusterFields() {
  const { launch, entry, errorAt } = useEditing();
  const { cluster } = launch;
  if (cluster === undefined && (entry?.clusterUse ?? 'none') === 'none') return null;
  const demanded = entry?.requiredCluster?.join(' × ');
  if (demanded === undefined || demanded !== (cluster ?? ONE).join(' × '))
    return <SizeFields name="cluster" label="Cluster" unit="CTAs" most={[16, 16, 16]} />;
  return (
    <>
      <p className="caption">In clusters of {demanded} CTAs, as the kernel demands.</p>
      <FieldProblem text={errorAt('cluster', true)} />
    </>
  );
}

const ONE: Dim3 = [1, 1, 1];

interface SizeFieldsProps {
  readonly name: 'grid' | 'block' | 'cluster';
  readonly label: string;
  readonly unit: string;
  readonly most: Dim3;
}

export function SizeFields({ name, label, unit, most }: SizeFieldsProps) {
  const { launch, edit, errorAt, isGuessed } = useEditing();
  const now = launch[name] ?? ONE;
  const set = (axis: number) => (value: number) => edit({ ...launch, [name]: now.with(axis, value) }, name);
  return (
    <FormGroup name={label} what={unit} guesses={[name]} problem={errorAt(name)}>
      <div className={`stack ${css.triple}`}>
        {AXES.map((axis, i) => (
          <TextField
            key={axis}
            layout="bare"
            label={`${label} ${axis}`}
            value={String(now[i])}
            parse={readCount(1, most[i], unit)}
            onChange={set(i)}
            guessed={isGuessed(name)}
            error={errorAt(`${name}[${i}]`)}
          />
        ))}
      </div>
    </FormGroup>
  );
}
