/** What a lesson is: steps over pages that exist, each with a sentence, and mostly a question to answer before the page shows it. */
import type { FasterSpec } from '../model/questions/faster-question.ts';
import type { AskedQuestion } from '../model/questions/question.ts';
import type { FlatSearch } from '../state/link-codec.ts';
import type { PageLink } from '../state/page-address.ts';
import type { Draw } from './draw.ts';
import type { Given } from './givens.ts';
import type { TaskId } from './tasks.ts';

/** The question of a step: about the access that a kernel's page shows, or one of the lesson's own. */
export type Ask =
  | { readonly kind: 'wavefronts' }
  | { readonly kind: 'banks' }
  | { readonly kind: 'lanes'; readonly lane: number }
  | { readonly kind: 'own'; readonly question: AskedQuestion }
  /** Question about recorded runs of a kernel, which are fetched when the step is opened. */
  | { readonly kind: 'recorded'; readonly kernel: string; readonly spec: FasterSpec };

/**
 * A parameter that the student may change in this step; all others are locked. After a change the question is asked
 * again.
 */
export interface OpenParam {
  /** Name of the kernel's parameter. */
  readonly name: string;
  readonly min: number;
  readonly max: number;
}

/** One change worth trying once the answer is known. */
export interface Try {
  readonly title: string;
  readonly text: string;
  /** Words of the step's link that change. */
  readonly search: FlatSearch;
}

export interface LessonStep {
  readonly link: PageLink;
  /** One sentence, for the strip: at most 110 characters. */
  readonly say: string;
  readonly ask?: Ask;
  /** Seen beside a question whose page comes after the guess. */
  readonly given?: Given;
  readonly open?: OpenParam;
  readonly tries?: readonly Try[];
  /** A task in the workbench: done when nothing is found any more and its output is right. */
  readonly task?: TaskId;
  /** Notes for teachers. */
  readonly notes: string;
}

/** Where the same subject is taught elsewhere. */
export interface Topics {
  /** Chapter of Programming Massively Parallel Processors, 4th edition; absent where it has none. */
  readonly pmpp?: string;
  /** CUDA C++ Programming Guide, or the PTX manual. */
  readonly guide: string;
  /** Its name in university courses in general. */
  readonly course: string;
}

export const CHAPTERS = ['Banks', 'Layouts', 'Matrix units', 'Pipelines', 'Whole kernels'] as const;

export interface Lesson {
  /** Name in addresses: 'banks' in `lesson=banks.3`. */
  readonly id: string;
  readonly title: string;
  readonly chapter: (typeof CHAPTERS)[number];
  /** One sentence that says what a student can explain afterwards. */
  readonly learns: string;
  readonly topics: Topics;
  /** The same draw gives the same steps, and every draw as many. */
  readonly steps: (draw: Draw) => readonly LessonStep[];
}
