/** Page of the program's words and keys. */
import { useState } from 'react';
import glossary from '../../../GLOSSARY.md?raw';
import { TERMS } from '../../panels/terms/term-list.ts';
import { TermSketch } from '../../panels/terms/term-sketch.tsx';
import { themes } from '../../pictures/theme.ts';
import { useAddress } from '../../services/address.ts';
import { useThemeName } from '../../services/theme.ts';
import page from '../kit/page.module.css';
import { PageHeader } from '../kit/page-header.tsx';
import css from './glossary-page.module.css';
import { entriesWith, type GlossarySection, glossarySections, type Piece } from './glossary-text.ts';

const SECTIONS = glossarySections(glossary);

/** A link to another word begins anew. */
export function GlossaryPage() {
  const { word = '' } = useAddress().search;
  return <Glossary key={word} word={word} />;
}

function Glossary({ word }: { readonly word: string }) {
  const [words, setWords] = useState(word);
  const found = entriesWith(SECTIONS, words);
  return (
    <div className={page.page}>
      <PageHeader />
      <h1>Words and keys</h1>
      <p className={`reading dim ${page.lede}`}>
        One word stands for one idea on every page. Words marked (ours) are Lanescape's own.
      </p>
      <Keys />
      <input
        className={css.field}
        type="search"
        aria-label="Word to look up"
        placeholder="bank, wavefront, parity …"
        value={words}
        onChange={event => setWords(event.target.value)}
      />
      {found.map(section => (
        <Section key={section.title} {...section} />
      ))}
      {found.length === 0 && <p role="status">No entry has these words.</p>}
    </div>
  );
}

const KEYS: readonly (readonly [keys: string, does: string])[] = [
  ['/', 'finds a picture, a question or a page'],
  ['?', 'opens this page'],
  ['P', 'large pictures for an audience, and back'],
  ['Space', 'plays, and stops'],
  ['← → , .', 'one wavefront or event back or on'],
  ['↑ ↓', 'another access of the kernel'],
  ['Home End', 'to the beginning, to the end'],
  ['A B C D', 'one variant alone, and all again'],
  ['X', 'swaps the first two variants'],
  ['R', 'times the variants, where there is an NVIDIA GPU'],
  ['PgUp PgDn', 'scroll the page; in a lesson, and for an audience, one step back or on'],
  ['1 2 3', 'an answer to a question: S says how sure you are, Enter commits'],
  ['Tab', 'into a picture: arrow keys move in it, with Shift by eight; Enter pins, Esc clears; + − 0 zoom'],
];

const Keys = () => (
  <section aria-label="Keys">
    <h2>Keys</h2>
    <dl className={css.keys}>
      {KEYS.map(([keys, does]) => (
        <div key={keys}>
          <dt>
            {keys.split(' ').map(key => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  </section>
);

const Section = ({ title, entries }: GlossarySection) => (
  <section aria-label={title}>
    <h2>{title}</h2>
    <ul className={`list ${css.entries}`}>
      {entries.map(entry => (
        <li key={entry.map(({ text }) => text).join('')}>
          <p>
            {entry.map(piece => (
              <Words key={piece.at} {...piece} />
            ))}
          </p>
          <EntrySketch entry={entry} />
        </li>
      ))}
    </ul>
  </section>
);

/** The small picture of an entry's first word, if it has one. */
function EntrySketch({ entry }: { readonly entry: readonly Piece[] }) {
  const theme = themes[useThemeName()];
  const term = TERMS.find(({ name }) => name === entry[0]?.text);
  return term && <TermSketch sketch={term.sketch} theme={theme} />;
}

const TAGS = { plain: 'span', term: 'strong', code: 'code', stress: 'em' } as const;

function Words({ kind, text }: Piece) {
  const Tag = TAGS[kind];
  return <Tag>{text}</Tag>;
}
