/** The file that makes a folder a capture. */
export const CAPTURE_FILE = 'capture.json';
