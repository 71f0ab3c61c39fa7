import type { PropertyDetail } from '@morada/contract/properties';
import { addressLine, type PropertyStatus as Situation } from '@morada/domain/property/property';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { propertyQuery, useSetSituation } from '#web/entities/property/property-queries.ts';
import { type PropertyForms, usePropertyForms } from '#web/features/properties/form/use-property-forms.ts';
import { type Part, partKey } from '#web/features/properties/parts/property-parts.ts';
import { isStale } from '#web/lib/api/failure.ts';
import { useHidden } from '#web/lib/removals.ts';
import { useRemember } from '#web/lib/session/recent.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { useSections } from '#web/ui/form/use-sections.ts';
import { useStale } from '#web/ui/form/use-stale.tsx';

/** Under which tab each section stands: the page and the window part them differently. */
export type Places = Record<keyof PropertyForms, string>;

/** One property with everything of it that can be changed, for the page and for the window. */
export function usePropertyRecord(id: number, places: Places, show: (tab: string) => void) {
  const query = useQuery(propertyQuery(id));
  const property = useInSight(query.data?.data);
  useRemember('properties', id, property && addressLine(property), `Imóvel ${id}`);
  const { features, fees, ...forms } = usePropertyForms(id, property);
  const parts = { ...forms, features: features.section, fees: fees.section };
  const sections = useSections(
    Object.entries(parts).map(([name, form]) => ({ tab: places[name as keyof Places], form })),
    { show, onSaved: () => toast.success('Imóvel atualizado!') },
  );
  const stale = useStale({ what: 'este cadastro', forms: Object.values(parts), reload: query.refetch });
  const saveSituation = useSetSituation(id);
  /** Users who come from a contract see only the fields that a contract needs. */
  const whole = may('PROPERTY_VIEW') || (property?.status === 'PENDING' && may('PROPERTY_REQUEST_VIEW'));

  return {
    id,
    query: { ...query, data: property },
    forms: { ...forms, features, fees },
    sections,
    /** Conflict notice: a newer version was saved (412). */
    notice: stale.notice,
    whole,
    readOnly: !may('PROPERTY_EDIT') || !whole,
    /** Rejects when the server refused. */
    async setSituation(status: Situation, reason?: string, notice: 'silently' | 'aloud' = 'aloud') {
      try {
        await saveSituation.mutateAsync({ params: { id }, body: { status, reason } });
        if (notice === 'aloud') toast.success('Situação do imóvel atualizado com sucesso!');
      } catch (error) {
        if (isStale(error)) stale.report(error);
        throw error;
      }
    },
    discard() {
      for (const form of Object.values(parts)) form.reset();
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
