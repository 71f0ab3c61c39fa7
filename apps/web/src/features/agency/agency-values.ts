import type { Agency } from '@morada/contract/registry/agency';
import { type BoletoBankCode, boletoBank } from '@morada/domain/bank/boleto-banks';
import type { AgencyValues, AgreementValues } from './agency-queries.ts';

export function agencyValues(agency: Agency): AgencyValues {
  const { name, cnpj, creci, phone, email, pix_key, boleto_note, boletos_with_invoices, late_to_owner } = agency;
  const { cep, street, number, complement, neighborhood, city, state } = agency;
  const { accent, headline, about, whatsapp, hours_weekdays, hours_saturday, hours_sunday, hours_dates } = agency;
  const { instagram, facebook, youtube, linkedin, privacy, names_product, shows_name } = agency;
  const { analytics_id, ads_id, meta_pixel } = agency;
  const { withholding_discount, dimob_obligations, dimob_responsible } = agency;
  const { tax_regime, municipal_registration, administration_code, brokerage_code, dps_series, dps_environment } =
    agency;
  const { notes_leave, simples_rate, fee_notes, iss_rate, pis_rate, cofins_rate } = agency;
  const { billing_lead_days, transfer_business_days, late_from_business_day, require_second_factor, first_steps } =
    agency;
  return {
    name,
    cnpj: cnpj ?? '',
    creci: creci ?? '',
    phone: phone ?? '',
    email: email ?? '',
    cep: cep ?? '',
    street: street ?? '',
    number: number ?? '',
    complement: complement ?? '',
    neighborhood: neighborhood ?? '',
    city: city ?? '',
    // Blank where nothing is known yet.
    state: (state ?? '') as AgencyValues['state'],
    pix_key: pix_key ?? '',
    boleto_note: boleto_note ?? '',
    boletos_with_invoices,
    billing_lead_days,
    transfer_business_days,
    late_to_owner,
    late_from_business_day,
    withholding_discount,
    dimob_obligations,
    dimob_responsible: dimob_responsible ?? '',
    tax_regime: (tax_regime ?? '') as AgencyValues['tax_regime'],
    municipal_registration: municipal_registration ?? '',
    administration_code,
    brokerage_code,
    dps_series,
    dps_environment,
    notes_leave,
    simples_rate,
    ...{ fee_notes, iss_rate, pis_rate, cofins_rate },
    require_second_factor,
    first_steps,
    accent: accent ?? '',
    headline: headline ?? '',
    about: about ?? '',
    whatsapp: whatsapp ?? '',
    hours_weekdays: hours_weekdays ?? '',
    hours_saturday: hours_saturday ?? '',
    hours_sunday: hours_sunday ?? '',
    hours_dates: hours_dates ?? '',
    instagram: instagram ?? '',
    facebook: facebook ?? '',
    youtube: youtube ?? '',
    linkedin: linkedin ?? '',
    analytics_id: analytics_id ?? '',
    ads_id: ads_id ?? '',
    meta_pixel: meta_pixel ?? '',
    privacy: privacy ?? '',
    names_product,
    shows_name,
  };
}

/** Values of the fields that the bank requires: the saved ones, or each field's usual initial value. */
export function agreementValues(bank: BoletoBankCode | '', saved: Agency['agreement']): AgreementValues {
  const own = saved?.bank === bank ? saved : undefined;
  const fields = boletoBank(bank)?.fields ?? [];
  return {
    bank: bank as BoletoBankCode,
    fields: Object.fromEntries(fields.map(({ key, initial = '' }) => [key, own?.fields[key] ?? initial])),
    payment_agreement: own?.payment_agreement ?? '',
    last_number: own?.last_number ?? null,
  };
}
