import type { Agency } from '@morada/contract/registry/agency';
import { type BoletoBankCode, boletoBank } from '@morada/domain/bank/boleto-banks';
import { hasRemittance } from '@morada/domain/bank/cnab/remittance-banks';
import { IconInfoCircle } from '@tabler/icons-react';
import { useWatch } from 'react-hook-form';
import { Callout } from '#web/ui/feedback/callout.tsx';
import type { Form } from '#web/ui/form/use-form.ts';
import type { AgreementValues } from './agency-queries.ts';
import classes from './agreement-notes.module.css';

type AgreementNotesProps = { form: Form<AgreementValues>; bank: BoletoBankCode; saved: Agency['agreement'] };

/** Explains how boletos reach this bank and what happens to those already issued. */
export function AgreementNotes({ form, bank, saved }: AgreementNotesProps) {
  const [fields] = useWatch({ control: form.control, name: ['fields'] });
  const isOther = saved !== null && (saved.bank !== bank || !isSame(saved.fields, fields));
  return (
    <div className={classes.notes}>
      <p className={classes.note}>
        <IconInfoCircle size={15} className={classes.info} aria-hidden="true" />
        <span>{registration(bank, saved)}</span>
      </p>
      {isOther && saved.by_call && <Callout tone="warning">{BY_FILE_AGAIN}</Callout>}
      {isOther && saved.boletos > 0 && <Callout tone="warning">{issuedInWords(saved.boletos)}</Callout>}
    </div>
  );
}

const isSame = (one: Record<string, string>, other: Record<string, string>) =>
  Object.keys(one).every((key) => one[key] === other[key]);

function issuedInWords(boletos: number): string {
  const those =
    boletos === 1
      ? 'Há 1 boleto emitido neste convênio. Ele continua valendo como está'
      : `Há ${boletos.toLocaleString('pt-BR')} boletos emitidos neste convênio. Eles continuam valendo como estão`;
  return `${those}; só os próximos saem com estes dados.`;
}

const BY_FILE_AGAIN =
  'Os boletos deste convênio são registrados pela API do banco. Com estes dados o convênio é outro: os próximos boletos vão por arquivo até que você o ligue em Boletos no banco. Os que o banco já tem continuam acompanhados.';

function registration(bank: BoletoBankCode, saved: Agency['agreement']): string {
  const name = boletoBank(bank)?.name;
  if (saved?.by_call && saved.bank === bank)
    return `${name}: os boletos são registrados pela API do banco, como está em Boletos no banco.`;
  return hasRemittance(bank)
    ? `${name}: a remessa que registra os boletos (CNAB) é gerada aqui, e o retorno é lido na baixa.`
    : `${name}: a remessa não é gerada aqui. Registre os boletos no site do banco antes de enviá-los.`;
}
