/** The one place where theme tokens become CSS custom properties (through the CSSOM, so that no inline style is needed). */
import { useEffect, useSyncExternalStore } from 'react';
import { usePrinting } from '../pictures/gestures/use-printing.ts';
import { cssVariables, type ThemeName, themes } from '../pictures/theme.ts';
import { useView } from '../state/view-store.ts';

const dark = matchMedia('(prefers-color-scheme: dark)');

function subscribe(changed: () => void): () => void {
  dark.addEventListener('change', changed);
  return () => dark.removeEventListener('change', changed);
}

/** The chosen theme, or the system's. Paper is light. */
export function useThemeName(): ThemeName {
  const system = useSyncExternalStore(subscribe, () => (dark.matches ? 'dark' : 'light'));
  const chosen = useView(view => view.themeChoice) ?? system;
  return usePrinting() ? 'light' : chosen;
}

export function applyTheme(name: ThemeName): void {
  const root = document.documentElement;
  for (const [variable, value] of cssVariables(themes[name])) root.style.setProperty(variable, value);
  root.style.colorScheme = name;
  root.dataset.theme = name;
}

/** Must be called before the first paint, so that no page flashes in the other theme. */
export function applyInitialTheme(): void {
  applyTheme(useView.getState().themeChoice ?? (dark.matches ? 'dark' : 'light'));
}

export function useAppliedTheme(): ThemeName {
  const name = useThemeName();
  useEffect(() => applyTheme(name), [name]);
  return name;
}
