import { type PropertyDetail, properties } from '@morada/contract/properties';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { propertyQuery } from '#web/entities/property/property-queries.ts';
import { api, type Versioned } from '#web/lib/api/api.ts';
import { withFailureMessage } from '#web/lib/api/failure.ts';
import { optimistically } from '#web/lib/api/optimistic.ts';
import { upload } from '#web/lib/api/upload.ts';
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

/**
 * Ordered parts of a property. Order, removal and photographs are saved at once and do not change the version that the
 * forms hold.
 */
export function usePropertyParts(id: number) {
  const cache = useQueryClient();
  const { queryKey } = propertyQuery(id);
  /** One order after the other reaches the server, however fast things are dragged. */
  const sorting = useRef<Promise<unknown>>(Promise.resolve());

  const held = () => cache.getQueryData(queryKey)?.data;
  const put = (change: (property: PropertyDetail) => Partial<PropertyDetail>) =>
    cache.setQueryData(queryKey, (now) => now && { ...now, data: { ...now.data, ...change(now.data) } });
  const relist = () => cache.invalidateQueries({ queryKey: ['properties', 'list'] });

  /** In sight at once, taken back when the server refuses. */
  async function sort(part: Part, order: number[]) {
    await removalsSent();
    const all: { id: number }[] = held()?.[part] ?? [];
    const ids = withHidden(
      all.map((one) => one.id),
      order,
    );
    const call = () => withFailureMessage(NOT_SORTED[part], api(SORT[part], { params: { id }, body: { data: ids } }));
    await optimistically(cache, {
      queryKey,
      exact: true,
      show: (now: Versioned<PropertyDetail>) => ({
        ...now,
        data: { ...now.data, [part]: inOrder<{ id: number }>(now.data[part], ids) },
      }),
      call: () => {
        sorting.current = sorting.current.then(call, call);
        return sorting.current;
      },
    });
    if (part === 'images') relist();
  }

  return {
    sort,

    /** Without a question; the notice says `says` and brings them back. */
    remove(part: Part, partIds: number[], body: string) {
      const removeOne = async (partId: number, keepalive: boolean) => {
        await withFailureMessage(NOT_REMOVED[part], api(REMOVE[part], { params: { id: partId } }, { keepalive }));
        put((property) => ({ [part]: without(property[part], partId) }));
      };
      removeWithUndo({
        keys: partIds.map((partId) => partKey(part, partId)),
        body,
        send: async (leaving) => {
          // Sent together: one that is refused keeps none of the others.
          const sent = await Promise.allSettled(partIds.map((partId) => removeOne(partId, leaving)));
          if (part === 'images') relist();
          const refused = sent.find((one) => one.status === 'rejected');
          if (refused) throw refused.reason;
        },
      });
    },

    addImage: (file: Blob, name: string, options: Parameters<typeof upload>[2]) =>
      upload(properties.addImage, { params: { id }, file, name }, options),

    showImage(image: Picture) {
      put(({ images }) => ({ images: [...images, image] }));
      relist();
    },

    /** Uploads finish in any order; this moves the new ones to the end in the order they were chosen. */
    async placeLast(fresh: number[]) {
      await removalsSent();
      const ids = (held()?.images ?? []).map((image) => image.id);
      const wanted = [...ids.filter((one) => !fresh.includes(one)), ...fresh];
      if (wanted.some((one, index) => one !== ids[index])) await sort('images', wanted);
    },
  };
}

const inOrder = <T extends { id: number }>(rows: T[], ids: number[]) =>
  rows.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));

const without = <T extends { id: number }>(rows: T[], id: number) => rows.filter((row) => row.id !== id);
