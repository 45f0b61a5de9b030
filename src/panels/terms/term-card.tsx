/** The card of a term: two lines, a small picture, and a way to try it. */
import { themes } from '../../pictures/theme.ts';
import { useThemeName } from '../../services/theme.ts';
import { addressOf, hashOf } from '../../state/page-address.ts';
import type { Term } from './term.ts';
import { TermSketch } from './term-sketch.tsx';
import css from './terms.module.css';

export function TermCard({ term: { name, also, lines, sketch, place } }: { readonly term: Term }) {
  const theme = themes[useThemeName()];
  return (
    <>
      <span className={css.head}>
        <strong>{name}</strong> {also && <span className="caption">also: {also}</span>}
        <kbd aria-hidden>Esc</kbd>
      </span>
      <span>
        {lines[0]} {lines[1]}
      </span>
      <TermSketch sketch={sketch} theme={theme} />
      <span className={css.foot}>
        <a href={hashOf({ path: '/glossary', search: { word: name } })}>In the glossary</a>
        <a href={hashOf(addressOf(place))}>{place.text}</a>
      </span>
    </>
  );
}
