import { Button } from '@mantine/core';
import { FIRST_STEPS, type FirstStep, type FirstStepKey } from '@morada/contract/desk/dashboard';
import type { ImportKind } from '@morada/contract/desk/imports.search';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { recordMutation } from '#web/lib/api/mutation.ts';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Panel } from '#web/ui/display/panel.tsx';
import { ErrorState } from '#web/ui/feedback/blank.tsx';
import classes from './first-steps.module.css';
import { firstStepsQuery, forgetFirstSteps } from './first-steps-query.ts';

type Go = { verb: string; to: LinkProps['to'] };
type Words = Go & { title: string; why: string; imports?: ImportKind };

const STEPS: Record<FirstStepKey, Words> = {
  AGENCY: {
    title: 'Preencha os dados da imobiliária',
    why: 'CNPJ, endereço, telefone e logotipo saem em boletos, recibos e contratos.',
    verb: 'Preencher',
    to: '/settings/agency',
  },
  COLLECTION: {
    title: 'Diga como os aluguéis entram',
    why: 'Com uma chave Pix ou um convênio de cobrança, os inquilinos pagam por QR Code ou boleto.',
    verb: 'Configurar',
    to: '/settings/agency',
  },
  TEAM: {
    title: 'Convide quem trabalha com você',
    why: 'Cada pessoa entra com o próprio acesso, e o grupo diz o que ela pode fazer.',
    verb: 'Convidar',
    to: '/settings/users',
  },
  PEOPLE: {
    title: 'Traga proprietários e inquilinos',
    why: 'São as pessoas dos contratos. Importe a planilha que você já tem, ou cadastre a primeira.',
    verb: 'Cadastrar cliente',
    to: '/clients/create',
    imports: 'people',
  },
  PROPERTIES: {
    title: 'Traga os imóveis',
    why: 'Cada um com o seu proprietário: é a ele que o repasse vai.',
    verb: 'Cadastrar imóvel',
    to: '/properties/register',
    imports: 'properties',
  },
  CONTRACTS: {
    title: 'Traga os contratos',
    why: 'Deles saem as faturas de cada mês, os repasses e os reajustes.',
    verb: 'Cadastrar contrato',
    to: '/contracts/create',
    imports: 'contracts',
  },
  SAFEGUARDS: {
    title: 'Proteja os pagamentos',
    why: 'Acima do que é comum, ou para uma conta nova, outra pessoa confere antes de o dinheiro sair. Os valores já vêm propostos.',
    verb: 'Proteger',
    to: '/settings/payouts',
  },
  BILLING: {
    title: 'Emita a primeira cobrança',
    why: 'As faturas são geradas sozinhas dias antes do vencimento. O passo fica feito quando a primeira chega ao inquilino.',
    verb: 'Gerar faturas',
    to: '/financial/invoices',
  },
};

const PARTS: Record<string, string> = { cnpj: 'CNPJ', address: 'endereço', phone: 'telefone', logo: 'logotipo' };

/** What keeps a charge that was issued from reaching its tenant, and where it is put right. */
function leaving(missing: FirstStep['missing']): Go & { why: string } {
  if (missing.includes('invoice')) return STEPS.BILLING;
  if (missing.includes('channel'))
    return {
      why: 'Há fatura emitida, mas nenhum canal para enviar. Conecte o WhatsApp, o SMS ou o e-mail, ou envie você o link da fatura.',
      verb: 'Conectar um canal',
      to: '/settings/messages',
    };
  if (missing.includes('messages'))
    return {
      why: 'Há fatura emitida, mas o aviso “Fatura disponível” está desativado. Ative o aviso, ou envie você o link da fatura.',
      verb: 'Ativar o aviso',
      to: '/settings/messages',
    };
  return {
    why: 'Há fatura emitida que ainda não chegou ao inquilino. Abra a fatura e envie a cobrança, ou gere o boleto e a remessa.',
    verb: 'Ver faturas',
    to: '/financial/invoices',
  };
}

const list = new Intl.ListFormat('pt-BR');

type FirstStepsProps = {
  /** Brings in a list of this kind, here and now. */
  importButton: (kind: ImportKind) => ReactNode;
  /** Under the steps: data to try things out with. */
  offer: ReactNode;
};

/** First steps of a new agency that the user may perform; renders null once all are done. */
export function FirstSteps({ importButton, offer }: FirstStepsProps) {
  const { data: steps, error, refetch } = useQuery(firstStepsQuery);
  if (!steps && error) return <ErrorState what="os primeiros passos" error={error} onRetry={refetch} />;
  if (!steps || steps.length === 0) return null;
  const done = steps.filter((step) => step.done).length;
  return (
    <div className={classes.steps}>
      <Panel
        title="Primeiros passos"
        count={`${done} de ${steps.length}`}
        tools={may(FIRST_STEPS.AGENCY) && <Dismiss />}
      >
        <ol>
          {steps.map((step) => (
            <Step key={step.key} step={step} importButton={importButton} />
          ))}
        </ol>
        <div className={classes.offer}>{offer}</div>
      </Panel>
    </div>
  );
}

function Step({
  step: { key, done, missing },
  importButton,
}: { step: FirstStep } & Pick<FirstStepsProps, 'importButton'>) {
  const { title, imports } = STEPS[key];
  const { why, verb, to } = key === 'BILLING' ? leaving(missing) : STEPS[key];
  const parts = missing.flatMap((part) => PARTS[part] ?? []);
  return (
    <li className={classes.step} data-done={done || undefined}>
      {done ? <IconCircleCheckFilled size={17} /> : <IconCircle size={17} />}
      <div className={classes.what}>
        <b>{title}</b>
        {!done && (
          <p>
            {why}
            {/* All of it is missing on the first day: the sentence has said so. */}
            {parts.length > 0 && parts.length < 4 && ` Falta: ${list.format(parts)}.`}
          </p>
        )}
      </div>
      {done ? (
        <span className={classes.done}>Feito</span>
      ) : (
        <span className={classes.acts}>
          {imports && importButton(imports)}
          <Button variant="default" renderRoot={(props) => <Link to={to} {...props} />}>
            {verb}
          </Button>
        </span>
      )}
    </li>
  );
}

/** Dismisses the first steps for the whole agency; the settings page restores them. */
function Dismiss() {
  const dismiss = useMutation({
    // Loaded on click, as the module brings all schemas of the agency.
    mutationFn: async (body: { first_steps: boolean }, { client }) => {
      const { agency } = await import('@morada/contract/registry/agency');
      const update = recordMutation(agency.update, firstStepsQuery, { answers: 'gone', unseen: true });
      await client.getMutationCache().build(client, update).execute({ body });
    },
    onSuccess: (_answer, _variables, _result, { client }) => {
      forgetFirstSteps(client);
      toast.success('Primeiros passos dispensados. Eles voltam em Configurações, Imobiliária.');
    },
    onError: toast.failure,
  });
  return (
    <Button
      size="xs"
      variant="subtle"
      className={classes.dismiss}
      loading={dismiss.isPending}
      onClick={() => dismiss.mutate({ first_steps: false })}
    >
      Dispensar
    </Button>
  );
}
