/**
 * Keeps a hosted page usable without a network, as `sw.js` beside `index.html`. The bundler writes two lines in front of this text:
 * VERSION, which changes with any file of the page, and FILES, the page's own program, as addresses from the folder of this file.
 * These are fetched once. What the page asks for beyond them (PTX, recordings) comes from the network where there is one, and else as
 * it was fetched the last time.
 */
/* global VERSION, FILES */

const CACHE = `lanescape-${VERSION}`;
const START = new URL('./', self.location.href).href;
/** Their names follow their contents. */
const ASSETS = new URL('assets/', START).href;

self.addEventListener('install', event => {
  event.waitUntil(caches.open(CACHE).then(cache => cache.addAll(FILES.map(file => new URL(file, START).href))));
});

/** A window of an older version keeps its own worker until it is closed; then nobody needs the older files. */
self.addEventListener('activate', event => {
  event.waitUntil(removeOthers().then(() => self.clients.claim()));
});

/** What a window had fetched before this worker was there. */
self.addEventListener('message', event => {
  const fetched = event.data?.fetched;
  if (Array.isArray(fetched)) event.waitUntil(keepAll(fetched.filter(address => String(address).startsWith(START))));
});

self.addEventListener('fetch', event => {
  const { request } = event;
  const address = request.url.split(/[?#]/, 1)[0];
  if (request.method !== 'GET' || !address.startsWith(START) || request.headers.has('range')) return;
  event.respondWith(address.startsWith(ASSETS) ? keptOrFetched(request) : fetchedOrKept(request, address));
});

async function removeOthers() {
  const names = await caches.keys();
  await Promise.all(
    names.filter(name => name.startsWith('lanescape-') && name !== CACHE).map(name => caches.delete(name)),
  );
}

async function keepAll(addresses) {
  const cache = await caches.open(CACHE);
  const missing = [];
  for (const address of addresses) if (!(await cache.match(address))) missing.push(address);
  // One that has gone meanwhile does not matter to the others.
  await Promise.allSettled(missing.map(address => cache.add(address)));
}

async function keptOrFetched(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request)) ?? keep(cache, request, await fetch(request));
}

async function fetchedOrKept(request, address) {
  const cache = await caches.open(CACHE);
  try {
    return await keep(cache, address, await fetch(request));
  } catch (error) {
    const kept = await cache.match(address);
    if (kept) return kept;
    throw error;
  }
}

async function keep(cache, key, answer) {
  // A disk that is full loses the copy, not the answer.
  if (answer.status === 200) await cache.put(key, answer.clone()).catch(() => {});
  return answer;
}
