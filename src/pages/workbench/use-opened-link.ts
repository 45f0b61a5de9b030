/** A link to the workbench opens once: what follows is the visitor's own, and the address is plain again. */
import { useEffect } from 'react';
import type { ReadableFile } from '../../contract/opened-files.ts';
import { pageAddress, useAddress } from '../../services/address.ts';
import { serverApi, serverIsKnown } from '../../services/server/server.ts';
import { type FlatSearch, frameWords } from '../../state/link-codec.ts';
import { exhibits } from '../kit/exhibit/exhibits.ts';
import { linkOf } from '../kit/exhibit/use-exhibit-state.ts';
import { forkLanguage } from './compile-cuda.ts';
import type { DocumentOpener } from './document-opener.ts';
import type { Fork } from './fork.ts';

export function useOpenedLink(opener: DocumentOpener): void {
  const { search } = useAddress();
  const { fork, openLink, openFiles, openTask } = opener;
  useEffect(() => {
    const { task } = search;
    if (task === undefined && search.fork === undefined && search.doc === undefined && search.opened === undefined)
      return;
    pageAddress().replace({ path: '/workbench', search: frameWords(search) });
    if (task !== undefined) return void openTask(task);
    if (search.opened !== undefined) void openFiles(namedFiles());
    else void (search.doc === undefined ? forksOf(search).then(forks => fork(...forks)) : openLink(search.doc));
  }, [search, fork, openLink, openFiles, openTask]);
}

/**
 * Files named on the server's command line. The session must be known first: without it the server refuses to answer.
 */
async function namedFiles(): Promise<ReadonlyMap<string, ReadableFile>> {
  if (!(await serverIsKnown())) throw new Error('there is no server to ask for the files: drop them here');
  return (await serverApi()).filesOfCommandLine();
}

/** Forks of an exhibit's link: its first two variants, with its parameters. */
async function forksOf(search: FlatSearch): Promise<readonly Fork[]> {
  const loaded = await exhibits.get(search.fork)?.();
  if (!loaded) return [];
  const { kernel, exhibit } = loaded;
  const { variants, params, arch } = linkOf(kernel, exhibit).stateOf(search);
  const language = await forkLanguage();
  return variants.slice(0, 2).map(variant => ({ kernel, variant, params, arch, language }));
}
