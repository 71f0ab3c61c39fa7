import { ActionIcon, CopyButton } from '@mantine/core';
import type { TransferDetail } from '@morada/contract/transfers';
import { bareDocument, formatDocument } from '@morada/domain/documents';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Missing } from '#web/ui/figures.tsx';
import classes from './payment-account.module.css';
import { ownerAccountsQuery } from './transfer-queries.ts';

type Account = NonNullable<TransferDetail['bank']>;

/** Where the money goes: the contract's account when it is this owner's own, else one the owner has registered. */
export function PaymentAccount({ transfer }: { transfer: TransferDetail }) {
  const { bank, user, status } = transfer;
  const own = bank !== null && bareDocument(bank.document ?? '') === user.cpf_cnpj;
  const registered = useQuery(ownerAccountsQuery(user.id, !own));
  const account = own ? bank : (ofOwner(registered.data) ?? bank);
  const elsewhere = account !== null && bareDocument(account.document ?? '') !== user.cpf_cnpj;
  return (
    <section>
      <h3 className={classes.title}>Conta para pagamento</h3>
      {account ? <Details account={account} /> : <Missing>Nenhuma conta cadastrada</Missing>}
      {elsewhere && status === 'PENDING' && (
        <p className={classes.warning}>O documento do titular não é o do proprietário. Confira antes de pagar.</p>
      )}
    </section>
  );
}

type Registered = {
  bank_name: string;
  code: string;
  agency_number: string;
  account_number: string;
  holder_name: string;
  document: string;
  pix_key: string | null;
};

function ofOwner(accounts: readonly Registered[] | undefined): Account | undefined {
  const [first] = accounts ?? [];
  return (
    first && {
      bank_name: first.bank_name,
      bank_code: first.code,
      agency: first.agency_number,
      account: first.account_number,
      holder: first.holder_name,
      document: first.document,
      pix: first.pix_key,
    }
  );
}

function Details({ account }: { account: Account }) {
  const bank = [account.bank_code, account.bank_name].filter(Boolean).join(' ');
  const rows = [
    { label: 'Banco', value: bank },
    { label: 'Agência', value: account.agency },
    { label: 'Conta', value: account.account },
    { label: 'Titular', value: account.holder },
    { label: 'CPF/CNPJ', value: account.document && formatDocument(account.document) },
    { label: 'Chave Pix', value: account.pix },
  ];
  return (
    <dl className={classes.rows}>
      {rows.map(({ label, value }) => (
        <div key={label} className={classes.row}>
          <dt>{label}</dt>
          <dd>
            <span>{value || <Missing />}</span>
            {value && <Copy label={label} value={value} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Copy({ label, value }: { label: string; value: string }) {
  return (
    <CopyButton value={value} timeout={1500}>
      {({ copied, copy }) => (
        <ActionIcon size={28} aria-label={copied ? `${label}: copiado` : `Copiar ${label}`} onClick={copy}>
          {copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
        </ActionIcon>
      )}
    </CopyButton>
  );
}
