/** A text that the editor shows, on a tab of its own. */
export interface SourceTab {
  readonly id: string;
  /** 'PTX', 'CUDA', or the file's name where several are open. */
  readonly label: string;
  readonly language: 'ptx' | 'cuda';
  /** File name; for a listing as the PTX names it. */
  readonly name: string;
  readonly text: string;
  /** Only what runs can be edited; the rest follows from it. */
  readonly editable: boolean;
}
