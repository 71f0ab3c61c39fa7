import { Button } from '@mantine/core';
import type { Agency } from '@morada/contract/registry/agency';
import { privacyText } from '@morada/domain/brand/privacy';
import { NETWORKS, type Network } from '@morada/domain/brand/social';
import { fullAddress } from '@morada/domain/property/property';
import { SwitchField, TextareaField, TextField } from '#web/ui/form/fields.tsx';
import { FormSection, Wide } from '#web/ui/form/form.tsx';
import type { Form } from '#web/ui/form/use-form.ts';
import { PhoneField } from '#web/ui/input/masked.tsx';
import { AccentField } from './accent-field.tsx';
import type { AgencyValues } from './agency-queries.ts';
import { PictureField } from './picture-field.tsx';

type IdentitySectionProps = { form: Form<AgencyValues>; agency: Agency };

/** How visitors, tenants and owners see the agency. */
export function IdentitySection({ form, agency }: IdentitySectionProps) {
  const { name } = agency;
  return (
    <FormSection
      title="Identidade"
      below="No site, no blog, nos anúncios, no link da fatura e na área do cliente, na hora."
    >
      <AccentField form={form} />
      <Wide>
        <PictureField
          kind="logo-dark"
          picture={agency.logo_dark}
          name={name}
          body="Para o modo escuro. PNG, JPEG ou WebP; fica bem com letras claras e fundo transparente."
          without="No modo escuro o logotipo fica sobre uma placa branca."
        />
      </Wide>
      <Wide>
        <PictureField
          kind="icon"
          picture={agency.icon}
          name={name}
          body="Na aba do navegador e na tela inicial do celular. Quadrado, de 512 pixels ou mais."
          without="No lugar dele fica a inicial da imobiliária na cor de destaque."
        />
      </Wide>
      <Wide>
        <PictureField
          kind="cover"
          picture={agency.cover}
          name={name}
          body="No alto da página inicial do site e na prévia dos links. Deitada, de 1.600 pixels ou mais."
          without="A página inicial do site começa pela busca."
        />
      </Wide>
      <Wide>
        <TextField
          form={form}
          name="headline"
          label="Chamada do site"
          maxLength={80}
          placeholder="Imóveis para alugar e comprar"
        />
      </Wide>
      <Wide>
        <TextareaField form={form} name="about" label="Sobre a imobiliária" rows={4} />
      </Wide>
      <Wide>
        <SwitchField
          form={form}
          name="shows_name"
          label="Mostrar o nome ao lado do logotipo"
          help="Desligue se o logotipo já traz o nome."
        />
      </Wide>
      <Wide>
        <SwitchField form={form} name="names_product" label="Dizer no rodapé que o site é feito com o sistema Morada" />
      </Wide>
    </FormSection>
  );
}

const networks = Object.entries(NETWORKS) as [Network, { name: string }][];

/** Contacts and hours at the end of every public page. */
export function ContactsSection({ form }: { form: Form<AgencyValues> }) {
  return (
    <FormSection title="Atendimento ao público" below="No rodapé de todas as páginas públicas e nos buscadores.">
      <PhoneField form={form} name="whatsapp" label="WhatsApp" />
      <TextField
        form={form}
        name="hours_weekdays"
        label="De segunda a sexta"
        placeholder="8h30 às 12h e 13h30 às 18h"
      />
      <TextField form={form} name="hours_saturday" label="Sábado" placeholder="9h às 13h" />
      <TextField form={form} name="hours_sunday" label="Domingo" placeholder="Fechado, se ficar em branco" />
      <Wide>
        <TextareaField
          form={form}
          name="hours_dates"
          label="Feriados e outras datas"
          rows={3}
          help="Uma por linha: 24/12/2026: 8h às 12h, ou 31/12/2026: fechado. Valem no site e nos horários de visita; os feriados nacionais já ficam fechados."
        />
      </Wide>
      {networks.map(([network, { name }]) => (
        <TextField
          key={network}
          form={form}
          name={network}
          label={name}
          maxLength={200}
          placeholder="@perfil ou endereço"
        />
      ))}
    </FormSection>
  );
}

/** Measurement of the site by others, with the visitor's consent. */
export function MeasurementSection({ form }: { form: Form<AgencyValues> }) {
  return (
    <FormSection
      title="Medição do site"
      below="Com um código aqui, o site pergunta ao visitante antes de carregar a medição, e só carrega se ele aceitar. Em branco, nada de fora é carregado."
    >
      <TextField form={form} name="analytics_id" label="Google Analytics" maxLength={22} placeholder="G-XXXXXXXXXX" />
      <TextField form={form} name="ads_id" label="Google Ads" maxLength={18} placeholder="AW-000000000" />
      <TextField form={form} name="meta_pixel" label="Pixel da Meta" maxLength={20} placeholder="000000000000000" />
    </FormSection>
  );
}

/** Privacy notice of the public pages. */
export function PrivacySection({ form, agency }: IdentitySectionProps) {
  const start = () =>
    form.setValue(
      'privacy',
      privacyText({ ...agency, address: agency.street ? fullAddress({ ...agency, street: agency.street }) : '' }),
      { shouldDirty: true },
    );
  return (
    <FormSection
      title="Aviso de privacidade"
      below="A página que a LGPD pede, ligada no rodapé. Em branco, vale o texto do modelo com os dados da imobiliária."
    >
      <Wide>
        <TextareaField
          form={form}
          name="privacy"
          label="Texto"
          rows={8}
          help="Linha que começa com # é título; linha em branco separa parágrafos."
        />
      </Wide>
      <Wide>
        <Button variant="default" onClick={start}>
          Começar do modelo
        </Button>
      </Wide>
    </FormSection>
  );
}
