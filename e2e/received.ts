import type { CalendarDate } from '@morada/domain/base/calendar';
import type { TestInfo } from '@playwright/test';
import { issuedOn, lease } from './contracts.ts';

type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>;
type Transfer = { id: number; user: { id: number; name: string }; amount: number };

/** Year for each attempt, because receipts of earlier attempts remain. */
export const yearOf = (first: number, { retry, repeatEachIndex }: TestInfo) => first - 20 * (retry + repeatEachIndex);

/** A rent received in time, in March of a year of its own, apart from the run's other entries. */
export async function receivedRent(
  call: Call,
  year: number,
  { price, commission, extra }: { price: number; commission: number; extra?: object },
) {
  const contract = await lease(call, {
    ...{ start_date: `${year}-01-01`, next_readjustment: '2027-01-01', current_price: price, commission },
  });
  if (extra) await call('PUT', `/proposal/${contract.id}/extra`, extra);
  const body = { proposal_id: contract.id, reference: `${year}-03` };
  const { id, amount } = await call<{ id: number; amount: number }>('POST', '/financial/invoice', body);
  await issuedOn(id, `${year}-02-23` as CalendarDate);
  const paid = { paid_amount: amount, pay_day: `${year}-03-05` };
  const { transfers } = await call<{ transfers: [Transfer] }>('PATCH', `/invoice/${id}/down`, paid);
  return { contract, invoice: id, transfer: transfers[0] };
}

/** Paint of R$ 100,00, charged to the tenant and credited to the owner, part of the fee's base. */
export const PAINT = {
  ...{ description: 'Pintura', amount: 100, type: 'DEBIT', influence: 'RENT', boleto: true, transfer: true },
};
