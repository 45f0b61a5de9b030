/** The module's own variables, which a launch may fill before the kernel starts. */

import { CheckField, SelectField } from '../../../panels/kit/choice-fields.tsx';
import { PanelSection } from '../../../panels/panel-section.tsx';
import type { SymbolOutline } from '../../../ptx/outline/module-outline.ts';
import type { ElementType, SymbolSpec } from '../../../trace/launch.ts';
import { TYPE_OPTIONS } from './buffer-fields.tsx';
import { ContentFields } from './content-fields.tsx';
import { useEditing } from './editing.ts';
import { FormGroup } from './form-parts.tsx';
import { FIRST_INIT, withSymbol } from './launch-parts.ts';

export function SymbolSection() {
  const { outline } = useEditing();
  if (!outline || outline.symbols.length === 0) return null;
  return (
    <PanelSection title="Module variables">
      {outline.symbols.map(symbol => (
        <SymbolGroup key={symbol.name} symbol={symbol} />
      ))}
    </PanelSection>
  );
}

/** Type with the width that the symbol's alignment suggests. */
const firstType = ({ alignBytes }: SymbolOutline): ElementType =>
  alignBytes === 1 ? 'u8' : alignBytes === 2 ? 'u16' : alignBytes === 8 ? 'f64' : 'f32';

function SymbolGroup({ symbol }: { readonly symbol: SymbolOutline }) {
  const { launch, edit, errorAt } = useEditing();
  const { name, space, sizeBytes, initialised } = symbol;
  const index = launch.symbols?.findIndex(s => s.name === name) ?? -1;
  const spec = launch.symbols?.[index] ?? null;
  const path = `symbols[${index}]`;
  const set = (next: SymbolSpec | null) => edit(withSymbol(launch, name, next));
  const first: SymbolSpec = { name, type: firstType(symbol), init: FIRST_INIT.iota };
  const problem = index < 0 ? null : (errorAt(`${path}.name`) ?? errorAt(`${path}.type`));
  return (
    <FormGroup name={name} what={`.${space}, ${sizeBytes.toLocaleString('en')} B`} problem={problem}>
      <CheckField
        label={`fill it; else it holds ${initialised ? 'what the module says' : 'zeros'}`}
        checked={spec !== null}
        onChange={on => set(on ? first : null)}
      />
      {spec && <SymbolFields {...{ spec, path }} onChange={set} />}
    </FormGroup>
  );
}

interface SymbolFieldsProps {
  readonly spec: SymbolSpec;
  readonly path: string;
  readonly onChange: (spec: SymbolSpec) => void;
}

const SymbolFields = ({ spec, path, onChange }: SymbolFieldsProps) => (
  <>
    <SelectField label="Type" value={spec.type} options={TYPE_OPTIONS} onChange={type => onChange({ ...spec, type })} />
    <ContentFields
      type={spec.type}
      init={spec.init}
      path={`${path}.init`}
      onInit={init => onChange({ ...spec, init })}
    />
  </>
);
