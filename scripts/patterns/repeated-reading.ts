/**
 * Finds searches that read the same text many times, by an ambiguity test on the automaton of a search (Weber and Seidl,
 * 1991).
 *
 * A backtracking search tries every way to read a text before it gives up. There are too many ways if some word leads
 * from a state p back to p, from p to another state q, and from q back to q: n repetitions of the word can then be split
 * between p and q at n places. The state that skips text before a match can be such a p: `/\*.*?\*\/` reads to the end of
 * the text once for every `/*` in it.
 */
import { CharSet, JS, NFA, TooManyNodesError } from 'refa';

type State = NFA.ReadonlyNode;
/** Edges from a state to the next states, with the characters that lead there. */
type Edges = ReadonlyMap<State, ReadonlyMap<State, CharSet>>;

/**
 * More states than any readable pattern has. A pattern with more, through counted repeats, cannot be judged and counts as
 * slow.
 */
const MAX_NODES = 4_000;

/** True if the number of ways to read a text without finding a match grows with the length of the text. */
export function rereads(source: string, flags: string): boolean {
  const edges = searchEdges(source, flags);
  if (edges === null) return true;
  const loops = loopsOf(edges);
  for (const [p, ownLoop] of loops) {
    const behind = reachable(edges, [p]);
    for (const [q, itsLoop] of loops) {
      if (p !== q && behind.has(q) && splitsAWord(edges, [p, ownLoop], [q, itsLoop])) return true;
    }
  }
  return false;
}

/** The pattern's automaton, preceded by a state that skips characters unless the pattern is anchored. */
function searchEdges(source: string, flags: string): Edges | null {
  const parser = JS.Parser.fromLiteral({ source, flags });
  const { expression, maxCharacter } = parser.parse({
    assertions: 'ignore',
    backreferences: 'disable',
    maxNodes: MAX_NODES,
  });
  const nfa = automatonOf(expression, maxCharacter);
  if (nfa === null) return null;
  const edges = new Map<State, Map<State, CharSet>>();
  for (const state of nfa.nodes()) edges.set(state, new Map(state.out));
  // A path that reaches an end of the pattern has found a match, and the search is over, unless `$` or the like can still
  // refuse the match.
  if (!REFUSAL.test(source)) for (const end of nfa.finals) edges.set(end, new Map());
  const before = charactersBefore(parser, nfa);
  if (before) {
    const skipping = NFA.nodeFactory.createNode();
    edges.set(skipping, new Map([[skipping, CharSet.all(maxCharacter)]]).set(nfa.initial, before));
  }
  return edges;
}

function automatonOf(expression: JS.ParseResult['expression'], maxCharacter: number): NFA | null {
  try {
    return NFA.fromRegex(expression, { maxCharacter }, {}, new NFA.LimitedNodeFactory(MAX_NODES));
  } catch (error) {
    if (error instanceof TooManyNodesError) return null;
    throw error;
  }
}

/**
 * Parts of a pattern that can refuse a match after its last character: `$`, a look-around, or `\b` elsewhere than at
 * the start.
 */
const REFUSAL = /\$(?=[)|]|$)|.\\[bB]|\(\?<?[=!]/;

/** The characters after which a match may start; null if it can start at one place only. */
function charactersBefore({ ast, flags }: JS.Parser, nfa: NFA): CharSet | null {
  const assertions = ast.pattern.alternatives.map(({ elements: [first] }) =>
    first?.type === 'Assertion' ? first.kind : null,
  );
  // A sticky pattern tries one place only, as does `^` without the flag m.
  if (flags.sticky) return null;
  if (assertions.every(kind => kind === 'start')) {
    return flags.multiline ? CharSet.fromCharacter(nfa.maxCharacter, 0x0a) : null;
  }
  // `\bint`: after a character that is no part of a word.
  const word = JS.createCharSet([{ kind: 'word', negate: false }], flags);
  const startsWord = [...nfa.initial.out.values()].every(first => first.isSubsetOf(word));
  return startsWord && assertions.every(kind => kind === 'word') ? word.negate() : CharSet.all(nfa.maxCharacter);
}

/** Every state that can be reached from itself, with the states of its loop. */
function loopsOf(edges: Edges): Map<State, ReadonlySet<State>> {
  const after = new Map([...edges.keys()].map(state => [state, reachable(edges, edges.get(state)?.keys() ?? [])]));
  const loops = new Map<State, ReadonlySet<State>>();
  for (const [state, behind] of after) {
    if (behind.has(state)) loops.set(state, new Set([...behind].filter(other => after.get(other)?.has(state))));
  }
  return loops;
}

function reachable(edges: Edges, from: Iterable<State>): Set<State> {
  const seen = new Set(from);
  for (const state of seen) for (const next of edges.get(state)?.keys() ?? []) seen.add(next);
  return seen;
}

type Loop = readonly [state: State, states: ReadonlySet<State>];

/** Reads one word at three places at once: around p's loop, from p to q, and around q's loop. */
function splitsAWord(edges: Edges, [p, ownLoop]: Loop, [q, itsLoop]: Loop): boolean {
  const seen = new Set<string>();
  const waiting: [State, State, State][] = [[p, p, q]];
  const numbers = new Map([...edges.keys()].map((state, number) => [state, number]));
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    for (const next of stepsFrom(edges, place)) {
      if (!ownLoop.has(next[0]) || !itsLoop.has(next[2])) continue;
      if (next[0] === p && next[1] === q && next[2] === q) return true;
      const key = next.map(state => numbers.get(state)).join();
      if (seen.has(key)) continue;
      seen.add(key);
      waiting.push(next);
    }
  }
  return false;
}

function* stepsFrom(edges: Edges, [a, b, c]: readonly [State, State, State]): Generator<[State, State, State]> {
  for (const [nextA, ofA] of edges.get(a) ?? []) {
    for (const [nextB, ofB] of edges.get(b) ?? []) {
      const both = ofA.intersect(ofB);
      if (both.isEmpty) continue;
      for (const [nextC, ofC] of edges.get(c) ?? []) if (!both.isDisjointWith(ofC)) yield [nextA, nextB, nextC];
    }
  }
}
