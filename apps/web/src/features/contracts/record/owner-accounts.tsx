import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ownerAccountsQuery } from '#web/features/contracts/contract-queries.ts';
import {
  accountFields,
  type BankAccount,
  type ContractDraft,
  NO_ACCOUNT,
} from '#web/features/contracts/terms/contract-values.ts';
import { Wide } from '#web/ui/form/form.tsx';
import type { Form } from '#web/ui/form/use-form.ts';
import { useBankWords } from '#web/ui/input/bank-queries.ts';
import { Select } from '#web/ui/input/select.tsx';

/** The owner's accounts, to fill the fields from. Nothing where they may not be seen, or there is none. */
export function OwnerAccounts({ form, ownerId }: { form: Form<ContractDraft>; ownerId: number | undefined }) {
  const { data: accounts = [] } = useQuery(ownerAccountsQuery(ownerId));
  const bankWords = useBankWords();
  const [chosen, setChosen] = useState<BankAccount>();
  const { setValue, clearErrors } = form;

  function fill(fields: typeof NO_ACCOUNT) {
    for (const [name, value] of Object.entries(fields)) setValue(name as keyof typeof NO_ACCOUNT, value);
    clearErrors(Object.keys(NO_ACCOUNT) as (keyof typeof NO_ACCOUNT)[]);
  }

  // Another property: the account filled in was another owner's.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the owner changes
  useEffect(() => {
    if (chosen) fill(NO_ACCOUNT);
    setChosen(undefined);
  }, [ownerId]);

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
        onChange={(id) => {
          const account = accounts.find((one) => String(one.id) === id);
          setChosen(account);
          fill(account ? accountFields(account) : NO_ACCOUNT);
        }}
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
