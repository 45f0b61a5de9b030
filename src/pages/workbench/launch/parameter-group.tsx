/** One parameter of the kernel: a buffer behind a pointer, a number, the fields of a struct, a tensor map. */
import { GUESSED_OF_MAPS } from '../../../ptx/outline/guess-tensor-map.ts';
import type { ParamOutline } from '../../../ptx/outline/module-outline.ts';
import type { Launch, LaunchParam } from '../../../trace/launch.ts';
import { isImage } from '../../../trace/launch-image.ts';
import { bufferPaths } from './buffer-fields.tsx';
import { useEditing } from './editing.ts';
import { FormGroup } from './form-parts.tsx';
import { ImageFields } from './image-fields.tsx';
import { isShown } from './image-words.ts';
import { buffersBehind, firstPointerTo, pointersOf } from './launch-parts.ts';
import { inWords } from './parameter-words.ts';
import { StructFields } from './struct-fields.tsx';
import { TensorMapFields } from './tensor-map-fields.tsx';
import { PointerFields, ScalarFields } from './value-fields.tsx';

interface ParameterGroupProps {
  readonly index: number;
  readonly value: LaunchParam;
  /** Null where the kernel is not known. */
  readonly outline: ParamOutline | null;
}

export function ParameterGroup({ index, value, outline }: ParameterGroupProps) {
  const { errorAt } = useEditing();
  const guesses = useGuessPaths(value, index);
  const name = outline?.name ?? `p${index}`;
  const what = outline ? inWords(outline.use) : value.kind;
  return (
    <FormGroup {...{ name, what, guesses }} problem={errorAt(`params[${index}]`)}>
      <ValueFields {...{ index, value, name }} />
    </FormGroup>
  );
}

type ValueFieldsProps = Pick<ParameterGroupProps, 'index' | 'value'> & { readonly name: string };

function ValueFields({ index, value, name }: ValueFieldsProps) {
  const place = { param: index, field: null };
  if (value.kind === 'pointer') return <PointerFields {...{ place, value, name }} />;
  if (value.kind === 'scalar') return <ScalarFields {...{ place, value }} />;
  if (value.kind === 'struct') return <StructFields {...{ index, value, name }} />;
  if (isShown(value)) return <ImageFields {...{ place, value, name }} />;
  return <TensorMapFields {...{ place, value, name }} />;
}

/** Paths of the parameter, and of the buffers to which it is the first pointer. */
function useGuessPaths(value: LaunchParam, index: number): string[] {
  const { launch } = useEditing();
  const own = pointersOf(launch).filter(({ place }) => place.startsWith(`params[${index}]`));
  const buffers = own.flatMap(({ place, buffer }) => {
    const at = launch.buffers.findIndex(b => b.name === buffer);
    return firstPointerTo(launch, buffer) === place ? [at, ...allBehind(launch, at)].flatMap(bufferPaths) : [];
  });
  if (value.kind === 'scalar') return [`params[${index}].value`];
  if (value.kind === 'tensorMap') return [...GUESSED_OF_MAPS.map(key => `params[${index}].${key}`), ...buffers];
  if (isImage(value)) return [`params[${index}].dims`, ...buffers];
  const fields = value.kind === 'struct' ? value.fields.map((_, i) => `params[${index}].fields[${i}].value`) : [];
  return [...buffers, ...fields];
}

/** All buffers that are shown with one, those behind them among them. */
const allBehind = (launch: Launch, index: number): number[] =>
  buffersBehind(launch, index).flatMap(at => [at, ...allBehind(launch, at)]);
