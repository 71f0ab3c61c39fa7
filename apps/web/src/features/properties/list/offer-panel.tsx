import { Button } from '@mantine/core';
import type { PropertyDetail } from '@morada/contract/registry/properties';
import { isOpenOffer, offerLife } from '@morada/domain/property/offer';
import { IconCalendarPlus, IconEye, IconLink, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { OfferState } from '#web/entities/property/offer-state.tsx';
import { useMoveOffer, useRenewOfferLink } from '#web/entities/property/property-queries.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { Day } from '#web/ui/display/figures.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import classes from './offer-panel.module.css';

const OfferLinkMessage = lazyWindow(
  () => import('./offer-link-message.tsx'),
  ({ OfferLinkMessage }) => OfferLinkMessage,
);
const OfferVisitWindow = lazyWindow(
  () => import('./offer-visit-window.tsx'),
  ({ OfferVisitWindow }) => OfferVisitWindow,
);

type OfferPanelProps = { property: PropertyDetail; offer: NonNullable<PropertyDetail['offer']> };

/** Progress of a property that its owner offered, the next steps, and the owner's link. */
export function OfferPanel({ property, offer }: OfferPanelProps) {
  const { id } = property;
  const { state, visit_on, link } = offer;
  const move = useMoveOffer(id);
  const [open, setOpen] = useState<'visit' | 'link'>();
  const judges = may('PROPERTY_EDIT');

  const review = () =>
    move
      .mutateAsync({ params: { id }, body: { action: 'review' } })
      .then(() => toast.success('A oferta está em análise.'))
      .catch(toast.failure);

  return (
    <section className={classes.panel} aria-label="Oferta do proprietário">
      <p className={classes.state}>
        <span className={classes.label}>Oferta</span>
        <OfferState state={state} visit_on={visit_on} />
      </p>
      <div className={classes.actions}>
        {judges && offerLife.can(state, 'review') && (
          <Button variant="default" leftSection={<IconEye size={15} />} loading={move.isPending} onClick={review}>
            Colocar em análise
          </Button>
        )}
        {judges && offerLife.can(state, 'schedule') && (
          <Button variant="default" leftSection={<IconCalendarPlus size={15} />} onClick={() => setOpen('visit')}>
            {state === 'VISIT' ? 'Mudar visita' : 'Marcar visita'}
          </Button>
        )}
        {link && (
          <Button variant="default" leftSection={<IconLink size={15} />} onClick={() => setOpen('link')}>
            Enviar link
          </Button>
        )}
        {judges && isOpenOffer(state) && <NewLink id={id} />}
      </div>
      {judges && (
        <p className={classes.note}>
          {link ? (
            <>
              O proprietário acompanha pelo link até <Day value={link.until} />.
            </>
          ) : (
            'O link do proprietário não abre mais.'
          )}
        </p>
      )}
      {open === 'visit' && (
        <OfferVisitWindow
          day={visit_on}
          onSchedule={(day) => move.mutateAsync({ params: { id }, body: { action: 'schedule', visit_on: day } })}
          onDone={() => {
            setOpen(undefined);
            toast.success('Visita marcada.');
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'link' && <OfferLinkMessage property={property} onClose={() => setOpen(undefined)} />}
    </section>
  );
}

/** Replaces the owner's link when it expired or was forwarded. */
function NewLink({ id }: { id: number }) {
  const confirm = useConfirm();
  const renew = useRenewOfferLink(id);

  async function replace() {
    const done = await confirm({
      title: 'Criar outro link',
      body: 'O link que o proprietário tem deixa de abrir. Envie o novo a ele.',
      verb: 'Criar outro link',
      run: () => renew.mutateAsync({ params: { id } }),
    });
    if (done) toast.success('Link criado: envie ao proprietário.');
  }

  return (
    <Button variant="default" leftSection={<IconRefresh size={15} />} onClick={replace}>
      Criar outro link
    </Button>
  );
}
