/** Every case does what it should, on the emulator. */
import { testCases } from '../../../scripts/fixtures/verified-cases.ts';
import { kernel } from './index.ts';

testCases(kernel);
