import { type PropertyDetail, properties } from '@morada/contract/registry/properties';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { propertyQuery } from '#web/entities/property/property-queries.ts';
import type { Versioned } from '#web/lib/api/api.ts';
import { mutation, type Variables } from '#web/lib/api/mutation.ts';
import { optimistic } from '#web/lib/api/optimistic.ts';
import type { UploadOptions } from '#web/lib/api/upload.ts';
import { usePatch } from '#web/lib/api/use-patch.ts';
import { removalsSent, withHidden } from '#web/lib/removals.ts';
import { removeWithUndo } from '#web/ui/feedback/undo.tsx';

export type Part = 'features' | 'fees' | 'images';
export const partKey = (part: Part, id: number) => `${part}:${id}`;
export type Picture = PropertyDetail['images'][number];

const SORT = { features: properties.sortFeatures, fees: properties.sortFees, images: properties.sortImages } as const;
const REMOVE = {
  features: properties.removeFeature,
  fees: properties.removeFee,
  images: properties.removeImage,
} as const;

const NOT_SORTED = {
  features: 'Ocorreu um erro ao tentar mudar a posição',
  fees: 'Ocorreu um erro ao tentar mudar a posição',
  images: 'Não foi possível mover a posição das imagens',
} as const;
const NOT_REMOVED = {
  features: 'Não foi possível remover a característica',
  fees: 'Não foi possível remover a taxa',
  images: 'Não foi possível remover a imagem',
} as const;

type Sorting = (typeof SORT)[Part];

/**
 * One ordered part of a property. Order and removal are saved at once and do not change the version that the forms hold.
 */
export function usePropertyPart(id: number, part: Part) {
  const cache = useQueryClient();
  const record = propertyQuery(id);
  const patch = usePatch<PropertyDetail>(record);
  const ordering = useMutation({
    ...mutation(SORT[part], { failure: NOT_SORTED[part], upToDate: record }),
    ...optimistic({
      queries: () => ({ queryKey: record.queryKey, exact: true }),
      show: (now: Versioned<PropertyDetail>, { body }: Variables<Sorting>) => ({
        ...now,
        data: { ...now.data, [part]: inOrder<{ id: number }>(now.data[part], body.data.map(idOf)) },
      }),
    }),
    // One order after the other reaches the server, however fast things are dragged.
    scope: { id: `order of ${part} of ${id}` },
  });
  const removal = useMutation({
    ...mutation(REMOVE[part], { failure: NOT_REMOVED[part], upToDate: record }),
    onSuccess: (_none, { params }) =>
      patch((property) => ({ [part]: without<{ id: number }>(property[part], Number(params.id)) })),
  });

  return {
    /** In sight at once, taken back when the server refuses. */
    async sort(order: number[]) {
      await removalsSent();
      const all: { id: number }[] = cache.getQueryData(record.queryKey)?.data[part] ?? [];
      const data = withHidden(
        all.map((one) => one.id),
        order,
      );
      await ordering.mutateAsync({ params: { id }, body: { data } });
    },

    /** Without a question; the notice shows `body` and brings them back. */
    remove(partIds: number[], body: string) {
      removeWithUndo({
        keys: partIds.map((partId) => partKey(part, partId)),
        body,
        send: async (keepalive) => {
          // Sent together: one that is refused keeps none of the others.
          const sent = await Promise.allSettled(
            partIds.map((partId) => removal.mutateAsync({ params: { id: partId }, keepalive })),
          );
          const refused = sent.find((one) => one.status === 'rejected');
          if (refused) throw refused.reason;
        },
      });
    },
  };
}

/** The photographs, which are uploaded one by one besides. */
export function usePropertyImages(id: number) {
  const cache = useQueryClient();
  const record = propertyQuery(id);
  const patch = usePatch<PropertyDetail>(record);
  const { sort, remove } = usePropertyPart(id, 'images');
  const upload = useMutation({
    ...mutation(properties.addImage, { upToDate: record }),
    onSuccess: (image) => patch(({ images }) => ({ images: [...images, image] })),
  });
  return {
    sort,
    remove,

    add: (file: Blob, name: string, options: UploadOptions) =>
      upload.mutateAsync({ params: { id }, file, name, ...options }),

    /** Uploads finish in any order; this moves the new ones to the end in the order they were chosen. */
    async placeLast(fresh: number[]) {
      await removalsSent();
      const ids = (cache.getQueryData(record.queryKey)?.data.images ?? []).map((image) => image.id);
      const wanted = [...ids.filter((one) => !fresh.includes(one)), ...fresh];
      if (wanted.some((one, index) => one !== ids[index])) await sort(wanted);
    },
  };
}

const idOf = (one: number | { id: number }) => (typeof one === 'number' ? one : one.id);

const inOrder = <T extends { id: number }>(rows: T[], ids: number[]) =>
  rows.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));

const without = <T extends { id: number }>(rows: T[], id: number) => rows.filter((row) => row.id !== id);
