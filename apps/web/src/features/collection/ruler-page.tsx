import { Button } from '@mantine/core';
import { collection, type Ruler, type RulerStep } from '@morada/contract/collection/collection';
import { formatDate } from '@morada/domain/base/calendar';
import { DEFAULT_STEPS } from '@morada/domain/collection/default-steps';
import { IconPlayerPause, IconPlayerPlay, IconTimeline } from '@tabler/icons-react';
import { useState } from 'react';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { lazyWindow } from '#web/ui/base/lazy.tsx';
import { EmptyState } from '#web/ui/feedback/blank.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { QueryBoundary } from '#web/ui/feedback/query-boundary.tsx';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import { type SharedRecord, useRecord } from '#web/ui/overlay/use-record.tsx';
import { PageHead } from '#web/ui/page/page.tsx';
import { rulerQuery, useSaveRuler, useSwitchOff } from './collection-queries.ts';
import { StepList } from './step-list.tsx';

const SimulationWindow = lazyWindow(
  () => import('./simulation-window.tsx'),
  ({ SimulationWindow }) => SimulationWindow,
);

/** Steps of the agency's ruler; it is switched on after its simulation was seen. */
export function RulerPage() {
  const { record, query, data: ruler } = useRecord({ what: 'a régua', query: rulerQuery });
  const [simulating, setSimulating] = useState(false);
  return (
    <>
      <PageHead
        title="Régua de cobrança"
        below="Passos antes e depois do vencimento, que param sozinhos com o pagamento"
        actions={ruler?.active && may(collection.switchOff.access) && <SwitchOff />}
        primary={
          ruler &&
          ruler.steps.length > 0 && (
            <Button
              leftSection={ruler.active ? <IconTimeline size={15} /> : <IconPlayerPlay size={15} />}
              onClick={() => setSimulating(true)}
            >
              {ruler.active ? 'Ver o que vem' : 'Simular e ligar'}
            </Button>
          )
        }
      />
      <QueryBoundary query={{ ...query, data: ruler }} what="a régua" lines={10}>
        {(found) => <RulerSteps ruler={found} record={record} />}
      </QueryBoundary>
      {simulating && ruler && <SimulationWindow active={ruler.active} onClose={() => setSimulating(false)} />}
    </>
  );
}

function SwitchOff() {
  const { mutateAsync: switchOff } = useSwitchOff();
  const confirm = useConfirm();
  async function ask() {
    const done = await confirm({
      title: 'Desligar a régua',
      body: 'Nenhum passo é feito mais, e as mensagens que esperam são canceladas. O que já saiu continua no histórico.',
      verb: 'Desligar a régua',
      danger: true,
      run: () => switchOff({}),
    });
    if (done) toast.success('Régua desligada');
  }
  return (
    <Button variant="subtle" color="red" leftSection={<IconPlayerPause size={15} />} onClick={ask}>
      Desligar
    </Button>
  );
}

function RulerSteps({ ruler: { active, since, steps }, record }: { ruler: Ruler; record: SharedRecord }) {
  const { mutateAsync: save, isPending } = useSaveRuler();
  const edits = may(collection.saveRuler.access);
  const change = (changed: RulerStep[]) =>
    save({ body: { steps: changed } }).then(() => {
      toast.success('Régua atualizada');
    });
  if (steps.length === 0)
    return (
      <EmptyState
        icon={IconTimeline}
        title="A régua ainda não tem passos"
        below="Comece pelos passos sugeridos, de cinco dias antes a trinta dias depois do vencimento. Nada é enviado até a régua ser ligada."
        action={
          edits && (
            <Button
              loading={isPending}
              onClick={() => change(DEFAULT_STEPS.map((step) => ({ ...step, channels: null }))).catch(toast.failure)}
            >
              Usar os passos sugeridos
            </Button>
          )
        }
      />
    );
  return (
    <>
      <Callout tone="known">
        {active && since
          ? `Ligada desde ${formatDate(since)}. Um passo já feito não se repete, mesmo que ele mude.`
          : 'Desligada: nada é enviado. Veja a simulação antes de ligar.'}
      </Callout>
      <StepList steps={steps} ruler={record} onChange={edits ? (changed) => change(changed) : undefined} />
    </>
  );
}
