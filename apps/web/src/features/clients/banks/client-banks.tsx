import { Button } from '@mantine/core';
import { IconBuildingBank, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Account, accountKey, bankAccountsQuery } from '#web/entities/client/client-queries.ts';
import { useHidden } from '#web/lib/removals.ts';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { useBankWords } from '#web/ui/input/bank-queries.ts';
import { AccountRequestOf } from './account-request.tsx';
import { BankAccountDetails } from './bank-account-details.tsx';
import { EditedAccount, NewAccount } from './bank-account-form.tsx';
import classes from './client-banks.module.css';

type ClientBanksProps = { client: { id: number; name: string; cpf_cnpj: string }; readOnly: boolean };

/** The change that the client asked for, above the accounts. */
export function ClientBanks(props: ClientBanksProps) {
  return (
    <>
      {!props.readOnly && <AccountRequestOf clientId={props.client.id} />}
      <Accounts {...props} />
    </>
  );
}

/** The accounts as cards; one of them, or a form, takes the place of all: no window over the window. */
function Accounts({ client, readOnly }: ClientBanksProps) {
  const query = useQuery(bankAccountsQuery(client.id));
  const hidden = useHidden();
  const bankWords = useBankWords();
  const [shown, setShown] = useState<'all' | 'new' | number>('all');
  const [editing, setEditing] = useState(false);
  const back = () => setShown('all');
  const add = !readOnly && (
    <Button variant="default" leftSection={<IconPlus size={15} />} onClick={() => setShown('new')}>
      Adicionar conta
    </Button>
  );

  if (shown === 'new') return <NewAccount client={client} onDone={back} />;
  return (
    <QueryBoundary query={query} what="as contas bancárias" lines={4}>
      {(all) => {
        const accounts = all.filter(({ id }) => !hidden.has(accountKey(id)));
        const account = accounts.find(({ id }) => id === shown);
        if (account && editing) {
          return <EditedAccount clientId={client.id} account={account} onDone={() => setEditing(false)} />;
        }
        if (account) {
          return (
            <BankAccountDetails
              clientId={client.id}
              account={account}
              readOnly={readOnly}
              onBack={back}
              onEdit={() => setEditing(true)}
            />
          );
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
              {accounts.map((one) => (
                <li key={one.id}>
                  <button type="button" className={classes.card} onClick={() => setShown(one.id)}>
                    <span className={classes.bank}>
                      <IconBuildingBank size={17} />
                      <span className={classes.name}>{one.code === null ? 'Pix' : bankWords(one.code)}</span>
                    </span>
                    <span className={classes.number}>{numberOf(one)}</span>
                    <span className={classes.holder}>{one.holder_name}</span>
                  </button>
                </li>
              ))}
            </ul>
          </>
        );
      }}
    </QueryBoundary>
  );
}

const numberOf = ({ agency_number, account_number, pix_key }: Account) =>
  account_number === null ? `Chave ${pix_key}` : `Agência ${agency_number}, conta ${account_number}`;
