import { Button } from '@mantine/core';
import type { ProposalDetail } from '@morada/contract/lease/proposals';
import { terminations } from '@morada/contract/money/terminations';
import { formatDate } from '@morada/domain/base/calendar';
import { IconArrowBackUp, IconFileTypePdf } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { invoiceOver, transferOver } from '#web/features/contracts/terms/places.ts';
import { pathOf } from '#web/lib/api/api.ts';
import { isMissing } from '#web/lib/api/failure.ts';
import { openFile } from '#web/lib/api/files.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { FormSection, Wide } from '#web/ui/form/form.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { Sheet } from './sheet.tsx';
import classes from './termination.module.css';
import { terminationQuery, useUndoTermination } from './termination-queries.ts';

/** How a closed contract came to its end: its sheet, and what it turned into. */
export function Ended({ proposal }: { proposal: ProposalDetail }) {
  const { id, closed_on } = proposal;
  const query = useQuery(terminationQuery(id));
  const confirm = useConfirm();
  const undo = useUndoTermination();

  async function askUndo() {
    const undone = await confirm({
      title: `Desfazer o encerramento do contrato ${id}`,
      body: 'O contrato volta a andamento e o imóvel volta a ficar alugado. A última fatura, a devolução e os débitos dos proprietários são retirados, e as faturas em aberto voltam, com as marcas e pausas que tinham. Um boleto que o banco já baixou não volta: emita outro. Só é possível enquanto nada disso foi pago.',
      verb: 'Desfazer encerramento',
      danger: true,
      run: () => undo.mutateAsync({ params: { id } }),
    });
    if (undone) toast.success('Encerramento desfeito');
  }

  const below = closed_on ? `Encerrado em ${formatDate(closed_on)}.` : undefined;
  if (isMissing(query.error)) {
    return (
      <FormSection title="Rescisão" below={below}>
        <Wide>
          <p className={classes.words}>Este contrato foi encerrado sem folha de rescisão.</p>
        </Wide>
      </FormSection>
    );
  }
  return (
    <FormSection title="Rescisão" below={below}>
      <Wide>
        <QueryBoundary query={query} what="a rescisão" lines={6}>
          {({ sheet, invoice_id, transfer_id }) => (
            <div className={classes.ended}>
              <div>
                <Sheet sheet={sheet} proposal={proposal} />
              </div>
              <div className={classes.links}>
                <Button
                  variant="default"
                  leftSection={<IconFileTypePdf size={15} />}
                  onClick={() => openFile(pathOf(terminations.pdf, { params: { id } })).catch(toast.failure)}
                >
                  Folha de rescisão em PDF
                </Button>
                {invoice_id !== null && <Made page={invoiceOver(invoice_id)}>{`Última fatura, ${invoice_id}`}</Made>}
                {may(terminations.undo.access) && (
                  <Button variant="default" leftSection={<IconArrowBackUp size={15} />} onClick={askUndo}>
                    Desfazer encerramento
                  </Button>
                )}
                {transfer_id !== null && (
                  <Made page={transferOver(transfer_id)}>{`Devolução, repasse ${transfer_id}`}</Made>
                )}
              </div>
            </div>
          )}
        </QueryBoundary>
      </Wide>
    </FormSection>
  );
}

function Made({ page, children }: { page: ReturnType<typeof invoiceOver>; children: string }) {
  return page ? <Link {...page}>{children}</Link> : <span>{children}</span>;
}
