/** The exact cost of an access on a tile under a pattern, by the bank model. */
import { err, ok, type Result } from '../../base/result.ts';
import { type BankCost, bankCost } from '../banks/wavefronts.ts';
import type { LinearRequest } from './accesses.ts';
import { keepsWhole, placer, type SwizzledTile } from './tile.ts';

interface PlacedRequest extends LinearRequest {
  /** The byte address of each lane. */
  readonly addresses: readonly (number | null)[];
  readonly cost: BankCost;
}

export interface AccessCost {
  readonly requests: readonly PlacedRequest[];
  readonly wavefronts: number;
  readonly ideal: number;
  /** Wavefronts of the worst phase; 1 means that no phase has a conflict. */
  readonly ways: number;
}

/** The error says in a sentence why the access cannot be made: its bytes are apart, misaligned, or not in the tile. */
export function accessCost(tile: SwizzledTile, requests: readonly LinearRequest[]): Result<AccessCost, string> {
  if (!requests.some(({ offsets }) => offsets.some(offset => offset !== null)))
    return err('no lane finds its bytes in the tile');
  const place = placer(tile);
  const placed: PlacedRequest[] = [];
  for (const request of requests) {
    if (!keepsWhole(tile, request.widthBytes))
      return err(`the ${request.widthBytes} bytes of a lane do not stay together`);
    const addresses = request.offsets.map(offset => (offset === null ? null : place(tile.base + offset)));
    const { instruction, widthBytes, matrices } = request;
    const cost = bankCost({ instruction, widthBytes, addresses, ...(matrices === undefined ? {} : { matrices }) });
    if (!cost.ok) return err(cost.error.message);
    placed.push({ ...request, addresses, cost: cost.value });
  }
  return ok(totals(placed));
}

function totals(requests: readonly PlacedRequest[]): AccessCost {
  const costs = requests.map(({ cost }) => cost);
  return {
    requests,
    wavefronts: costs.reduce((sum, { wavefronts }) => sum + wavefronts, 0),
    ideal: costs.reduce((sum, { ideal }) => sum + ideal, 0),
    ways: Math.max(...costs.flatMap(({ phases }) => phases.map(({ wavefronts }) => wavefronts))),
  };
}
