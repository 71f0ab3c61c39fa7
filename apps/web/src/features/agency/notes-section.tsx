import { FISCAL_READERS } from '@morada/contract/fiscal/fiscal.search';
import { FEE_NOTES, NOTES_LEAVE } from '@morada/domain/fiscal/note-settings';
import { AGENCY_REGIMES, DPS_ENVIRONMENTS, MAX_SERIES } from '@morada/domain/fiscal/taxpayer';
import { Link } from '@tanstack/react-router';
import { useWatch } from 'react-hook-form';
import { may } from '#web/lib/session/session.ts';
import { lazyPart } from '#web/ui/base/lazy.tsx';
import { NumberField, PercentField, SelectField, TextField } from '#web/ui/form/fields.tsx';
import { FormSection, Wide } from '#web/ui/form/form.tsx';
import type { Form } from '#web/ui/form/use-form.ts';
import type { AgencyValues } from './agency-queries.ts';

// Below what the page begins with, which has little weight to give.
const CertificateLine = lazyPart(
  () => import('#web/entities/certificate/certificate-line.tsx'),
  ({ CertificateLine }) => CertificateLine,
);
const IntermediaryLine = lazyPart(
  () => import('./intermediary-line.tsx'),
  ({ IntermediaryLine }) => IntermediaryLine,
);

const REGIMES = Object.entries(AGENCY_REGIMES).map(([value, label]) => ({ value, label }));
const ENVIRONMENTS = Object.entries(DPS_ENVIRONMENTS).map(([value, label]) => ({ value, label }));

const FEES = Object.entries(FEE_NOTES).map(([value, label]) => ({ value, label }));
const LEAVE = Object.entries(NOTES_LEAVE).map(([value, label]) => ({ value, label }));

/** How to begin with notes of services, and what the agency's own notes need. */
export function NotesSection({ form }: { form: Form<AgencyValues> }) {
  const regime = useWatch({ control: form.control, name: 'tax_regime' });
  return (
    <FormSection
      title="Notas fiscais"
      below="Como começar: preencha o que as notas da imobiliária pedem, e veja o que ainda falta nos cadastros."
      terms={['nfse']}
    >
      <SelectField
        form={form}
        name="tax_regime"
        label="Regime tributário"
        options={REGIMES}
        clearable
        placeholder="Não informado"
      />
      <TextField form={form} name="municipal_registration" label="Inscrição municipal" maxLength={15} />
      <TextField
        form={form}
        name="administration_code"
        label="Código da taxa de administração"
        maxLength={6}
        help="Da lista nacional de serviços; o município diz se é 17.12 ou 10.05."
      />
      <TextField form={form} name="brokerage_code" label="Código da intermediação" maxLength={6} />
      <NumberField
        form={form}
        name="dps_series"
        label="Série das notas"
        min={1}
        max={MAX_SERIES}
        help="Outra que a do sistema usado antes."
      />
      <SelectField
        form={form}
        name="dps_environment"
        label="Ambiente"
        options={ENVIRONMENTS}
        help="Em teste a nota não vale: comece por ele, e passe para Produção quando as notas saírem certas."
      />
      <SelectField form={form} name="notes_leave" label="As notas saem" options={LEAVE} />
      <SelectField form={form} name="fee_notes" label="Notas da taxa" options={FEES} />
      {regime !== 'SIMPLES' && regime !== 'MEI' && (
        <>
          <PercentField form={form} name="iss_rate" label="ISS, se o município não o informa" />
          <PercentField form={form} name="pis_rate" label="PIS" />
          <PercentField form={form} name="cofins_rate" label="COFINS" />
        </>
      )}
      {regime === 'SIMPLES' && (
        <PercentField
          form={form}
          name="simples_rate"
          label="Tributos aproximados do Simples"
          help="O percentual que vai escrito em cada nota; o contador o informa."
        />
      )}
      <Wide>
        <IntermediaryLine />
      </Wide>
      <Wide>
        <CertificateLine
          client={null}
          absent="Nenhum certificado guardado. As notas são assinadas com o certificado digital A1 do CNPJ da imobiliária."
        />
      </Wide>
      {may(FISCAL_READERS) && (
        <Wide>
          <p>
            <Link to="/fiscal/notes">Ver o que falta para emitir</Link> nos cadastros.
          </p>
          <p>
            Os proprietários contribuintes emitem as suas no emissor do governo:{' '}
            <Link to="/fiscal/lease-notes">ver as notas de locação do mês</Link>.
          </p>
        </Wide>
      )}
    </FormSection>
  );
}
