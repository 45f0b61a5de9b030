/** npm runs this after every install of the checkout, so that `npm start` and `npm test` need not install again. */
import { recordInstall } from './pinned-node.mjs';

recordInstall();
