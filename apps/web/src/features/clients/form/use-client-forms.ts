import { phone } from '@morada/contract/base/fields';
import {
  ClientAddress,
  type ClientDetail,
  ClientInformation,
  ClientTaxes,
  ClientUser,
} from '@morada/contract/registry/clients';
import { documentKind } from '@morada/domain/base/documents';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { useSaveAddress, useSaveInformation, useSaveTaxes, useSaveUser } from '#web/entities/client/client-queries.ts';
import { useForm } from '#web/ui/form/use-form.ts';

/** A phone once given is replaced, never taken away: the call reads a blank one as unchanged. */
const ClientUserWithPhone = z.extend(ClientUser, { phone: z.optional(phone('Informe o telefone')) });

/** The four sections that are saved by calls of their own. */
export function useClientForms(id: number, client: ClientDetail | undefined) {
  const saveUser = useSaveUser(id);
  const saveInformation = useSaveInformation(id);
  const saveAddress = useSaveAddress(id);
  const saveTaxes = useSaveTaxes(id);
  const params = { id };

  const user = useForm<z.input<typeof ClientUser>, unknown>(client?.user.phone ? ClientUserWithPhone : ClientUser, {
    values: client && userValues(client),
    changesOnly: true,
    submit: (body) => saveUser.mutateAsync({ params, body }),
    onSaved: () => user.reset({ ...user.getValues(), password: '' }),
  });

  const [person_type] = useWatch({ control: user.control, name: ['person_type'] });

  const information = useForm(ClientInformation, {
    values: client && { ...informationValues(client), person_type },
    submit: (body) => saveInformation.mutateAsync({ params, body }),
  });

  const address = useForm(ClientAddress, {
    values: client && addressValues(client),
    submit: (body) => saveAddress.mutateAsync({ params, body }),
  });

  const taxes = useForm(ClientTaxes, {
    values: client && taxValues(client),
    submit: (body) => saveTaxes.mutateAsync({ params, body }),
  });

  return { user, information, address, taxes, company: person_type === 'JURIDICA' };
}

export type ClientForms = ReturnType<typeof useClientForms>;

function userValues({ user, information }: ClientDetail): z.input<typeof ClientUser> {
  const { name, cpf_cnpj, type, email, phone, cellphone } = user;
  const person_type = information?.person_type ?? (documentKind(cpf_cnpj) === 'CNPJ' ? 'JURIDICA' : 'FISICA');
  return {
    name,
    cpf_cnpj,
    type,
    email: email ?? '',
    phone: phone ?? '',
    cellphone: cellphone ?? '',
    person_type,
    password: '',
  };
}

function informationValues({ information }: ClientDetail): z.input<typeof ClientInformation> {
  return {
    birth_date: information?.birth_date ?? null,
    marital_status: information?.marital_status ?? null,
    rg: information?.rg ?? '',
    profession: information?.profession ?? '',
    spounce_name: information?.spounce_name ?? '',
    spounce_rg: information?.spounce_rg ?? '',
    spounce_cpf: information?.spounce_cpf ?? '',
    spouse_profession: information?.spouse_profession ?? '',
    non_resident: information?.non_resident ?? false,
  };
}

function taxValues({ taxes }: ClientDetail): z.input<typeof ClientTaxes> {
  return {
    tax_regime: taxes?.tax_regime ?? ('' as z.input<typeof ClientTaxes>['tax_regime']),
    taxpayer_since: taxes?.taxpayer_since ?? '',
    tax_cnpj: taxes?.tax_cnpj ?? '',
    municipal_registration: taxes?.municipal_registration ?? '',
    dps_series: taxes?.dps_series ?? null,
  };
}

/** Blank where nothing is known yet; the schema then asks for it. */
function addressValues({ address }: ClientDetail) {
  const { cep, street, neighborhood, number, city, state, complement, latitude, longitude } = address ?? {};
  return {
    cep: cep ?? '',
    street: street ?? '',
    neighborhood: neighborhood ?? '',
    number: number ?? '',
    city: city ?? '',
    state: state ?? '',
    complement: complement ?? '',
    latitude: latitude ?? null,
    longitude: longitude ?? null,
  } as z.input<typeof ClientAddress>;
}
