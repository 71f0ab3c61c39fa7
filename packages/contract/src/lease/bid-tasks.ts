import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { BidRow } from './bid-row.ts';
import { BID_READERS } from './bids.search.ts';

/** A module of its own: *Hoje* reads it without the other calls. */
export const bidTasks = endpoints('bids', {
  list: {
    method: 'GET',
    path: '/bid/tasks',
    access: BID_READERS,
    summary: 'Propostas que esperam resposta ou contrato, as que vencem antes primeiro',
    response: z.object({ total: z.int(), data: z.array(BidRow) }),
  },
});
