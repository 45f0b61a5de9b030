/**
 * A row of tabs, and the panel that shows what the chosen one names. Arrows, Home and End choose; Tab comes to the chosen
 * tab, and goes on from there. The page says where row and panel stand; `id` ties them together.
 */
import type { ComponentProps, KeyboardEvent } from 'react';
import css from './fields.module.css';
import { movedTo } from './roving.ts';

interface Tab<T extends string> {
  readonly value: T;
  readonly label: string;
}

interface TabRowProps<T extends string> {
  /** Id of the panel. */
  readonly id: string;
  /** What the tabs choose between. */
  readonly label: string;
  readonly tabs: readonly Tab<T>[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

export function TabRow<T extends string>({ id, label, tabs, value, onChange }: TabRowProps<T>) {
  const at = tabs.findIndex(tab => tab.value === value);
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const next = movedTo(event.key, at, tabs.length, 'row');
    if (next === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
    onChange(tabs[next].value);
  };
  return (
    <div role="tablist" aria-label={label} className={css.segments} onKeyDown={move}>
      {tabs.map(tab => (
        <button
          key={tab.value}
          id={tabId(id, tab.value)}
          type="button"
          role="tab"
          className={css.segment}
          aria-selected={tab.value === value}
          aria-controls={id}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}

interface TabPanelProps extends ComponentProps<'div'> {
  readonly id: string;
  /** The chosen tab; null where there is no row of them. */
  readonly tab: string | null;
}

export const TabPanel = ({ id, tab, ...rest }: TabPanelProps) =>
  tab === null ? <div id={id} {...rest} /> : <div id={id} role="tabpanel" aria-labelledby={tabId(id, tab)} {...rest} />;

/** A name of a file may have spaces; an id may not. */
const tabId = (id: string, tab: string): string => `${id}-${encodeURIComponent(tab)}`;
