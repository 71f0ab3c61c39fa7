import { Button } from '@mantine/core';
import type { PropertyDetail } from '@morada/contract/properties';
import { addressLine, LOCATIONS, type PropertyStatus as Situation, TRANSACTION_TYPES } from '@morada/domain/property';
import { IconCheck, IconTrash, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { may } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import { More } from '#web/ui/actions.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { PageHead } from '#web/ui/page.tsx';
import { useDeleteProperty } from './property-queries.ts';
import { RejectDialog } from './reject-dialog.tsx';
import { SituationMenu } from './situation-menu.tsx';

type PropertyHeadProps = {
  property: PropertyDetail;
  /** Rejects when the server refused. */
  setSituation: (status: Situation, reason?: string) => Promise<unknown>;
  onDeleted: () => void;
};

/** Which property it is, and what can be decided about it. */
export function PropertyHead({ property, setSituation, onDeleted }: PropertyHeadProps) {
  const [running, setRunning] = useState(false);
  const [rejecting, setRejecting] = useState(false);
  const confirm = useConfirm();
  const deleteProperty = useDeleteProperty();
  const address = addressLine(property);
  const pending = property.status === 'PENDING';

  async function choose(status: Situation) {
    setRunning(true);
    await setSituation(status)
      .catch(toast.failure)
      .finally(() => setRunning(false));
  }

  async function remove() {
    const done = await confirm({
      title: 'Deletar imóvel',
      says: `Tem certeza que deseja deletar o imóvel ${address}? Esta ação não poderá ser desfeita`,
      verb: 'Deletar imóvel',
      danger: true,
      run: () => deleteProperty(property.id),
    });
    if (!done) return;
    toast.success('O imóvel foi deletado');
    onDeleted();
  }

  const removal = { label: 'Deletar imóvel', icon: IconTrash, onClick: remove };
  return (
    <>
      <PageHead
        title={address}
        breadcrumbs={may('PROPERTY_VIEW') ? [{ label: 'Imóveis', to: '/properties' }] : undefined}
        below={`${LOCATIONS[property.location]}, ${TRANSACTION_TYPES[property.type].toLowerCase()}, ${property.neighborhood}, ${property.city}`}
        actions={
          <>
            {may('PROPERTY_EDIT') && (
              <SituationMenu property={property} onChoose={choose} loading={running && !pending} />
            )}
            {may('PROPERTY_EDIT') && pending && (
              <>
                <Button variant="default" leftSection={<IconX size={15} />} onClick={() => setRejecting(true)}>
                  Reprovar
                </Button>
                <Button leftSection={<IconCheck size={15} />} loading={running} onClick={() => choose('AVAILABLE')}>
                  Aprovar
                </Button>
              </>
            )}
            {may('PROPERTY_REMOVE') && <More actions={[removal]} danger={removal} />}
          </>
        }
      />
      {rejecting && (
        <RejectDialog
          onReject={(reason) => setSituation('UNAVAILABLE', reason)}
          onDone={() => setRejecting(false)}
          onClose={() => setRejecting(false)}
        />
      )}
    </>
  );
}
