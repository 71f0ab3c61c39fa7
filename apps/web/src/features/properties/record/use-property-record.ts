import type { PropertyDetail } from '@morada/contract/registry/properties';
import { addressLine, type PropertyStatus as Situation } from '@morada/domain/property/property';
import { useMemo } from 'react';
import { propertyQuery, useSetSituation } from '#web/entities/property/property-queries.ts';
import { type PropertyForms, usePropertyForms } from '#web/features/properties/form/use-property-forms.ts';
import { type Part, partKey } from '#web/features/properties/parts/property-parts.ts';
import { useHidden } from '#web/lib/removals.ts';
import { useRemember } from '#web/lib/session/recent.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { useSections } from '#web/ui/form/use-sections.ts';
import { useRecord } from '#web/ui/overlay/use-record.tsx';

/** Under which tab each section stands: the page and the window part them differently. */
export type Places = Record<keyof PropertyForms, string>;

/** One property with everything of it that can be changed, for the page and for the window. */
export function usePropertyRecord(id: number, places: Places, show: (tab: string) => void) {
  const { record, query, data } = useRecord({ what: 'este cadastro', query: propertyQuery(id) });
  const property = useInSight(data);
  useRemember('properties', id, property && addressLine(property), `Imóvel ${id}`);
  const { features, fees, ...forms } = usePropertyForms(id, property);
  const parts = { ...forms, features: features.section, fees: fees.section };
  const sections = useSections(
    Object.entries(parts).map(([name, form]) => ({ tab: places[name as keyof Places], form })),
    { show, onSaved: () => toast.success('Imóvel atualizado!') },
  );
  const saveSituation = useSetSituation(id);
  /** Users who come from a contract see only the fields that a contract needs. */
  const whole = may('PROPERTY_VIEW') || (property?.status === 'PENDING' && may('PROPERTY_REQUEST_VIEW'));

  return {
    id,
    query: { ...query, data: property },
    forms: { ...forms, features, fees },
    sections,
    record,
    /** Every form over it. */
    merging: Object.values(parts),
    whole,
    readOnly: !may('PROPERTY_EDIT') || !whole,
    /** Rejects when the server refused. */
    async setSituation(status: Situation, reason?: string, notice: 'silently' | 'aloud' = 'aloud') {
      await saveSituation.mutateAsync({ params: { id }, body: { status, reason } });
      if (notice === 'aloud') toast.success('Situação do imóvel atualizado com sucesso!');
    },
    /** Puts it on the site, or takes it off; rejects when the server refused. */
    async setAdvertised(advertised: boolean) {
      await saveSituation.mutateAsync({ params: { id }, body: { advertised } });
      toast.success(advertised ? 'O imóvel está no site.' : 'O imóvel saiu do site.');
    },
  };
}

/** Without the parts whose removal can still be undone. */
function useInSight(property: PropertyDetail | undefined) {
  const hidden = useHidden();
  return useMemo(() => {
    if (!property || hidden.size === 0) return property;
    const inSight = (part: Part) => (one: { id: number }) => !hidden.has(partKey(part, one.id));
    return {
      ...property,
      features: property.features.filter(inSight('features')),
      fees: property.fees.filter(inSight('fees')),
      images: property.images.filter(inSight('images')),
    };
  }, [property, hidden]);
}

export type PropertyRecord = ReturnType<typeof usePropertyRecord>;
