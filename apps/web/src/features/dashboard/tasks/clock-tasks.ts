import type { Answer } from '@morada/contract/base/endpoint';
import { doctor } from '@morada/contract/desk/doctor';
import { formatDate } from '@morada/domain/base/calendar';
import { useMutation } from '@tanstack/react-query';
import { mutation } from '#web/lib/api/mutation.ts';
import { toast } from '#web/lib/toast.ts';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import type { Found, Task } from '../today-queue.tsx';

type Clock = Answer<typeof doctor.clock>;

/** A day of the server far ahead of the last one worked: the automatic work waits until a person says that it is right. */
export function useClockTasks() {
  const confirm = useConfirm();
  const { mutateAsync } = useMutation(mutation(doctor.confirmClock, {}));
  return ({ jump }: Clock): Found => {
    if (!jump) return { tasks: [], count: 0 };
    const { worked, today } = jump;
    const task: Task = {
      title: 'A data do servidor saltou',
      who: `O servidor diz ${formatDate(today)}, e trabalhou pela última vez em ${formatDate(worked)}`,
      when: 'faturas, cobrança e despesas automáticas esperam',
      late: true,
      verb: 'Confirmar a data',
      run: async () =>
        confirm({
          title: 'Confirmar a data',
          body: `Hoje é mesmo ${formatDate(today)}? As faturas dos meses desde ${formatDate(worked)} são geradas, e a cobrança, os acordos e as despesas seguem desta data. Se a data está errada, avise quem cuida do servidor.`,
          verb: 'A data está certa',
          run: async () => {
            await mutateAsync({ body: { today } });
            toast.success('Data confirmada.');
          },
        }),
    };
    return { tasks: [task], count: 1 };
  };
}
