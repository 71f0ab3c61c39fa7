import { MovimentationCreate, movimentations } from '@morada/contract/money/movimentations';
import { IconWallet } from '@tabler/icons-react';
import * as z from 'zod/mini';
import { toast } from '#web/lib/toast.ts';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import {
  movimentationKey,
  useAddMovimentation,
  useChangeMovimentation,
  useRemoveMovimentation,
} from './movimentation-queries.ts';
import { PayableFields } from './payable-fields.tsx';
import type { Payable } from './payable-queries.ts';

type Reload = (options: { throwOnError: true }) => Promise<unknown>;

/** An expense that is to be paid; undefined where the address names one that is not in the list. */
export function PayableWindow(props: { row: Payable | undefined; reload: Reload; onClose: () => void }) {
  const { row, reload, onClose } = props;
  if (row) return <Editing row={row} reload={reload} onClose={onClose} />;
  return (
    <FormWindow title="Conta a pagar" onClose={onClose}>
      <EmptyState
        icon={IconWallet}
        title="Não encontramos esta conta."
        below="Ela pode ter sido paga ou deletada, ou está em outra página da lista."
      />
    </FormWindow>
  );
}

function Editing({ row, reload, onClose }: { row: Payable; reload: Reload; onClose: () => void }) {
  const { mutateAsync: change } = useChangeMovimentation();
  const { mutateAsync: remove } = useRemoveMovimentation();
  const confirm = useConfirm();
  const { id, version, description, price, due_date, category, repeats, doc } = row;
  const form = useForm(movimentations.update.body, {
    values: { description, price, due_date: due_date ?? undefined, category, repeats, doc: doc ?? '' },
    submit: (body) => change({ params: { id }, body, version }),
    changesOnly: true,
    onSaved: () => {
      toast.success('Dados atualizados');
      onClose();
    },
  });
  async function askRemoval() {
    const removed = await confirm({
      title: 'Deletar conta a pagar',
      body: `Tem certeza que deseja deletar “${description}”?${repeats ? ' As próximas não entram mais na lista.' : ''}`,
      verb: 'Deletar conta a pagar',
      danger: true,
      run: () => remove({ params: { id }, version }),
    });
    if (!removed) return;
    toast.success('A conta foi deletada.');
    form.reset();
    onClose();
  }
  return (
    <FormWindow
      title={`Conta a pagar ${id}`}
      record={{ what: 'esta conta', key: movimentationKey(id), reload }}
      form={form}
      verb="Salvar alterações"
      onClose={onClose}
      actions={{ danger: { label: 'Deletar conta a pagar', onClick: askRemoval } }}
    >
      <Form form={form}>
        <PayableFields form={form} />
      </Form>
    </FormWindow>
  );
}

/** Demands the due day, without which an expense is not planned. */
const NewPayable = z
  .extend(MovimentationCreate, { due_date: movimentations.create.body.shape.due_date })
  .check(z.refine(({ due_date }) => Boolean(due_date), { path: ['due_date'], message: 'Informe o vencimento' }));

export function NewPayableWindow({ onClose }: { onClose: () => void }) {
  const { mutateAsync: add } = useAddMovimentation();
  const form = useForm(NewPayable, {
    defaultValues: { description: '', type: 'OUTPUT', subtype: 'OTHER', doc: '' },
    submit: (body) => add({ body }),
    onSaved: () => {
      toast.success('Conta a pagar cadastrada.');
      onClose();
    },
  });
  return (
    <FormWindow title="Nova conta a pagar" onClose={onClose} form={form} verb="Cadastrar conta">
      <Form form={form}>
        <PayableFields form={form} />
      </Form>
    </FormWindow>
  );
}
