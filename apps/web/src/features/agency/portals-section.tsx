import { TextInput } from '@mantine/core';
import { portals } from '@morada/contract/doors/portals';
import type { Agency } from '@morada/contract/registry/agency';
import { pathOf } from '#web/lib/api/api.ts';
import { CopyIcon } from '#web/ui/display/copy-icon.tsx';
import { FormSection, Wide } from '#web/ui/form/form.tsx';

/** Address of the feed that property portals read. It has no settings. */
export function PortalsSection({ agency: { email, phone } }: { agency: Agency }) {
  const address = `${window.location.origin}${pathOf(portals.feed, {})}`;
  return (
    <FormSection
      title="Portais"
      below="ZAP, VivaReal e OLX leem os imóveis disponíveis neste endereço. Cadastre-o no painel de cada portal."
    >
      <Wide>
        <TextInput
          label="Endereço do arquivo VRSync"
          readOnly
          value={address}
          rightSection={<CopyIcon label="Endereço do arquivo VRSync" value={address} />}
          description={
            email && phone
              ? 'Ficam de fora permutas e imóveis sem preço, CEP, área, quartos, banheiros ou fotos.'
              : 'Preencha o e-mail e o telefone da imobiliária para anunciar nos portais.'
          }
        />
      </Wide>
    </FormSection>
  );
}
