import * as queries from './extras.queries.ts';

/** Writes of extra values by money events, each inside the transaction and the locks of its caller. */
export const {
  insertExtras,
  dropExtras,
  restoreExtras,
  giveExtrasToInvoices,
  releaseExtrasOfInvoices,
  giveExtrasToTransfers,
  releaseExtrasOfTransfers,
  giveBackExtras,
  reduceExtra,
  giveExtras,
} = queries;
