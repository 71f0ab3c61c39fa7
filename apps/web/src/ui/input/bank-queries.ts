import { places } from '@morada/contract/registry/places';
import { BANKS, bankName } from '@morada/domain/bank/banks';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/lib/api/query.ts';

/** The list that the server holds: the product's own, with the banks that the service of `BANKS_URL` added since. */
export const banksQuery = {
  ...query(places.banks, {}),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
};

/** Built-in list of banks, used until the server's list is loaded or when that fails. */
export const useBanks = () => useQuery(banksQuery).data ?? BANKS;

/** The name of a bank by its code; `Não cadastrado` for a code in no list. */
export function useBankName(): (code: string) => string {
  const banks = useBanks();
  return (code) => banks.find((bank) => bank.code === code)?.name ?? bankName(code);
}

/** `001 Banco do Brasil S.A.`; of a code in no list, `999 Não cadastrado`. */
export function useBankWords(): (code: string) => string {
  const nameOf = useBankName();
  return (code) => `${code} ${nameOf(code)}`;
}
