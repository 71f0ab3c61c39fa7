import type { PropertyDetail } from '@morada/contract/registry/properties';
import { addressLine } from '@morada/domain/property/property';
import { useCloneProperty, useDeleteProperty } from '#web/entities/property/property-queries.ts';
import { ApiProblem } from '#web/lib/api/api.ts';
import { toast } from '#web/lib/toast.ts';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import type { PropertyRecord } from './use-property-record.ts';

type PropertyActionsOptions = {
  setSituation: PropertyRecord['setSituation'];
  onCloned: (copy: number) => void;
  onDeleted: () => void;
};

/** Actions on a property as a whole, each with its confirmation. */
export function usePropertyActions({ setSituation, onCloned, onDeleted }: PropertyActionsOptions) {
  const confirm = useConfirm();
  const cloneProperty = useCloneProperty();
  const deleteProperty = useDeleteProperty();

  async function clone({ id }: PropertyDetail) {
    let copy = 0;
    const done = await confirm({
      title: 'Clonar imóvel',
      body: 'Tem certeza que deseja clonar o imóvel? A cópia fica fora do site até ser anunciada.',
      verb: 'Clonar imóvel',
      run: async () => {
        copy = (await cloneProperty.mutateAsync({ params: { id } })).id;
      },
    });
    if (!done) return;
    toast.success('Dados clonados.');
    onCloned(copy);
  }

  async function remove(property: PropertyDetail) {
    let refusal: ApiProblem | undefined;
    const done = await confirm({
      title: 'Deletar imóvel',
      body: `Tem certeza que deseja deletar o imóvel ${addressLine(property)}? Esta ação não poderá ser desfeita`,
      verb: 'Deletar imóvel',
      danger: true,
      run: async () => {
        try {
          await deleteProperty.mutateAsync({ params: { id: property.id } });
        } catch (error) {
          if (!isNeeded(error)) throw error;
          refusal = error;
        }
      },
    });
    if (!done) return;
    if (refusal) return takeOff(property, refusal.message);
    toast.success('O imóvel foi deletado');
    onDeleted();
  }

  /** A property with contracts cannot be deleted: offers to make it unavailable instead. */
  async function takeOff({ status }: PropertyDetail, reason: string) {
    if (status === 'UNAVAILABLE') {
      toast.failure(new ApiProblem(409, 'PROPERTY_HAS_CONTRACT', reason));
      return;
    }
    await confirm({
      title: 'Tornar indisponível',
      body: `${reason} Ele pode ficar indisponível: deixa de ser oferecido, e o histórico continua.`,
      verb: 'Tornar indisponível',
      run: () => setSituation('UNAVAILABLE'),
    });
  }

  return { clone, remove };
}

const isNeeded = (error: unknown): error is ApiProblem => error instanceof ApiProblem && error.status === 409;
