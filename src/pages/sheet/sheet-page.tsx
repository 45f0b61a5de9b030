/** A sheet of A4: an empty grid of banks and questions, and on its second page the answers. */
import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { catalog } from '../../kernels/catalog.ts';
import { LESSONS } from '../../lessons/index.ts';
import { type AskedQuestion, answerWords } from '../../model/questions/question.ts';
import { useAddress } from '../../services/address.ts';
import { Link } from '../kit/link.tsx';
import page from '../kit/page.module.css';
import { PageHeader } from '../kit/page-header.tsx';
import css from './sheet-page.module.css';
import { type SheetQuestion, sheetOf } from './sheet-questions.ts';

export function SheetPage() {
  const { search } = useAddress();
  const { data: sheet, isPending } = useQuery({ queryKey: ['sheet', search], queryFn: () => sheetOf(search) });
  if (!sheet)
    return (
      <div className={page.page}>
        <PageHeader />
        <h1>Sheet</h1>
        {isPending ? <p>Writing …</p> : <SheetChoice />}
      </div>
    );
  return (
    <div className={page.page}>
      <PageHeader />
      <button type="button" className={`button primary ${css.print}`} onClick={() => window.print()}>
        <Printer size={16} strokeWidth={1.75} aria-hidden /> Print
      </button>
      <div className={css.pages}>
        <article className={css.sheet} aria-label="Questions">
          <h1>{sheet.title}</h1>
          <p className={css.name}>Name</p>
          <BankGrid />
          <ol className={css.questions}>
            {sheet.questions.map(({ say, given, question }, i) => (
              <li key={`${say}${question.ask}`}>
                {given !== '' && given !== sheet.questions[i - 1]?.given && <p className={css.given}>{given}</p>}
                <p>
                  {say} <strong>{question.ask}</strong>
                </p>
                <Room question={question} />
              </li>
            ))}
          </ol>
        </article>
        <Answers title={sheet.title} seed={sheet.seed} questions={sheet.questions} />
      </div>
    </div>
  );
}

/** What a sheet can be made of, for an address that names nothing. */
const SheetChoice = () => (
  <>
    <p className={`reading dim ${page.lede}`}>
      A sheet has an empty grid of banks, questions, and their answers on a second page. Choose a lesson, or a kernel
      with its first access. For another access, open <em>Share</em> on that kernel&rsquo;s page.
    </p>
    <div className={css.choice}>
      <section aria-labelledby="lessons">
        <h2 id="lessons">Lessons</h2>
        <ol>
          {LESSONS.map(({ id, title }) => (
            <li key={id}>
              <Link to="/sheet" search={{ of: `${id}.1` }} isState>
                {title}
              </Link>
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="kernels">
        <h2 id="kernels">Kernels</h2>
        <ul>
          {[...catalog.values()].map(({ id, title }) => (
            <li key={id}>
              <Link to="/sheet" search={{ kernel: id }} isState>
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </div>
  </>
);

interface AnswersProps {
  readonly title: string;
  readonly seed: number;
  readonly questions: readonly SheetQuestion[];
}

const Answers = ({ title, seed, questions }: AnswersProps) => (
  <article className={`${css.sheet} ${css.answers}`} aria-label="Answers">
    <h2>
      {title} · answers of draw {seed}
    </h2>
    <ol className={css.questions}>
      {questions.map(({ say, question }) => (
        <li key={`${say}${question.ask}`}>
          <strong>{orderedWords(question)}</strong> {question.because}
        </li>
      ))}
    </ol>
  </article>
);

/** Answer in words; events are listed by name, since they have no numbers on paper. */
const orderedWords = (question: AskedQuestion): string =>
  question.kind === 'order' ? question.answer.map(event => question.events[event]).join('; ') : answerWords(question);

/** Where the answer is written. */
function Room({ question }: { readonly question: AskedQuestion }) {
  if (question.kind === 'choice')
    return (
      <p className={css.boxes}>
        {question.choices.map(({ label }) => (
          <span key={label}>☐ {label}</span>
        ))}
      </p>
    );
  if (question.kind === 'line')
    return (
      <pre className={css.code}>
        {question.choices.map(({ label }, at) => `☐ ${question.firstLine + at}  ${label}\n`).join('')}
      </pre>
    );
  if (question.kind === 'order')
    return (
      <p className={css.boxes}>
        {question.events.map(name => (
          <span key={name}>___ {name}</span>
        ))}
      </p>
    );
  return <p className={css.line} />;
}

const BANKS = Array.from({ length: 32 }, (_, bank) => bank);
const LINES = [0, 1, 2, 3, 4, 5, 6, 7];

const BankGrid = () => (
  <table className={css.grid}>
    <caption>Shared memory: a line is 32 words, a column is a bank.</caption>
    <thead>
      <tr>
        <td />
        {BANKS.map(bank => (
          <th key={bank} scope="col">
            {bank}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {LINES.map(line => (
        <tr key={line}>
          <th scope="row">{line * 32}</th>
          {BANKS.map(bank => (
            <td key={bank} />
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
