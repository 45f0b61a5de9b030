/** Values that are made late: the gallery knows all cases by name long before it draws one. */

/** A value that is made at the first request. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Each value made when it is first asked for. */
export function onceEach<T extends Readonly<Record<string, () => unknown>>>(
  makers: T,
): { readonly [K in keyof T]: ReturnType<T[K]> } {
  const lazy = Object.entries(makers).map(([name, make]) => [name, { get: once(make), enumerable: true }] as const);
  return Object.defineProperties({}, Object.fromEntries(lazy)) as { [K in keyof T]: ReturnType<T[K]> };
}
