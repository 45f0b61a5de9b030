/** Files that the page hands to the browser's downloads. */

export interface ExportFile {
  readonly name: string;
  readonly blob: Blob;
}

export const textFile = (name: string, type: string, text: string): ExportFile => ({
  name,
  blob: new Blob([text], { type }),
});

export function download({ name, blob }: ExportFile): void {
  const url = URL.createObjectURL(blob);
  const anchor = Object.assign(document.createElement('a'), { href: url, download: name });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url));
}
