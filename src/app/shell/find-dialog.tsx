/** `/`: finds a picture, a kernel case or a page by any words of its title; Enter opens the first. */
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useMemo, useState } from 'react';
import type { GalleryEntry } from '../../gallery/entries.ts';
import { Dialog } from '../../panels/kit/dialog.tsx';
import type { Term } from '../../panels/terms/term.ts';
import { pageAddress } from '../../services/address.ts';
import { addressOf, hashOf } from '../../state/page-address.ts';
import css from './find-dialog.module.css';

const SHOWN = 12;

/** The whole gallery, fetched when the dialog first opens; what is typed meanwhile is not lost. */
const fetchEntries = async (): Promise<readonly GalleryEntry[]> => {
  const [{ answerEntries, caseEntries, galleryEntries, pageEntries }, { TERMS }] = await Promise.all([
    import('../../gallery/entries.ts'),
    import('../../panels/terms/term-list.ts'),
  ]);
  return [...pageEntries, ...TERMS.map(entryOf), ...answerEntries, ...galleryEntries, ...caseEntries];
};

/** A word, which opens the glossary at it. */
const entryOf = ({ name, lines, also = '' }: Term): GalleryEntry => ({
  id: also,
  title: `${name}: what it means`,
  blurb: lines.join(' '),
  link: { to: '/glossary', params: {}, search: { word: name } },
  scene: null,
});

interface FindProps {
  /** What was typed before the dialog was there. */
  readonly earlyWords: { readonly current: string };
  readonly onClose: () => void;
}

export function FindDialog({ earlyWords, onClose }: FindProps) {
  return (
    <Dialog open label="Find a picture" look="window" onClose={onClose}>
      <FindList earlyWords={earlyWords} onDone={onClose} />
    </Dialog>
  );
}

function FindList({ earlyWords, onDone }: { earlyWords: FindProps['earlyWords']; onDone: () => void }) {
  const [words, setWords] = useState('');
  // At once before the field has the focus: a letter may come between drawing and showing it.
  useLayoutEffect(() => setWords(earlyWords.current), [earlyWords]);
  const [at, setAt] = useState(0);
  const { data: entries, error } = useQuery({ queryKey: ['gallery'], queryFn: fetchEntries });
  const found = useMemo(() => matching(entries ?? [], words), [entries, words]);
  const open = (entry: GalleryEntry | undefined) => {
    if (!entry) return;
    onDone();
    pageAddress().go(addressOf(entry.link));
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'Enter') open(found[at]);
    else if (event.key === 'ArrowDown') setAt(Math.min(found.length - 1, at + 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(0, at - 1));
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        className={css.input}
        placeholder="padded, ldmatrix, scrambled, XOR …"
        role="combobox"
        aria-label="Find a picture"
        aria-expanded
        aria-controls="find-list"
        aria-activedescendant={found[at] ? `find-${at}` : undefined}
        value={words}
        onKeyDown={onKeyDown}
        onChange={event => {
          setWords(event.target.value);
          setAt(0);
        }}
      />
      <div id="find-list" className={css.list} role="listbox" aria-label="Found">
        {found.map((entry, i) => (
          <button
            key={hashOf(addressOf(entry.link)) + entry.id}
            id={`find-${i}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={i === at}
            onClick={() => open(entry)}
          >
            <span>{entry.title}</span> <small>{entry.blurb}</small>
          </button>
        ))}
      </div>
      {error && <p className={css.none}>The list of pictures could not be loaded. A reload tries again.</p>}
      {entries && found.length === 0 && <p className={css.none}>Nothing matches these words.</p>}
    </>
  );
}

/** Entries that hold every word, in the gallery's order; first those whose names begin so: 'padded' before 'unpadded'. */
function matching(entries: readonly GalleryEntry[], words: string): readonly GalleryEntry[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const holds = (entry: GalleryEntry) => {
    const text = `${entry.title} ${entry.blurb} ${entry.id}`.toLowerCase();
    return wanted.every(word => text.includes(word));
  };
  const isNamedSo = ({ title, id }: GalleryEntry) => {
    const names = `${title} ${id}`.toLowerCase().split(/[^a-z0-9]+/);
    return wanted.every(word => names.some(name => name.startsWith(word)));
  };
  const found = entries.filter(holds);
  return [...found.filter(isNamedSo), ...found.filter(entry => !isNamedSo(entry))].slice(0, SHOWN);
}
