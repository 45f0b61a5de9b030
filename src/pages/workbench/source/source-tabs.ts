/** The texts of a version, a tab each: what runs, what it was compiled to, and the sources that it names. Pure. */

import type { WorkbenchSource } from '../../../contract/workbench-document.ts';
import type { SourceTab } from '../../../panels/code-editor/source-tab.ts';
import { filesNamedBy } from '../../../ptx/outline/named-files.ts';
import type { LineSelection, Listing } from '../../../state/workbench-store.ts';
import { baseName, isSameFile } from './source-names.ts';

/** Id of a listing's tab. */
export const listingTab = ({ name }: Listing): string => `listing ${name}`;

/** `compiled`: the PTX that the server made of the CUDA source, once it has. */
export function tabsOf(
  source: WorkbenchSource,
  listings: readonly Listing[],
  compiled: string | null,
): readonly SourceTab[] {
  const own: SourceTab = { ...source, id: 'own', label: LABELS[source.language], editable: true };
  if (source.language === 'cuda')
    return compiled === null
      ? [own]
      : [own, { ...PTX_TAB, name: source.name.replace(/\.cu$/, '.ptx'), text: compiled }];
  if (listings.length === 0) return [own];
  const named = filesNamedBy(source.text);
  return [
    own,
    ...listings.map((listing): SourceTab => {
      const { name, text } = listing;
      const path = named.find(file => isSameFile(file, name)) ?? name;
      const label = listings.length === 1 && name.endsWith('.cu') ? LABELS.cuda : baseName(name);
      const language = name.endsWith('.py') ? 'python' : 'cuda';
      return { id: listingTab(listing), label, language, name: path, text, editable: false };
    }),
  ];
}

const LABELS = { ptx: 'PTX', cuda: 'CUDA' } as const;
const PTX_TAB = { id: 'compiled', label: LABELS.ptx, language: 'ptx', editable: false } as const;

/** The line of a selection in the text on a tab; 0 where it has none. */
export function lineIn(tab: SourceTab, place: Pick<LineSelection, 'file' | 'line' | 'ptxLine'>): number {
  if (tab.language === 'ptx') return place.ptxLine;
  return isSameFile(place.file, tab.name) ? place.line : 0;
}

/** The tab to show a place on: the one in sight where it has the line, else that of its file, else the PTX, which has every place. */
export const tabFor = (
  tabs: readonly SourceTab[],
  shown: SourceTab,
  place: Pick<LineSelection, 'file' | 'line' | 'ptxLine'>,
): SourceTab => {
  const sources = tabs.filter(({ language }) => language !== 'ptx');
  return [shown, ...sources, ...tabs].find(tab => lineIn(tab, place) > 0) ?? shown;
};
