/** A text that the editor shows, on a tab of its own. */
export interface SourceTab {
  readonly id: string;
  /** 'PTX', 'CUDA', or the file's name where several are open. */
  readonly label: string;
  readonly language: 'ptx' | 'cuda' | 'python';
  /** File name; for a listing as the PTX names it. */
  readonly name: string;
  readonly text: string;
  /** Whether it can be edited: only the program that runs can, since all other texts are made from it. */
  readonly editable: boolean;
}
