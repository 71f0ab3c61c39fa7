import type { ProposalDetail } from '@morada/contract/lease/proposals';
import { terminations } from '@morada/contract/money/terminations';
import { IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { download } from '#web/lib/api/files.ts';
import { toast } from '#web/lib/toast.ts';
import { today } from '#web/lib/today.ts';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { RecordWindow } from '#web/ui/overlay/windows.tsx';
import { EndBody } from './end-body.tsx';
import { LiveSheet } from './live-sheet.tsx';
import { OwnLines } from './own-lines.tsx';
import { TerminationFields } from './termination-fields.tsx';
import { useTermination } from './use-termination.ts';

type TerminationWindowProps = {
  proposal: ProposalDetail;
  /** The terms on the page hold something not saved. */
  dirty: boolean;
  /** Closes the contract as it stands, without a sheet. */
  onCloseBare: () => unknown;
  onClose: () => void;
};

/** The end of a lease: now, as it stands, or with the sheet of what is owed. */
export function TerminationWindow({ proposal, dirty, onCloseBare, onClose }: TerminationWindowProps) {
  const { id } = proposal;
  const termination = useTermination(proposal, onClose);
  const { form, record, reckon } = termination;
  const [busy, setBusy] = useState<'sheet' | 'end'>();
  const confirm = useConfirm();
  const leaving = useWatch({ control: form.control, name: 'left_on' });
  const simulated = Boolean(leaving) && leaving > today();

  async function whileBusy<T>(what: typeof busy, work: Promise<T>) {
    setBusy(what);
    return work.catch(toast.failure).finally(() => setBusy(undefined));
  }

  async function saveSheet() {
    const body = await form.check();
    if (body)
      await whileBusy('sheet', download(terminations.draftPdf, { params: { id }, body }, { as: `rescisao-${id}.pdf` }));
  }

  async function askEnd() {
    const body = await form.check();
    const sheet = body && (await whileBusy('end', reckon(body)));
    if (!sheet) return;
    await confirm({
      title: `Encerrar contrato ${id}`,
      body: <EndBody proposal={proposal} sheet={sheet} dirty={dirty} />,
      verb: 'Encerrar contrato',
      danger: true,
      run: form.save,
    });
  }

  return (
    <RecordWindow
      title={`Encerrar contrato ${id}`}
      terms={['fine', 'proRata']}
      width={880}
      record={record}
      forms={[form]}
      onClose={onClose}
      sideFirst
      side={<TerminationFields form={form} proposal={proposal} sheet={termination.sheet} simulated={simulated} />}
      actions={{
        others: [
          {
            label: 'Imprimir folha',
            icon: IconPrinter,
            loading: busy === 'sheet',
            onClick: saveSheet,
          },
        ],
        either: [
          { label: 'Encerrar agora', onClick: onCloseBare },
          {
            label: 'Encerrar com folha de rescisão',
            loading: busy === 'end' || form.formState.isSubmitting,
            disabled: simulated,
            onClick: askEnd,
          },
        ],
      }}
    >
      <OwnLines form={form} />
      <LiveSheet proposal={proposal} termination={termination} />
    </RecordWindow>
  );
}
