/** Lists of facts. */
import { FactList } from '../../panels/kit/fact-list.tsx';
import { LONG, Part, State } from './specimens.tsx';

const FACTS = [
  { name: 'Wavefronts', value: <strong>32</strong> },
  { name: 'Swizzle', value: <code>Swizzle&lt;3,4,3&gt;</code>, isLit: true },
  { name: LONG, value: LONG },
];

const SHORT = [
  { name: 'Registers of a thread', value: '40' },
  { name: 'Shared memory', value: '4,096 B' },
];

export const FactParts = () => (
  <Part name="List of facts" file="fact-list.tsx" keys="It takes no keys: it is only read.">
    <State name="in columns, one fact lit, one long">
      <FactList facts={FACTS} />
    </State>
    <State name="a line above each">
      <FactList look="ruled" facts={FACTS} />
    </State>
    <State name="short values at the end of the line">
      <FactList look="ends" facts={SHORT} />
    </State>
  </Part>
);
