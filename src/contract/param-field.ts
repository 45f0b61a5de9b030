/** A kernel's parameter as the form, the link and the compile request know it. */

export type ParamValue = number | string | boolean;
export type Params = Readonly<Record<string, ParamValue>>;

/** How one parameter appears in the form, and what changing it costs. */
export interface ParamField {
  readonly name: string;
  readonly label: string;
  /**
   * 'compile': the module must be built for that value; 'launch': any build takes it; 'view': it only moves the picture
   * (a base address, say).
   */
  readonly binds: 'launch' | 'compile' | 'view';
  /** Each value is compiled from a source of its own: names of PTX begin with that, so they do not say the value again. */
  readonly isInSource?: true;
  readonly control:
    | {
        readonly kind: 'choice';
        readonly options: readonly {
          readonly value: number | string;
          readonly label: string;
          /** false: no committed PTX has this value; nvcc must be there to compile it. */
          readonly shipped?: boolean;
        }[];
      }
    /** Drawn by the exhibit's own part of the rail, since fields like it change together. */
    | { readonly kind: 'text' }
    | {
        readonly kind: 'range';
        readonly min: number;
        readonly max: number;
        readonly step: number;
        /** 'elements', 'B'. */
        readonly unit: string;
      };
  /** One sentence: what it does to the picture. */
  readonly help: string;
  /** Variants to which it applies; all when absent. */
  readonly variants?: readonly string[];
}

export type RangeControl = Extract<ParamField['control'], { readonly kind: 'range' }>;

/** The value of a range nearest to any number: what a drag across a picture may set. */
export function nearestInRange({ min, max, step }: RangeControl, value: number): number {
  const steps = Math.floor((max - min) / step);
  return min + step * Math.min(steps, Math.max(0, Math.round((value - min) / step)));
}
