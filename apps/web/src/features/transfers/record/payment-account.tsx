import type { TransferDetail } from '@morada/contract/money/transfers';
import { accountChangedWords } from '@morada/domain/bank/payouts/payout';
import { bareDocument, formatDocument } from '@morada/domain/base/documents';
import { dayAt, today } from '#web/lib/today.ts';
import { CopyIcon } from '#web/ui/display/copy-icon.tsx';
import { Missing } from '#web/ui/display/figures.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import classes from './payment-account.module.css';

type Account = NonNullable<TransferDetail['bank']>;

/** Target account, with warnings to check before the money is sent. */
export function PaymentAccount({ transfer }: { transfer: TransferDetail }) {
  const { bank, bank_changed, user, status } = transfer;
  const pending = status === 'PENDING';
  const elsewhere = bank !== null && bareDocument(bank.document ?? '') !== user.cpf_cnpj;
  return (
    <section>
      <h3 className={classes.title}>Conta para pagamento</h3>
      {bank ? <Details account={bank} /> : <Missing>Nenhuma conta cadastrada</Missing>}
      {pending && (
        <div className={classes.warnings}>
          {bank_changed && (
            <Callout tone="warning">
              {accountChangedWords({ on: dayAt(bank_changed.at), by: bank_changed.by }, today())}. Confirme com o
              proprietário antes de pagar.
            </Callout>
          )}
          {elsewhere && (
            <Callout tone="warning">O documento do titular não é o do proprietário. Confira antes de pagar.</Callout>
          )}
        </div>
      )}
    </section>
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
            {value && <CopyIcon label={label} value={value} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
