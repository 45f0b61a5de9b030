/** CUDA source with the line of the chosen access lit, its cost on every memory line, and the PTX and machine code behind it. */
import { ChevronDown, ChevronUp } from 'lucide-react';
import { type ReactNode, Suspense, useId, useState } from 'react';
import { VariantBadge } from '../pictures/badges.tsx';
import type { VariantLetter } from '../pictures/records.ts';
import { degreeChip, type Theme } from '../pictures/theme.ts';
import { CodeLines } from './code-lines.tsx';
import { TabPanel, TabRow } from './kit/tabs.tsx';
import { latePart } from './part-boundary.tsx';
import { PtxBehind } from './ptx-behind.tsx';
import { FileChoice, type ShownFile, type SourceLineCost, type SourceText, useShownFile } from './source-files.tsx';
import css from './source-pane.module.css';

interface SourcePaneProps {
  readonly sources: readonly SourceText[];
  readonly theme: Theme;
  /** Recompile button and what the compiler said. */
  readonly compiler?: ReactNode;
  /** Machine code of a variant, for when it is asked for. */
  readonly sass: (badge: VariantLetter) => ReactNode;
  readonly onPickLine: (badge: VariantLetter, path: string, line: number) => void;
}

type Shown = 'cuda' | 'ptx' | 'sass' | 'changes';

const LANGUAGES: readonly { readonly value: Shown; readonly label: string }[] = [
  { value: 'cuda', label: 'CUDA' },
  { value: 'ptx', label: 'PTX' },
  { value: 'sass', label: 'SASS' },
];

const SourceChanges = latePart(async () => (await import('./source-changes.tsx')).SourceChanges);

export function SourcePane({ sources, theme, compiler, sass, onPickLine }: SourcePaneProps) {
  const [badge, setBadge] = useState<VariantLetter>('A');
  const [language, setLanguage] = useState<Shown>('cuda');
  const id = useId();
  const [tall, setTall] = useState(false);
  const source = sources.find(s => s.badge === badge) ?? sources[0];
  const [file, showFile] = useShownFile(source);
  const Fold = tall ? ChevronDown : ChevronUp;
  return (
    <section className={`card ${css.pane}`} data-tall={tall || undefined} aria-label="Source">
      <div className={`row ${css.bar}`}>
        <div className={css.tabs}>
          <TabRow id={id} label="Language" tabs={languagesOf(sources)} value={language} onChange={setLanguage} />
        </div>
        <fieldset className={css.variants}>
          <legend className="visually-hidden">Source of variant</legend>
          {sources.map(s => (
            <button
              key={s.badge}
              type="button"
              aria-pressed={s === source}
              aria-label={`Source of ${s.badge}, ${s.title}`}
              onClick={() => setBadge(s.badge)}
            >
              <VariantBadge letter={s.badge} />
            </button>
          ))}
        </fieldset>
        {(language === 'cuda' || language === 'ptx') && (
          <FileChoice files={source.files} shown={file} onChange={showFile} />
        )}
        <span className={`ellipsis caption ${css.note}`}>{source.provenance}</span>
        {compiler}
        <button
          type="button"
          className={`mark dim ${css.fold}`}
          aria-expanded={tall}
          aria-label={tall ? 'Show less of the source' : 'Show more of the source'}
          onClick={() => setTall(!tall)}
        >
          <Fold size={16} strokeWidth={1.75} />
        </button>
      </div>
      <TabPanel id={id} tab={language} className={css.columns}>
        <div className={css.column}>
          {language === 'cuda' ? (
            <CodeLines
              key={file.path}
              label={`CUDA source of ${source.title}`}
              text={file.text}
              lit={file.litLine}
              chips={chips(sources, file, theme)}
              onPickLine={line => onPickLine(source.badge, file.path, line)}
            />
          ) : language === 'changes' ? (
            <Changes sources={sources} shown={source} />
          ) : language === 'sass' ? (
            sass(source.badge)
          ) : (
            <CodeLines key={source.badge} label={`PTX of ${source.title}`} text={source.ptx} lit={source.ptxLine} />
          )}
        </div>
        {language === 'cuda' && <PtxBehind sources={sources} folded={!tall} />}
      </TabPanel>
    </section>
  );
}

/** Variants of one kernel can be told apart by their sources. */
const languagesOf = (sources: readonly SourceText[]) =>
  sources.length > 1 ? [...LANGUAGES, { value: 'changes' as const, label: 'Diff' }] : LANGUAGES;

/** Changes from the first variant's file to the shown one's; the first file is compared with the second. */
function Changes({ sources, shown }: { readonly sources: readonly SourceText[]; readonly shown: SourceText }) {
  const from = sources[0];
  const to = shown === from ? (sources[1] ?? from) : shown;
  const nameOf = ({ badge, title }: SourceText) => `${badge}, ${title}`;
  return (
    <Suspense>
      <SourceChanges from={nameOf(from)} to={nameOf(to)} before={from.files[0].text} after={to.files[0].text} />
    </Suspense>
  );
}

/**
 * For each line of a file: what each variant pays there ('A 32', 'B 1'). Beside the chosen access, this includes
 * variants that are built from other files.
 */
function chips(sources: readonly SourceText[], shown: ShownFile, theme: Theme): ReadonlyMap<number, ReactNode[]> {
  const byLine = new Map<number, ReactNode[]>();
  for (const { badge, files, litPath } of sources) {
    const own = files.find(file => file.path === shown.path);
    const lit = files.find(file => file.path === litPath);
    const atLit = lit?.costByLine.get(lit.litLine);
    const costs = own?.costByLine ?? (shown.litLine > 0 && atLit ? [[shown.litLine, atLit] as const] : []);
    for (const [line, cost] of costs)
      byLine.set(line, [...(byLine.get(line) ?? []), <CostChip key={badge} {...{ badge, cost, theme }} />]);
  }
  return byLine;
}

interface CostChipProps {
  readonly badge: VariantLetter;
  readonly cost: SourceLineCost;
  readonly theme: Theme;
}

function CostChip({ badge, cost, theme }: CostChipProps) {
  const { fill, text } = degreeChip(theme, cost.degree);
  return (
    <span className={css.chip} style={{ background: fill, color: text }}>
      {badge} {cost.wavefronts}
    </span>
  );
}
