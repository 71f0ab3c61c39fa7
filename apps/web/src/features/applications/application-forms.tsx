import {
  ApplicationCheck,
  ApplicationCreate,
  ApplicationDecision,
  type ApplicationDetail,
  type ApplicationParty,
  ApplicationPartyCreate,
  ApplicationReopen,
  ApplicationTerms,
  applications,
} from '@morada/contract/lease/applications';
import { CREDIT_RESULTS } from '@morada/domain/application/analysis';
import { APPLICANT_ROLES } from '@morada/domain/application/application';
import { GUARANTEES } from '@morada/domain/lease/contract';
import { IconFileSearch } from '@tabler/icons-react';
import type * as z from 'zod/mini';
import { PropertyPicker } from '#web/entities/property/property-picker.tsx';
import { toast } from '#web/lib/toast.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { MoneyField, SegmentedField, SelectField, TextareaField } from '#web/ui/form/fields.tsx';
import { Fields, Form } from '#web/ui/form/form.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { PhoneField } from '#web/ui/input/masked.tsx';
import { TextField } from '#web/ui/input/text-fields.tsx';
import { FormWindow } from '#web/ui/overlay/windows.tsx';
import { FileWindow } from '#web/ui/upload/file-window.tsx';
import {
  useAddParty,
  useAddReport,
  useCheck,
  useCreate,
  useDecide,
  useReopen,
  useUpdate,
} from './application-queries.ts';

const options = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));
const GUARANTEE_OPTIONS = options(GUARANTEES);

/** What an application begins with, from a lead or an accepted bid. */
export type ApplicationDraft = Partial<
  Pick<z.output<typeof ApplicationCreate>, 'property_id' | 'lead_id' | 'bid_id' | 'rent' | 'guarantee'>
> & { place?: string | undefined; name?: string | null; email?: string | null; phone?: string | null };

type NewApplicationWindowProps = {
  draft?: ApplicationDraft;
  onClose: () => void;
  onOpened: (id: number) => void;
};

/** An application of one tenant for a property; further parties come after. */
export function NewApplicationWindow({ draft = {}, onClose, onOpened }: NewApplicationWindowProps) {
  const { place, name, email, phone, ...known } = draft;
  const { property_id } = known;
  const { mutateAsync: create } = useCreate();
  const form = useForm(ApplicationCreate, {
    defaultValues: {
      ...{ fees: 0, guarantee: null, ...known },
      tenant: { name: name ?? '', email: email ?? '', phone: phone ?? '' },
    },
    submit: (body) => create({ body }),
    onSaved: ({ id }) => {
      toast.success('Ficha aberta');
      onOpened(id);
    },
  });
  return (
    <FormWindow title="Abrir ficha" onClose={onClose} form={form} verb="Abrir ficha">
      <Form form={form}>
        <Fields columns={1}>
          <PropertyPicker
            form={form}
            name="property_id"
            label="Imóvel"
            required
            chosen={property_id !== undefined && place ? { value: property_id, label: place } : undefined}
            onChoose={(option) => option?.property.type === 'RENT' && form.setValue('rent', option.property.price)}
          />
          <Fields>
            <MoneyField form={form} name="rent" label="Aluguel" required />
            <MoneyField form={form} name="fees" label="Encargos por mês" help="Condomínio, IPTU e seguro." required />
          </Fields>
          <SelectField form={form} name="guarantee" label="Garantia" options={GUARANTEE_OPTIONS} clearable />
          <TextField form={form} name="tenant.name" label="Locatário" required maxLength={120} />
          <Fields>
            <TextField form={form} name="tenant.email" label="E-mail" help="Recebe o link da ficha." />
            <PhoneField form={form} name="tenant.phone" label="WhatsApp" />
          </Fields>
        </Fields>
      </Form>
    </FormWindow>
  );
}

type OfApplication = { application: ApplicationDetail; onClose: () => void };

export function TermsWindow({ application, onClose }: OfApplication) {
  const { id, rent, fees, guarantee } = application;
  const { mutateAsync: update } = useUpdate();
  const form = useForm(ApplicationTerms, {
    defaultValues: { rent, fees, guarantee },
    submit: (body) => update({ params: { id }, body }),
    onSaved: () => {
      toast.success('Valores alterados');
      onClose();
    },
  });
  return (
    <FormWindow title="Alterar valores" onClose={onClose} form={form} verb="Salvar">
      <Form form={form}>
        <Fields columns={1}>
          <Fields>
            <MoneyField form={form} name="rent" label="Aluguel" required />
            <MoneyField form={form} name="fees" label="Encargos por mês" required />
          </Fields>
          <SelectField form={form} name="guarantee" label="Garantia" options={GUARANTEE_OPTIONS} clearable />
        </Fields>
      </Form>
    </FormWindow>
  );
}

export function PartyWindow({ application: { id, state }, onClose }: OfApplication) {
  const { mutateAsync: add } = useAddParty();
  const form = useForm(ApplicationPartyCreate, {
    defaultValues: { role: 'GUARANTOR', name: '', email: '', phone: '' },
    submit: (body) => add({ params: { id }, body }),
    onSaved: () => {
      toast.success('Parte incluída');
      onClose();
    },
  });
  return (
    <FormWindow title="Incluir parte" onClose={onClose} form={form} verb="Incluir parte">
      <Form form={form}>
        <Fields columns={1}>
          {!['DRAFT', 'SENT', 'FILLING'].includes(state) && (
            <Callout tone="known">A ficha volta a ser preenchida até esta parte enviar a dela.</Callout>
          )}
          <SelectField form={form} name="role" label="Papel" options={options(APPLICANT_ROLES)} required />
          <TextField form={form} name="name" label="Nome" required maxLength={120} />
          <Fields>
            <TextField form={form} name="email" label="E-mail" help="Recebe o link da ficha." />
            <PhoneField form={form} name="phone" label="WhatsApp" />
          </Fields>
        </Fields>
      </Form>
    </FormWindow>
  );
}

const DECISIONS = [
  { value: 'APPROVE', label: 'Aprovar' },
  { value: 'CONDITION', label: 'Com condição' },
  { value: 'REFUSE', label: 'Recusar' },
];

export function DecisionWindow({ application, onClose }: OfApplication) {
  const { id, state, needs_second } = application;
  const { mutateAsync: decide } = useDecide();
  const form = useForm(ApplicationDecision, {
    defaultValues: { decision: 'APPROVE', comment: '', condition: '' },
    submit: (body) => decide({ params: { id }, body }),
    onSaved: () => {
      toast.success('Resposta registrada');
      onClose();
    },
  });
  const decision = form.watch('decision');
  return (
    <FormWindow title="Responder à ficha" onClose={onClose} form={form} verb="Registrar resposta">
      <Form form={form}>
        <Fields columns={1}>
          {needs_second && state !== 'RECOMMENDED' && decision !== 'REFUSE' && (
            <Callout tone="known">Pelo valor, a sua aprovação é uma recomendação: outra pessoa decide.</Callout>
          )}
          {decision === 'REFUSE' && (
            <Callout tone="known">
              O locatário recebe uma mensagem cordial, sem o motivo. Os dados são apagados em 180 dias.
            </Callout>
          )}
          <SegmentedField form={form} name="decision" label="Resposta" options={DECISIONS} />
          {decision === 'CONDITION' && (
            <TextareaField
              form={form}
              name="condition"
              label="Condição"
              help="O locatário lê este texto."
              required
              rows={3}
            />
          )}
          <TextareaField
            form={form}
            name="comment"
            label="Por que decidiu assim"
            help="Só a equipe lê. Fica no histórico com os números de agora."
            required
            rows={3}
          />
        </Fields>
      </Form>
    </FormWindow>
  );
}

type OfParty = { party: ApplicationParty; onClose: () => void };

/** What the documents of a party show. */
export function CheckWindow({ party, onClose }: OfParty) {
  const { id, name, proven_income, credit } = party;
  const { mutateAsync: check } = useCheck();
  const form = useForm(ApplicationCheck, {
    defaultValues: { proven_income, credit },
    submit: (body) => check({ params: { id }, body }),
    onSaved: () => {
      toast.success('Conferência salva');
      onClose();
    },
  });
  return (
    <FormWindow title={`Conferir ${name}`} onClose={onClose} form={form} verb="Salvar">
      <Form form={form}>
        <Fields columns={1}>
          <MoneyField
            form={form}
            name="proven_income"
            label="Renda comprovada por mês"
            help="Toma o lugar da renda declarada na análise. Em branco, vale a declarada."
          />
          <SelectField
            form={form}
            name="credit"
            label="Consulta de crédito"
            options={options(CREDIT_RESULTS)}
            clearable
          />
        </Fields>
      </Form>
    </FormWindow>
  );
}

export function ReopenWindow({ party: { id, name }, onClose }: OfParty) {
  const { mutateAsync: reopen } = useReopen();
  const form = useForm(ApplicationReopen, {
    defaultValues: { note: '' },
    submit: (body) => reopen({ params: { id }, body }),
    onSaved: () => {
      toast.success('Ficha devolvida');
      onClose();
    },
  });
  return (
    <FormWindow title={`Devolver a ficha de ${name}`} onClose={onClose} form={form} verb="Devolver ficha">
      <Form form={form}>
        <Fields columns={1}>
          <TextareaField
            form={form}
            name="note"
            label="O que precisa ser corrigido"
            help="A pessoa lê este texto na ficha, e no e-mail se tiver."
            required
            rows={4}
          />
        </Fields>
      </Form>
    </FormWindow>
  );
}

/** A report that staff got from a credit bureau. */
export function ReportWindow({ party: { id, name }, onClose }: OfParty) {
  const { mutateAsync: add } = useAddReport();
  return (
    <FileWindow
      title={`Anexar consulta de ${name}`}
      label="Consulta de crédito"
      named="a consulta"
      icon={IconFileSearch}
      limits={applications.addReport.upload}
      tooLarge="O arquivo passa de 20 MB."
      note="PDF ou foto, até 20 MB. Só quem vê fichas abre; a pessoa não vê."
      send={(upload) => add({ params: { id }, ...upload })}
      done="Consulta anexada"
      onClose={onClose}
    />
  );
}
