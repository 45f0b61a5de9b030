/** The kernels that this server compiles. No other file of the server knows where they come from. */
export { catalog } from '../../src/kernels/catalog.ts';
