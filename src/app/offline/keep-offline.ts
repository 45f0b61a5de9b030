/**
 * Lets a hosted page open without a network from the second visit on. A host on this machine is there without a network, and a
 * page of our own server needs that server anyway; it does not serve the worker.
 */
import { serverIsKnown } from '../../services/server/server.ts';

const THIS_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** To be called once, when the page is drawn; what the first picture needs comes first. */
export async function keepOffline(): Promise<void> {
  if (!('serviceWorker' in navigator) || THIS_MACHINE.test(location.hostname) || (await serverIsKnown())) return;
  if (document.readyState !== 'complete') await new Promise(resolve => addEventListener('load', resolve));
  try {
    await navigator.serviceWorker.register('./sw.js');
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ fetched: performance.getEntriesByType('resource').map(({ name }) => name) });
  } catch {
    // A browser or host that allows no worker: the page then needs its network, as any other.
  }
}
