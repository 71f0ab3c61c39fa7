import { boletoLink } from '@morada/contract/bank/boleto-link';
import { type BoletoDetail, type BoletoRow, boletos } from '@morada/contract/bank/boletos';
import { formatMoney } from '@morada/domain/base/money';
import {
  IconBan,
  IconBarcode,
  IconBrandWhatsapp,
  IconExternalLink,
  IconFileText,
  IconLink,
  IconRefresh,
  IconSend,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { boletoQuery, useCancelBoleto, useRetryBoleto } from '#web/entities/boleto/boleto-queries.ts';
import { boletoNamed } from '#web/entities/boleto/boleto-status.tsx';
import { useLinkQuestions } from '#web/entities/invoice/use-link-questions.ts';
import { pathOf } from '#web/lib/api/api.ts';
import { openFile, openLink } from '#web/lib/api/files.ts';
import { useKeepSent } from '#web/lib/api/use-keep-sent.ts';
import { copy } from '#web/lib/clipboard.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import type { Action } from '#web/ui/base/actions.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { boletoWhatsApp, tenantPage } from './tenant-page.ts';

/** Only the full record says whether the bank is notified by API calls or by file. */
const isCalled = (boleto: BoletoRow | BoletoDetail) => 'by_call' in boleto && boleto.by_call;

/** Actions on a boleto, shared by its row, its window and its invoice. */
export function useBoletoActions() {
  const confirm = useConfirm();
  const keepSent = useKeepSent();
  const cache = useQueryClient();
  const { mutateAsync: cancel } = useCancelBoleto();
  const { askNewLink } = useLinkQuestions();
  const { mutateAsync: retry } = useRetryBoleto();
  const detail = (id: number) => cache.fetchQuery(boletoQuery(id));

  const askCancel = (boleto: BoletoRow) => {
    const { id, user, amount, registration } = boleto;
    const told = registration === 'REGISTERED' || registration === 'SENT';
    return confirm({
      title: 'Cancelar boleto',
      body: `O ${boletoNamed(boleto)}, de ${user.name}, no valor de ${formatMoney(amount)}, deixa de valer. A fatura continua pendente.${told ? ' O banco é avisado, pela API ou na próxima remessa.' : ''}`,
      verb: 'Cancelar boleto',
      back: 'Voltar',
      danger: true,
      run: async () => {
        await cancel({ params: { id } });
        toast.success('O boleto foi cancelado.');
      },
    });
  };

  const sendAgain = ({ id }: BoletoRow) =>
    retry({ params: { id } }).then(() => toast.success('O boleto vai de novo ao banco em instantes.'), toast.failure);

  return (boleto: BoletoRow | BoletoDetail) => {
    const changes = may(boletos.create.access);
    const open = boleto.state === 'OPEN' || boleto.state === 'LATE';
    return {
      pdf: {
        label: 'Abrir PDF',
        icon: IconFileText,
        onClick: () => openFile(pathOf(boletos.pdf, { params: { id: boleto.id } })).catch(toast.failure),
      },
      page: {
        label: 'Abrir link do inquilino',
        icon: IconExternalLink,
        onClick: () => window.open(tenantPage(boleto), '_blank', 'noopener'),
      },
      link: {
        label: 'Copiar link do inquilino',
        icon: IconLink,
        onClick: async () => {
          if (await copy(tenantPage(boleto), 'Link do inquilino copiado.'))
            keepSent.ofInvoice(boleto.invoice_id, { kind: 'INVOICE_LINK', channel: 'COPY' });
        },
      },
      line: open &&
        boleto.nosso_numero !== null && {
          label: 'Copiar linha digitável',
          icon: IconBarcode,
          onClick: () =>
            copy(
              detail(boleto.id).then(({ digitable_line }) => digitable_line ?? ''),
              'Linha digitável copiada.',
            ),
        },
      whatsApp: open && {
        label: 'Enviar por WhatsApp',
        icon: IconBrandWhatsapp,
        onClick: () =>
          openLink(async () => ({ url: boletoWhatsApp(await detail(boleto.id)) })).then(
            () => keepSent.ofInvoice(boleto.invoice_id, { kind: 'BOLETO', channel: 'WHATSAPP' }),
            toast.failure,
          ),
      },
      newLink: changes && {
        label: 'Trocar o link do inquilino',
        icon: IconRefresh,
        onClick: () => askNewLink(boleto.invoice_id, boleto.user.name),
      },
      retry: open &&
        isCalled(boleto) &&
        boleto.registration === 'REFUSED' &&
        may(boletoLink.retry.access) && {
          label: 'Enviar de novo ao banco',
          icon: IconSend,
          onClick: () => sendAgain(boleto),
        },
      cancel: open &&
        changes && { label: 'Cancelar boleto', icon: IconBan, danger: true, onClick: () => askCancel(boleto) },
    } satisfies Record<string, Action | false>;
  };
}
