import { Button } from '@mantine/core';
import { IconBuildingBank, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useHidden } from '#web/lib/removals.ts';
import { EmptyState } from '#web/ui/blank.tsx';
import { useBankWords } from '#web/ui/form/bank-queries.ts';
import { Loaded } from '#web/ui/loaded.tsx';
import { BankAccountDetails } from './bank-account-details.tsx';
import { BankAccountForm } from './bank-account-form.tsx';
import classes from './client-banks.module.css';
import { accountKey, bankAccountsQuery } from './client-queries.ts';

type ClientBanksProps = { client: { id: number; name: string; cpf_cnpj: string }; readOnly: boolean };

/** The accounts as cards; one of them, or the form of a new one, takes the place of all: no window over the window. */
export function ClientBanks({ client, readOnly }: ClientBanksProps) {
  const query = useQuery(bankAccountsQuery(client.id));
  const hidden = useHidden();
  const bankWords = useBankWords();
  const [shown, setShown] = useState<'all' | 'new' | number>('all');
  const back = () => setShown('all');
  const add = !readOnly && (
    <Button variant="default" leftSection={<IconPlus size={15} />} onClick={() => setShown('new')}>
      Adicionar conta
    </Button>
  );

  if (shown === 'new') return <BankAccountForm client={client} onDone={back} />;
  return (
    <Loaded query={query} what="as contas bancárias" lines={4}>
      {(all) => {
        const accounts = all.filter(({ id }) => !hidden.has(accountKey(id)));
        const account = accounts.find(({ id }) => id === shown);
        if (account) {
          return <BankAccountDetails clientId={client.id} account={account} readOnly={readOnly} onBack={back} />;
        }
        if (accounts.length === 0) {
          return (
            <EmptyState
              icon={IconBuildingBank}
              title="Nenhuma conta bancária"
              below="Os repasses são pagos na conta do proprietário."
              action={add}
            />
          );
        }
        return (
          <>
            <div className={classes.head}>
              <span>{accounts.length === 1 ? '1 conta' : `${accounts.length} contas`}</span>
              {add}
            </div>
            <ul className={classes.cards}>
              {accounts.map(({ id, code, agency_number, account_number, holder_name }) => (
                <li key={id}>
                  <button type="button" className={classes.card} onClick={() => setShown(id)}>
                    <span className={classes.bank}>
                      <IconBuildingBank size={17} />
                      <span className={classes.name}>{bankWords(code)}</span>
                    </span>
                    <span className={classes.number}>
                      Agência {agency_number}, conta {account_number}
                    </span>
                    <span className={classes.holder}>{holder_name}</span>
                  </button>
                </li>
              ))}
            </ul>
          </>
        );
      }}
    </Loaded>
  );
}
