import { movimentations } from '@morada/contract/money/movimentations';
import { IconWallet } from '@tabler/icons-react';
import { toast } from '#web/lib/toast.ts';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { MovimentationFields, type MovimentationValues } from './movimentation-fields.tsx';
import { type CashRow, isOwn, movimentationKey, type OwnRow, useChangeMovimentation } from './movimentation-queries.ts';
import { useRemoval } from './use-removal.ts';

type MovimentationWindowProps = {
  /** Undefined where the address names one that is not in the list. */
  row: CashRow | undefined;
  /** Reads the list again, and the row with it. */
  reload: (options: { throwOnError: true }) => Promise<unknown>;
  onClose: () => void;
};

/** One entry of the cash book, to be put right. */
export default function MovimentationWindow({ row, ...window }: MovimentationWindowProps) {
  return row && isOwn(row) ? <Editing row={row} {...window} /> : <Missing onClose={window.onClose} />;
}

function Editing({ row, reload, onClose }: MovimentationWindowProps & { row: OwnRow }) {
  const { mutateAsync: change } = useChangeMovimentation();
  const form = useForm(movimentations.update.body, {
    values: valuesOf(row),
    submit: (body) => change({ params: { id: row.id }, body, version: row.version }),
    changesOnly: true,
    onSaved: () => {
      toast.success('Dados atualizados');
      onClose();
    },
  });
  const askRemoval = useRemoval();

  async function remove() {
    if (!(await askRemoval(row))) return;
    form.reset();
    onClose();
  }

  return (
    <FormWindow
      title={`Movimentação ${row.id}`}
      terms={['movimentation']}
      record={{ what: 'esta movimentação', key: movimentationKey(row.id), reload }}
      form={form}
      verb="Salvar alterações"
      onClose={onClose}
      actions={{ danger: { label: 'Deletar movimentação', onClick: remove } }}
    >
      <Form form={form}>
        <MovimentationFields form={form} />
      </Form>
    </FormWindow>
  );
}

const valuesOf = ({
  description,
  price,
  type,
  subtype,
  date,
  doc,
  category,
}: OwnRow): Partial<MovimentationValues> => ({
  description,
  price,
  type,
  subtype,
  date,
  category,
  doc: doc ?? '',
});

function Missing({ onClose }: { onClose: () => void }) {
  return (
    <FormWindow title="Movimentação" onClose={onClose}>
      <EmptyState
        icon={IconWallet}
        title="Não encontramos esta movimentação."
        below="Ela pode ter sido deletada, ou mudado de tipo ou de data."
      />
    </FormWindow>
  );
}
