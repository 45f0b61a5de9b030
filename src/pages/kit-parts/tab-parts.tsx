/** Rows of tabs with what they choose. */
import { useId } from 'react';
import { TabPanel, TabRow } from '../../panels/kit/tabs.tsx';
import { Held, Part, State } from './specimens.tsx';

const tabsOf = (...names: string[]) => names.map(name => ({ value: name, label: name }));

function Live({ label, tabs }: Pick<Parameters<typeof TabRow<string>>[0], 'label' | 'tabs'>) {
  const id = useId();
  return (
    <Held initial={tabs[0].value}>
      {(value, onChange) => (
        <>
          <div className="sideways">
            <TabRow {...{ id, label, tabs, value, onChange }} />
          </div>
          <TabPanel id={id} tab={value}>
            <p className="prose">What {value} names.</p>
          </TabPanel>
        </>
      )}
    </Held>
  );
}

export const TabParts = () => (
  <Part
    name="Tabs"
    file="tabs.tsx"
    keys="Arrows, Home and End choose. Tab comes to the chosen one, and goes on from there."
  >
    <State name="three">
      <Live label="Texts" tabs={tabsOf('CUDA', 'PTX', 'SASS')} />
    </State>
    <State name="one">
      <Live label="Only text" tabs={tabsOf('PTX alone')} />
    </State>
    <State name="many, long names">
      <Live label="Formats" tabs={tabsOf('CuTe C++', 'CuTe DSL', 'Linear layout', 'LaTeX', 'SVG', 'Listing')} />
    </State>
  </Part>
);
