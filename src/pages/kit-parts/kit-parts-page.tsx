/** Every part of the kit in every state, for those who build pages: what is there, and how it looks and moves. */
import page from '../kit/page.module.css';
import { PageHeader } from '../kit/page-header.tsx';
import { ButtonParts } from './button-parts.tsx';
import { BoxParts, ListParts, SegmentParts } from './choice-parts.tsx';
import { CopyParts } from './copy-parts.tsx';
import { DialogParts } from './dialog-parts.tsx';
import { ExportParts } from './export-parts.tsx';
import { FactParts } from './fact-parts.tsx';
import { MenuParts, PopupParts } from './menu-parts.tsx';
import { NumberParts } from './number-parts.tsx';
import { TabParts } from './tab-parts.tsx';
import { ScrollParts, TableParts } from './table-parts.tsx';
import { TextParts } from './text-parts.tsx';

export const KitPartsPage = () => (
  <div className={page.page}>
    <PageHeader />
    <h1>Parts of the kit</h1>
    <p className={`reading dim ${page.lede}`}>
      Pages are built of these parts. Each is shown in all of its states, and works: Tab goes from one to the next.
    </p>
    <NumberParts />
    <TextParts />
    <ListParts />
    <BoxParts />
    <SegmentParts />
    <CopyParts />
    <TabParts />
    <MenuParts />
    <PopupParts />
    <DialogParts />
    <ExportParts />
    <TableParts />
    <ScrollParts />
    <FactParts />
    <ButtonParts />
  </div>
);
