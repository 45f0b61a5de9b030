/** The parts that a kernel's `exhibit.tsx` adds to the shared panels: words, and an arrangement of shared pictures. */
import type { ComponentType, ReactNode } from 'react';
import type { FieldError } from '../base/field-error.ts';
import type { Params } from '../contract/param-field.ts';
import type { Cell } from '../model/layout/tile-layout.ts';
import type { PresetValues } from '../model/pipeline/presets/preset.ts';
import type { Figure } from '../pictures/figure.ts';
import type { ColourBy } from '../pictures/records.ts';
import type { Theme } from '../pictures/theme.ts';
import type { Highlight } from '../pictures/view.ts';
import type { Access, AccessSide } from '../trace/access-trace.ts';
import type { ExportItem } from './kit/exports.ts';
import type { VariantView } from './variant-view.ts';

/** The result buffer seen as a matrix, whose last row it may not fill. */
export interface OutputShape {
  readonly buffer: string;
  readonly rows: number;
  readonly columns: number;
  readonly elementBytes: number;
}

/** The pipeline of a variant's CTA: a preset with its values, and the compiled version that is held against it. */
export interface VariantPipeline {
  readonly preset: string;
  readonly values: PresetValues;
  readonly version: string;
}

export interface Subject {
  readonly params: Params;
  readonly side: AccessSide;
  readonly warp: number;
  /** Index of the request among the warp's requests on that side, from 0. */
  readonly request: number;
}

/** Everything that the pictures of all variants share: scale, highlight, playhead. */
export interface StageProps {
  readonly views: readonly VariantView[];
  readonly subject: Subject;
  readonly theme: Theme;
  /** 'sm_90'. */
  readonly arch: string;
  readonly colourBy: ColourBy;
  /** Wavefronts served; Infinity = all. */
  readonly playhead: number;
  readonly highlight: Highlight;
  readonly selection: Cell | null;
  /** Whether only the pictures of the chosen access are shown, for slides. */
  readonly compact: boolean;
  readonly onHover: (highlight: Highlight) => void;
  readonly onSelect: (cell: Cell | null) => void;
  /** Whether the link leaves a parameter (or 'warp') open. */
  readonly canChange: (name: string) => boolean;
  /** Chooses a request of the same side; one that is not made changes nothing. */
  readonly onAccess: (place: Pick<Subject, 'warp' | 'request'>) => void;
  /** Sets a parameter to the allowed value nearest to the one asked for; of a variant alone where it has its own. */
  readonly onParam: (name: string, value: number, of?: VariantView['badge']) => void;
  /** Sets parameters together, and with them the variants shown, or says what is wrong with which parameter. */
  readonly onParams: (patch: Params, variants?: readonly string[]) => FieldError | null;
  /** Shows these variants, one to four, as A to D. */
  readonly onVariants: (ids: readonly string[]) => void;
  /** The variants' pipelines, drawn, where the exhibit says that they have some; absent on slides. */
  readonly pipelines?: ReactNode;
}

/** Props of the exhibit's own part of the rail, which has the fields without a control of their own. */
export interface RailProps extends Pick<StageProps, 'canChange' | 'onParams'> {
  readonly params: Params;
}

/** The props that a file shows: nothing is hovered or dragged in it. */
export interface FileStage
  extends Pick<StageProps, 'views' | 'subject' | 'theme' | 'colourBy' | 'selection' | 'playhead'> {
  /** How many times larger the file will show what is drawn; 1 if absent. */
  readonly enlargedBy?: number;
}

export interface Exhibit {
  readonly Stage: ComponentType<StageProps>;
  readonly Rail?: ComponentType<RailProps>;
  /** The pictures of one variant for an exported file, `width` px wide. */
  readonly figures: (
    view: VariantView,
    props: FileStage,
    width: number,
  ) => readonly Figure[] | Promise<readonly Figure[]>;
  readonly defaultVariants: readonly string[];
  /** The variants that a link shows if it names none, where they depend on the parameters. */
  readonly variantsFor?: (params: Params) => readonly string[];
  /** A number among the parameters of the launch that each variant may have for itself, so that one can be shown twice. */
  readonly perVariant?: string;
  /** Side that a link shows if it names none; 'load' if absent. */
  readonly defaultSide?: AccessSide;
  /** Variants whose lanes only store: a link that names no side and shows nothing else shows their stores. */
  readonly onlyStore?: readonly string[];
  /** Request of warp 0 on that side that a link shows if it names none; the first if absent. */
  readonly defaultRequest?: (params: Params) => number;
  /** Whether playing goes on with the next access, as a counting loop does; it stops after one when absent. */
  readonly playsOn?: boolean;
  readonly sideNames: Readonly<Record<AccessSide, string>>;
  /** One sentence for the foot of the evidence. */
  readonly definition: string;
  /** Why hardware counts something else than the models predict, if that is known. */
  readonly countedOtherwise?: string;
  title(views: readonly VariantView[], subject: Subject): string;
  lede(views: readonly VariantView[], subject: Subject): string;
  /** Text that tells this variant's layout from the others': 'pitch 33 elements'. */
  changed(view: VariantView, subject: Subject): string;
  /** The rail's name for one of the warp's requests: 'stride 4'; the request's number if absent. `access` is the request's own. */
  requestName?(view: VariantView, subject: Subject, access: Access | null): string;
  /** The view with the one tile that its access reaches, where a variant keeps several; absent where it keeps one. */
  atAccess?(view: VariantView, params: Params): VariantView;
  /** The formula behind the predicted wavefronts, or '' where a variant has none. */
  closedForm?(view: VariantView, subject: Subject): string;
  output(variant: string, params: Params): OutputShape;
  /** The pipeline of each variant's CTA; null where it cannot do the parameters. Absent where none of them hands stages round. */
  readonly pipeline?: (variant: string, params: Params) => VariantPipeline | null;
  /** Files that can be saved besides pictures, traces and evidence. */
  readonly exports?: (props: Pick<StageProps, 'views' | 'subject' | 'arch'>) => readonly ExportItem[];
  /** The parameter that the rail sweeps, with the wavefronts that each value would cost. */
  readonly sweep?: SweepSpec;
}

export interface SweepSpec {
  readonly param: string;
  /** Unit of the pitch: 'elements'. */
  readonly unit: string;
  readonly points: (
    params: Params,
    side: AccessSide,
  ) => readonly {
    readonly value: number;
    readonly pitch: number;
    readonly wavefronts: number;
    /** Ways of the worst phase. */
    readonly ways: number;
  }[];
}
