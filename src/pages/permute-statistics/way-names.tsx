/** What each name of a strip, a row or a histogram stands for, in a sentence; and what files call it. */
import { moveWords } from '../../kernels/permute/variants.ts';
import { FactList } from '../../panels/kit/fact-list.tsx';
import css from './statistics-page.module.css';

/** `names`: of strategies and variants, as in files. */
export const WayNames = ({ names }: { readonly names: readonly string[] }) => (
  <section aria-label="What the names mean">
    <p className={`caption ${css.title}`}>
      <strong>What the names mean</strong>
    </p>
    <FactList
      className={css.ways}
      facts={names.map(name => {
        const { title, summary } = moveWords(name);
        return {
          name,
          label: (
            <>
              {title} <code className="caption">{name}</code>
            </>
          ),
          value: summary,
        };
      })}
    />
  </section>
);
