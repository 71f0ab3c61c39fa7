import { useQuery } from '@tanstack/react-query';
import { ownerAccountsQuery } from '#web/features/contracts/contract-queries.ts';
import type { BankAccount } from '#web/features/contracts/terms/contract-values.ts';
import { Wide } from '#web/ui/form/form.tsx';
import { useBankWords } from '#web/ui/input/bank-queries.ts';
import { Select } from '#web/ui/input/select.tsx';

type OwnerAccountsProps = {
  ownerId: number | undefined;
  chosen: BankAccount | undefined;
  onChoose: (account: BankAccount | undefined) => void;
};

/** The owner's accounts, to fill the fields from. Nothing where they may not be seen, or there is none. */
export function OwnerAccounts({ ownerId, chosen, onChoose }: OwnerAccountsProps) {
  const { data: accounts = [] } = useQuery(ownerAccountsQuery(ownerId));
  const bankWords = useBankWords();
  if (accounts.length === 0) return null;
  return (
    <Wide>
      <Select
        label="Conta do proprietário"
        placeholder="Escolha para preencher os campos"
        data={accounts.map((account) => ({
          value: String(account.id),
          label: words(account, bankWords),
        }))}
        value={chosen ? String(chosen.id) : null}
        clearable
        clearButtonProps={{ 'aria-label': 'Limpar conta do proprietário' }}
        onChange={(id) => onChoose(accounts.find((one) => String(one.id) === id))}
      />
    </Wide>
  );
}

const words = (
  { code, agency_number, account_number, pix_key, holder_name }: BankAccount,
  bankWords: (code: string) => string,
) =>
  account_number === null
    ? `Pix ${pix_key}, ${holder_name}`
    : `${bankWords(code ?? '')}, agência ${agency_number}, conta ${account_number}, ${holder_name}`;
