/** The kernels of the corpus by topic, and what should be found in them. */
import { corpusFiles } from '../corpus/corpus.ts';
import { tableOf, type WrittenTable } from './written-table.ts';

export const CORPUS_TABLE: WrittenTable = {
  path: 'docs/corpus.md',
  name: 'corpus',
  lines: () => {
    const files = corpusFiles();
    const topics = [...new Set(files.map(({ topic }) => topic))];
    const rows = topics.map(topic =>
      rowOf(
        topic,
        files.filter(file => file.topic === topic).flatMap(f => f.kernels),
      ),
    );
    return tableOf(['topic', 'findings', 'right', 'wrong', 'missed'], 2, [
      ...rows,
      rowOf(
        'all',
        files.flatMap(({ kernels }) => kernels),
        '',
      ),
    ]);
  },
};

type Kernels = ReturnType<typeof corpusFiles>[number]['kernels'];

function rowOf(topic: string, kernels: Kernels, kinds = kindsOf(kernels)): string[] {
  const wrong = kernels.filter(({ expected }) => expected.length > 0);
  const missed = wrong.filter(({ expected }) => expected.every(one => one.missed !== null));
  return [topic, kinds, `${kernels.length - wrong.length}`, `${wrong.length}`, `${missed.length}`];
}

const kindsOf = (kernels: Kernels): string =>
  [...new Set(kernels.flatMap(({ expected }) => expected.map(({ rank, kind }) => `${rank} ${kind}`)))]
    .sort()
    .join(', ');
