import { Button } from '@mantine/core';
import { finance, type LateRow } from '@morada/contract/finance';
import { IconBarcode, IconMessage } from '@tabler/icons-react';
import { may } from '#web/lib/session/session.ts';
import { type Action, RowMore } from '#web/ui/base/actions.tsx';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { useLateQuestions } from './use-late-questions.ts';

/** Row actions of a late payment; on a phone all are visible, since a card has a line for them. */
export function LateRowActions({ row, onWrite }: { row: LateRow; onWrite: (row: LateRow) => void }) {
  const phone = usePhone();
  const { askBoleto, askSettlement } = useLateQuestions();
  const which = `da fatura ${row.id}, ${row.user.name}`;
  const rest: Action[] = [
    { label: 'Emitir boleto', icon: IconBarcode, onClick: () => askBoleto(row) },
    { label: 'Mensagem', icon: IconMessage, onClick: () => onWrite(row) },
  ];
  return (
    <>
      {may(finance.settleLate.access) && (
        <RowButton label="Baixa manual" which={which} onClick={() => askSettlement(row)} />
      )}
      {phone && rest.map((action) => <RowButton key={action.label} which={which} {...action} />)}
      {!phone && <RowMore label={`Mais ações ${which}`} actions={rest} />}
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
