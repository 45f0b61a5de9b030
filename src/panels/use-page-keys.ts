/** Page Down and Page Up before an audience, as a presenter's remote control sends them: steps of what is played. */
import { useAddress } from '../services/address.ts';
import { useView } from '../state/view-store.ts';
import { useHotkeys } from './use-hotkeys.ts';

/** In a lesson, the keys walk the lesson's steps instead. */
export function usePageKeys(step: (by: 1 | -1) => void): void {
  const isPresenter = useView(view => view.presenter);
  const isLesson = useAddress().search.lesson !== undefined;
  useHotkeys(isPresenter && !isLesson ? { pagedown: () => step(1), pageup: () => step(-1) } : {});
}
