import { Button } from '@mantine/core';
import { bids } from '@morada/contract/lease/bids';
import { peopleCommissions } from '@morada/contract/money/people-commissions';
import { type PropertyDetail, properties } from '@morada/contract/registry/properties';
import { addressLine, listingPath } from '@morada/domain/property/property';
import {
  IconBrandWhatsapp,
  IconCheck,
  IconCopy,
  IconExternalLink,
  IconFileDollar,
  IconMessage,
  IconPrinter,
  IconTrash,
  IconUserDollar,
  IconX,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAcceptOffer } from '#web/entities/property/property-queries.ts';
import { isListed } from '#web/entities/property/property-status.tsx';
import { RejectWindow } from '#web/features/properties/list/reject-window.tsx';
import { isJudged, RequestMessage } from '#web/features/properties/list/request-message.tsx';
import { gapsInWords } from '#web/features/properties/list/request-panel.tsx';
import { SituationButton } from '#web/features/properties/list/situation-button.tsx';
import { placeInWords, sharedWords } from '#web/features/properties/property-words.ts';
import { whatsAppLink } from '#web/lib/message-links.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { type Action, More } from '#web/ui/base/actions.tsx';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { doneWithUndo } from '#web/ui/feedback/undo.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { PageHead } from '#web/ui/page/page.tsx';
import { usePropertyActions } from './use-property-actions.ts';
import type { PropertyRecord } from './use-property-record.ts';

const PrintWindow = lazyWindow(
  () => import('./print-window.tsx'),
  ({ PrintWindow }) => PrintWindow,
);

type PropertyHeadProps = {
  property: PropertyDetail;
  setSituation: PropertyRecord['setSituation'];
  onCloned: (copy: number) => void;
  onDeleted: () => void;
};

/** Which property it is, and what can be decided about it. */
export function PropertyHead({ property, setSituation, onCloned, onDeleted }: PropertyHeadProps) {
  const actions = usePropertyActions({ setSituation, onCloned, onDeleted });
  const navigate = useNavigate();
  const [telling, setTelling] = useState(false);
  const [printing, setPrinting] = useState(false);
  const removal: Action = {
    label: 'Deletar imóvel',
    icon: IconTrash,
    danger: true,
    onClick: () => actions.remove(property),
  };
  const more: (Action | false)[] = [
    may(bids.create.access) &&
      may(properties.list.access) &&
      property.status === 'AVAILABLE' && {
        label: 'Nova proposta',
        icon: IconFileDollar,
        onClick: () => navigate({ to: '/contracts/bids', search: { book: 'new', of: property.id } }),
      },
    may(peopleCommissions.saveRule.access) &&
      may(peopleCommissions.list.access) && {
        label: 'Dividir a comissão',
        icon: IconUserDollar,
        onClick: () =>
          navigate({
            to: '/financial/people',
            search: { property: property.id, rule: property.type === 'RENT' ? 'LETTING' : 'SALE' },
          }),
      },
    isListed(property) && {
      label: 'Ver anúncio',
      icon: IconExternalLink,
      onClick: () => window.open(listingPath(property), '_blank', 'noopener'),
    },
    isListed(property) && {
      label: 'Enviar ao cliente',
      icon: IconBrandWhatsapp,
      onClick: () => window.open(whatsAppLink(null, sharedWords(property, location.origin)), '_blank', 'noopener'),
    },
    isListed(property) &&
      may('PROPERTY_VIEW') && { label: 'Imprimir', icon: IconPrinter, onClick: () => setPrinting(true) },
    may('PROPERTY_EDIT') &&
      isJudged(property) && {
        label: 'Avisar quem solicitou',
        icon: IconMessage,
        onClick: () => setTelling(true),
      },
    may({ all: ['PROPERTY_CREATE', 'PROPERTY_VIEW'] }) && {
      label: 'Clonar imóvel',
      icon: IconCopy,
      onClick: () => actions.clone(property),
    },
    may('PROPERTY_REMOVE') && removal,
  ];
  const shown = more.filter((action) => action !== false);
  const judges = may('PROPERTY_EDIT') && property.status === 'PENDING';
  const accepts = property.offer !== null && may('USER_CREATE');
  const judgement = { property, setSituation, onJudged: () => setTelling(true) };
  return (
    <PageHead
      title={addressLine(property)}
      breadcrumbs={may('PROPERTY_VIEW') ? [{ label: 'Imóveis', to: '/properties' }] : undefined}
      below={placeInWords(property)}
      primary={judges && (accepts ? <Acceptance {...judgement} /> : <Approval {...judgement} />)}
      actions={
        <>
          {may('PROPERTY_EDIT') && <SituationButton property={property} setSituation={setSituation} />}
          {judges && <Rejection {...judgement} />}
          {shown.length > 0 && <More actions={shown} />}
          {printing && <PrintWindow property={property} onClose={() => setPrinting(false)} />}
          {telling && <RequestMessage property={property} onClose={() => setTelling(false)} />}
        </>
      }
    />
  );
}

type JudgementProps = Pick<PropertyHeadProps, 'property' | 'setSituation'> & { onJudged: () => void };

/** Approves what the public site sent, after a question that names what is missing. */
function Approval({ property, setSituation, onJudged }: JudgementProps) {
  const confirm = useConfirm();

  async function approve() {
    const gaps = gapsInWords(property);
    const approved = await confirm({
      title: 'Aprovar imóvel',
      body: gaps
        ? `O imóvel fica disponível. Antes de ser anunciado, ainda falta: ${gaps}.`
        : 'O imóvel fica disponível, fora do site até ser anunciado.',
      verb: 'Aprovar imóvel',
      run: () => setSituation('AVAILABLE', undefined, 'silently'),
    });
    if (!approved) return;
    doneWithUndo('Situação do imóvel atualizado com sucesso!', () => setSituation('PENDING'));
    onJudged();
  }

  return (
    <Button leftSection={<IconCheck size={15} />} onClick={approve}>
      Aprovar
    </Button>
  );
}

/** Takes an offered property in: its owner becomes a client, and the listing is prepared before it is shown. */
function Acceptance({ property, onJudged }: JudgementProps) {
  const confirm = useConfirm();
  const accept = useAcceptOffer(property.id);
  const { offer, requester } = property;

  async function take() {
    const owner = offer?.client
      ? `O proprietário é ${offer.client.name}, que já é cliente com este e-mail.`
      : `${requester?.name ?? 'Quem ofereceu'} vira cliente e proprietário.`;
    const done = await confirm({
      title: 'Aceitar imóvel',
      body: `${owner} O imóvel fica disponível, com as fotos, e fora do site até ser anunciado.`,
      verb: 'Aceitar imóvel',
      run: () => accept.mutateAsync({ params: { id: property.id } }),
    });
    if (!done) return;
    toast.success('Imóvel aceito: complete o cadastro e anuncie.');
    onJudged();
  }

  return (
    <Button leftSection={<IconCheck size={15} />} onClick={take}>
      Aceitar
    </Button>
  );
}

/** Rejects it with a reason. */
function Rejection({ setSituation, onJudged }: JudgementProps) {
  const [rejecting, setRejecting] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconX size={15} />} onClick={() => setRejecting(true)}>
        Reprovar
      </Button>
      {rejecting && (
        <RejectWindow
          onReject={(reason) => setSituation('UNAVAILABLE', reason)}
          onDone={() => {
            setRejecting(false);
            onJudged();
          }}
          onClose={() => setRejecting(false)}
        />
      )}
    </>
  );
}
