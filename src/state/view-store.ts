/**
 * State of looking at a page: pointer, playhead, theme. It changes many times a second and belongs to this window; the
 * share link takes a snapshot of it (see `exhibit-search.ts`).
 */
import { create } from 'zustand';

/** The logical element (or the bank) under the pointer: the same fact in every picture and every variant. */
export interface Hover {
  readonly cell: { readonly row: number; readonly column: number } | null;
  readonly bank: number | null;
}

type ThemeName = 'light' | 'dark';

interface ViewState {
  readonly hover: Hover | null;
  /** Wavefronts served; null = all of them. */
  readonly playhead: number | null;
  readonly playing: boolean;
  /** null = as the system says. */
  readonly themeChoice: ThemeName | null;
  readonly presenter: boolean;
  /** The Find dialog is open. */
  readonly finding: boolean;
  setHover(hover: Hover | null): void;
  setPlayhead(playhead: number | null): void;
  setPlaying(playing: boolean): void;
  setThemeChoice(theme: ThemeName): void;
  togglePresenter(): void;
  setFinding(finding: boolean): void;
}

const THEME_KEY = 'lanescape.theme';

function storedTheme(): ThemeName | null {
  // Storage can be refused (private windows, sandboxed frames); the system's theme is then the answer.
  try {
    const text = globalThis.localStorage?.getItem(THEME_KEY);
    return text === 'light' || text === 'dark' ? text : null;
  } catch {
    return null;
  }
}

function storeTheme(theme: ThemeName): void {
  try {
    globalThis.localStorage?.setItem(THEME_KEY, theme);
  } catch {
    // The choice then lasts as long as the window.
  }
}

export const useView = create<ViewState>()(set => ({
  hover: null,
  playhead: null,
  playing: false,
  themeChoice: storedTheme(),
  presenter: false,
  finding: false,
  setHover: hover => set({ hover }),
  setPlayhead: playhead => set({ playhead }),
  setPlaying: playing => set({ playing }),
  setThemeChoice: themeChoice => {
    storeTheme(themeChoice);
    set({ themeChoice });
  },
  togglePresenter: () => set(state => ({ presenter: !state.presenter })),
  setFinding: finding => set({ finding }),
}));
