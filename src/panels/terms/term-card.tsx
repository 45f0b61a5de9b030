/** The card of a term: two lines, a small picture, and a way to try it. */
import { useLayoutEffect } from 'react';
import { themes } from '../../pictures/theme.ts';
import { useThemeName } from '../../services/theme.ts';
import { addressOf, hashOf } from '../../state/page-address.ts';
import { TERMS } from './term-list.ts';
import { TermSketch } from './term-sketch.tsx';
import css from './terms.module.css';

interface TermCardProps {
  readonly name: string;
  /** Called once the card has its size; the same function every time. */
  readonly onDrawn: () => void;
}

export function TermCard({ name, onDrawn }: TermCardProps) {
  const theme = themes[useThemeName()];
  useLayoutEffect(onDrawn, [onDrawn]);
  const term = TERMS.find(each => each.name === name);
  if (term === undefined) return null;
  const { also, lines, sketch, place } = term;
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
