/** One value for each of some names, as a record that has exactly these names. */
export const namedValues = <K extends string, V>(names: readonly K[], of: (name: K) => V): Readonly<Record<K, V>> =>
  Object.fromEntries(names.map(name => [name, of(name)])) as Record<K, V>;
