/** The kernels that this server compiles. The only file of the server that knows where they come from. */
export { catalog } from '../../src/kernels/catalog.ts';
