import { Button } from '@mantine/core';
import { debtAgreements } from '@morada/contract/collection/debt-agreements';
import { DEBT_READERS } from '@morada/contract/collection/debt-readers';
import { finance, type LateRow } from '@morada/contract/money/finance';
import { invoices } from '@morada/contract/money/invoices';
import { IconBarcode, IconFileDescription, IconHeartHandshake, IconMessage, IconQrcode } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { may } from '#web/lib/session/session.ts';
import { type Action, compact, RowMore } from '#web/ui/base/actions.tsx';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { useLateQuestions } from './use-late-questions.ts';

type LateRowActionsProps = {
  row: LateRow;
  onWrite: (row: LateRow) => void;
  onLink: (row: LateRow) => void;
  onAgree: (row: LateRow) => void;
};

/** Row actions of a late payment; on a phone the message is in sight too, since a card has a line for them. */
export function LateRowActions({ row, onWrite, onLink, onAgree }: LateRowActionsProps) {
  const phone = usePhone();
  const navigate = useNavigate();
  const { askBoleto, askSettlement } = useLateQuestions();
  const which = `da fatura ${row.id}, ${row.user.name}`;
  // Money that has arrived is not asked for again: the payment is checked first.
  const checked = row.waiting !== null;
  const message: false | Action = !checked && { label: 'Mensagem', icon: IconMessage, onClick: () => onWrite(row) };
  const rest = compact(
    !checked && { label: 'Emitir boleto', icon: IconBarcode, onClick: () => askBoleto(row) },
    may(invoices.link.access) && { label: 'Link e Pix', icon: IconQrcode, onClick: () => onLink(row) },
    may(debtAgreements.create.access) &&
      !(checked && row.debt_agreement_id === null) && {
        label: row.debt_agreement_id === null ? 'Fazer acordo' : 'Ver acordo',
        icon: IconHeartHandshake,
        onClick: () => onAgree(row),
      },
    may(DEBT_READERS) && {
      label: 'Cobrança e papéis',
      icon: IconFileDescription,
      onClick: () =>
        navigate({ to: '/contracts/info/$id', params: { id: String(row.proposal.id) }, search: { tab: 'cobranca' } }),
    },
    !phone && message,
  );
  return (
    <>
      {may(finance.settleLate.access) && (
        <RowButton label="Baixa manual" which={which} onClick={() => askSettlement(row)} />
      )}
      {phone && message && <RowButton which={which} {...message} />}
      <RowMore label={`Mais ações ${which}`} actions={rest} />
    </>
  );
}

function RowButton({ label, which, onClick }: Pick<Action, 'label' | 'onClick'> & { which: string }) {
  return (
    <Button size="xs" variant="default" aria-label={`${label} ${which}`} onClick={() => onClick()}>
      {label}
    </Button>
  );
}
