/** A page that comes in a file of its own when it is asked for; the one on screen stays until it is there. */
import { type ComponentType, use } from 'react';

/** Where its file cannot be fetched the page throws that error when it is drawn: its boundary has the words. */
export function latePage(load: () => Promise<ComponentType>) {
  let Page: ComponentType | null = null;
  let failure: { readonly error: unknown } | null = null;
  let asked: Promise<void> | null = null;
  const preload = () => {
    asked ??= load().then(
      page => {
        Page = page;
      },
      error => {
        failure = { error };
      },
    );
    return asked;
  };
  const draw = () => {
    if (failure !== null) throw failure.error;
    if (Page === null) use(preload());
    return Page && <Page />;
  };
  return Object.assign(draw, { preload });
}
