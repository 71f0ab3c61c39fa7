import type { PropertyDetail } from '@morada/contract/registry/properties';
import type { PropertyStatus as Situation } from '@morada/domain/property/property';
import { useState } from 'react';
import type { PropertyRecord } from '#web/features/properties/record/use-property-record.ts';
import { toast } from '#web/lib/toast.ts';
import { SituationMenu } from './situation-menu.tsx';

type SituationButtonProps = { property: PropertyDetail; setSituation: PropertyRecord['setSituation'] };

/** "Alterar situação", busy while the server answers. */
export function SituationButton({ property, setSituation }: SituationButtonProps) {
  const [running, setRunning] = useState(false);

  async function choose(status: Situation) {
    setRunning(true);
    await setSituation(status)
      .catch(toast.failure)
      .finally(() => setRunning(false));
  }

  return <SituationMenu property={property} onChoose={choose} loading={running} />;
}
