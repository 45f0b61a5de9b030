/**
 * A button that opens a list of things to do. Enter, Space and the arrows open it; arrows, Home, End and first letters move
 * in it; Escape, Tab and a click outside close it, and Escape gives the focus back to the button.
 */
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import css from './menu.module.css';
import popup from './popup.module.css';
import { closePopup, type OpenerProps, usePopover } from './popup.tsx';
import { movedTo, typedTo } from './roving.ts';

export interface MenuItem {
  readonly label: string;
  /** Shown beside it: what it is, or what it holds. */
  readonly hint: ReactNode;
  /** The menu is closed by then. */
  readonly onPick: () => void;
}

interface MenuProps extends OpenerProps {
  readonly items: readonly MenuItem[];
}

export function Menu({ label, items, children, ...button }: MenuProps) {
  /** Item that gets the focus first: the last one if the menu was opened with the up key. */
  const opensAt = useRef<'Home' | 'End'>('Home');
  const { opener, panel } = usePopover(list => {
    focusBy(opensAt.current, list);
    opensAt.current = 'Home';
  });
  const open = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    opensAt.current = event.key === 'ArrowUp' ? 'End' : 'Home';
    panel.ref.current?.showPopover();
  };
  return (
    <>
      <button {...opener} aria-haspopup="menu" onKeyDown={open} {...button}>
        {children}
      </button>
      <div {...panel} role="menu" aria-label={label} tabIndex={-1} className={popup.panel} onKeyDown={useMoves()}>
        {items.map(item => (
          <Item key={item.label} {...item} />
        ))}
      </div>
    </>
  );
}

const Item = ({ label, hint, onPick }: MenuItem) => (
  <button
    type="button"
    role="menuitem"
    tabIndex={-1}
    className={css.item}
    onClick={event => {
      closePopup(event.currentTarget);
      onPick();
    }}
  >
    {label} <small>{hint}</small>
  </button>
);

/** Letters that come faster belong to one word. */
const WORD_MS = 700;

function useMoves() {
  const typed = useRef({ text: '', at: 0 });
  return (event: KeyboardEvent<HTMLElement>) => {
    const list = event.currentTarget;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // The browser takes the focus back to the button, and on from there.
    if (event.key === 'Tab') closePopup(list);
    if (focusBy(event.key, list)) {
      event.preventDefault();
      typed.current.text = '';
    }
    if (event.key.length !== 1 || event.key === ' ') return;
    const { text, at } = typed.current;
    typed.current = { text: event.timeStamp - at < WORD_MS ? text + event.key : event.key, at: event.timeStamp };
    const names = itemsOf(list).map(item => item.textContent);
    const next = typedTo(typed.current.text, names, focusedIn(list));
    if (next !== null) itemsOf(list)[next].focus();
  };
}

const itemsOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[role="menuitem"]')];

const focusedIn = (list: HTMLElement): number => itemsOf(list).indexOf(document.activeElement as HTMLElement);

/** Whether the key has moved the focus. */
function focusBy(key: string, list: HTMLElement): boolean {
  const items = itemsOf(list);
  const next = movedTo(key, focusedIn(list), items.length, 'column');
  if (next === null) return false;
  items[next]?.focus();
  return true;
}
