/** Lists what this schedule leaves out of FlashAttention-3. */
import { FoldedPart } from '../../panels/folded-part.tsx';

export const AttentionLeftOut = () => (
  <FoldedPart title="What this schedule leaves out of FlashAttention-3">
    <p className="prose reading">
      Masks and their blocks, the row sums and LSE at the end, the scheduler of tiles. From head dimension 128 on two
      CTAs form a cluster and share K and V by multicast if the number of Q tiles is even, so half as many bytes come
      from L2; at the rate that is assumed here copies are no limit anyway. Instructions do not stall in this model, so
      tensor cores are busier than on a GPU: the published 661 TFLOPS are 67 % of an H100’s 989.5.
    </p>
  </FoldedPart>
);
